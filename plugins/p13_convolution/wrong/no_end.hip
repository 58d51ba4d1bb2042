// The window is not cut off at the end of the input: the last threads read cells beyond it.
// variants: simple
#define simple_convolution right_simple_convolution
#include "solution.hip"
#undef simple_convolution

__global__ void simple_convolution(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major<TAPS>());
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<TAPS>())> b_shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) a_shared(local_i) = a_tensor(global_i);
  if (local_i < TAPS) b_shared(local_i) = b_tensor(local_i);
  __syncthreads();
  if (global_i >= size) return;

  float sum = 0;
  for (unsigned tap = 0; tap < TAPS; ++tap) sum += a_shared(local_i + tap) * b_shared(tap);
  output_tensor(global_i) = sum;
}
