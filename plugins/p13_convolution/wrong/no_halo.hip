// The first elements of the next block are not loaded, so windows end at the end of their block.
// variants: block-boundary
#define block_boundary_convolution right_block_boundary_convolution
#include "solution.hip"
#undef block_boundary_convolution

__global__ void block_boundary_convolution(float* output, const float* a, const float* b,
                                           unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major<BOUNDARY_TAPS>());
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<BOUNDARY_TAPS>())> b_shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  a_shared(local_i) = global_i < size ? a_tensor(global_i) : 0;
  if (local_i < BOUNDARY_TAPS) b_shared(local_i) = b_tensor(local_i);
  __syncthreads();
  if (global_i >= size) return;

  float sum = 0;
  for (unsigned tap = 0; tap < BOUNDARY_TAPS && local_i + tap < TPB; ++tap) {
    sum += a_shared(local_i + tap) * b_shared(tap);
  }
  output_tensor(global_i) = sum;
}
