// The barrier after the load is missing: a thread may read cells that others have not written yet.
// variants: simple, block-boundary
#define simple_convolution right_simple_convolution
#define block_boundary_convolution right_block_boundary_convolution
#include "solution.hip"
#undef simple_convolution
#undef block_boundary_convolution

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
  if (global_i >= size) return;

  float sum = 0;
  for (unsigned tap = 0; tap < TAPS && global_i + tap < size; ++tap) {
    sum += a_shared(local_i + tap) * b_shared(tap);
  }
  output_tensor(global_i) = sum;
}

__global__ void block_boundary_convolution(float* output, const float* a, const float* b,
                                           unsigned size) {
  using namespace hippuzzle;
  constexpr unsigned HALO = BOUNDARY_TAPS - 1;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major<BOUNDARY_TAPS>());
  __shared__ SharedTensor<float, decltype(row_major<TPB + HALO>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<BOUNDARY_TAPS>())> b_shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  a_shared(local_i) = global_i < size ? a_tensor(global_i) : 0;
  if (local_i < HALO) {
    const unsigned next_i = global_i + TPB;
    a_shared(TPB + local_i) = next_i < size ? a_tensor(next_i) : 0;
  }
  if (local_i < BOUNDARY_TAPS) b_shared(local_i) = b_tensor(local_i);
  if (global_i >= size) return;

  float sum = 0;
  for (unsigned tap = 0; tap < BOUNDARY_TAPS; ++tap) sum += a_shared(local_i + tap) * b_shared(tap);
  output_tensor(global_i) = sum;
}
