// p18, the reference kernels. One block of TPB threads, or a block of ROW_THREADS threads for each
// row.
#include <float.h>

// The result of the block's values, in every thread. `cells` has TPB elements and is free again
// when the function returns.
template <typename Op>
__device__ float tree(float value, float* cells, Op op) {
  cells[threadIdx.x] = value;
  __syncthreads();
  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      cells[threadIdx.x] = op(cells[threadIdx.x], cells[threadIdx.x + stride]);
    __syncthreads();
  }
  const float result = cells[0];
  __syncthreads();  // the next tree writes the cells again
  return result;
}

// A thread without an element has -INFINITY: it never is the maximum, and e^-INFINITY adds 0.
__global__ void softmax_of_block(float* output, const float* input, unsigned size) {
  __shared__ float cells[TPB];
  const unsigned local_i = threadIdx.x;
  const float x = local_i < size ? input[local_i] : -INFINITY;
  const float most = tree(x, cells, hippuzzle::Larger{});
  const float power = expf(x - most);
  const float sum = tree(power, cells, hippuzzle::Plus{});
  if (local_i < size) output[local_i] = power / sum;
}

__global__ void softmax_of_row(float* output, const float* input, unsigned columns) {
  using namespace hippuzzle;
  input += blockIdx.x * columns;
  output += blockIdx.x * columns;

  float most = -INFINITY;
  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    most = fmaxf(most, input[column]);
  most = warp_max(most);

  float sum = 0;
  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    sum += expf(input[column] - most);
  sum = warp_sum(sum);

  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    output[column] = expf(input[column] - most) / sum;
}

// `most` starts from the lowest finite number: the difference of two infinities is no number.
__global__ void softmax_online(float* output, const float* input, unsigned columns) {
  using namespace hippuzzle;
  input += blockIdx.x * columns;
  output += blockIdx.x * columns;

  float most = -FLT_MAX, sum = 0;
  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS) {
    const float x = input[column], before = most;
    most = fmaxf(most, x);
    sum = sum * expf(before - most) + expf(x - most);
  }
  const float own = most;
  most = warp_max(own);
  sum = warp_sum(sum * expf(own - most));

  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    output[column] = expf(input[column] - most) / sum;
}
