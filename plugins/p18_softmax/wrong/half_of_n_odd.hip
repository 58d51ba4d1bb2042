// The tree starts from half of an odd size, so the last element is left out.
// variants: block
#define softmax_of_block right_softmax_of_block
#include "solution.hip"
#undef softmax_of_block

// Halves the size, whatever it is.
template <typename Op>
__device__ float own_tree(float value, float* cells, unsigned size, Op op) {
  cells[threadIdx.x] = value;
  __syncthreads();
  for (unsigned stride = size / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      cells[threadIdx.x] = op(cells[threadIdx.x], cells[threadIdx.x + stride]);
    __syncthreads();
  }
  const float result = cells[0];
  __syncthreads();
  return result;
}

__global__ void softmax_of_block(float* output, const float* input, unsigned size) {
  __shared__ float cells[TPB];
  const unsigned local_i = threadIdx.x;
  const float x = local_i < size ? input[local_i] : -INFINITY;
  const float most = own_tree(x, cells, size, hippuzzle::Larger{});
  const float power = expf(x - most);
  const float sum = own_tree(power, cells, size, hippuzzle::Plus{});
  if (local_i < size) output[local_i] = power / sum;
}
