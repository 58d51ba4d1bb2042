// p12, the reference kernels. output: 1 element; a, b: size elements.

// size <= TPB. One product a thread, then a tree: each step adds the upper half to the lower.
__global__ void raw_dot_product(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float shared[TPB];
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  // Zeros add nothing, so the tree below needs no guard.
  shared[local_i] = global_i < size ? a[global_i] * b[global_i] : 0;
  __syncthreads();

  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared[local_i] += shared[local_i + stride];
    __syncthreads();  // other threads wrote the cells that the next step reads
  }
  if (local_i == 0) output[0] = shared[0];
}

// The same with tensors.
__global__ void layout_tensor_dot_product(float* output, const float* a, const float* b,
                                          unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major<1>());
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major(size));
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  shared(local_i) = a_tensor.contains(global_i) ? a_tensor(global_i) * b_tensor(global_i) : 0;
  __syncthreads();

  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared(local_i) += shared(local_i + stride);
    __syncthreads();
  }
  if (local_i == 0) output_tensor(0) = shared(0);
}

// Any size; output[0] is 0 before. A thread takes every `threads`-th product, a block adds up its
// threads' sums, and the blocks' sums meet in output[0], in any order.
__global__ void many_blocks_dot_product(float* output, const float* a, const float* b,
                                        unsigned size) {
  __shared__ float shared[TPB];
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  float sum = 0;
  for (unsigned i = global_i; i < size; i += threads) sum += a[i] * b[i];
  shared[local_i] = sum;
  __syncthreads();

  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (local_i < stride) shared[local_i] += shared[local_i + stride];
    __syncthreads();
  }
  if (local_i == 0) hippuzzle::atomic_add(&output[0], shared[0]);
}

// Adds up a warp's values. All lanes call it; lane 0 gets the sum.
__device__ float sum_of_warp(float value) {
  for (unsigned delta = hippuzzle::warp_size() / 2; delta > 0; delta /= 2) {
    value += hippuzzle::shfl_down(value, delta);
  }
  return value;
}

// The same by shuffles: one sum a warp goes through shared memory, and the first warp adds these.
__global__ void warp_dot_product(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  __shared__ float warp_sums[WARP_TPB / 32];
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = warp_size();
  const unsigned lane = threadIdx.x % lanes;
  const unsigned warp = threadIdx.x / lanes;

  float sum = 0;
  for (unsigned i = global_i; i < size; i += threads) sum += a[i] * b[i];
  sum = sum_of_warp(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp != 0) return;
  sum = sum_of_warp(lane < WARP_TPB / lanes ? warp_sums[lane] : 0);
  if (lane == 0) atomic_add(&output[0], sum);
}
