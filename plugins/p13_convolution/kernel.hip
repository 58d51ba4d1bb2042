// p13: 1D convolution. Fill in the kernels; hippuzzle says which variants are right.
// output, a: size elements; b: the taps. Tensors are indexed as t(i). Blocks of TPB threads.
#include <hip/hip_runtime.h>

#include <hippuzzle/static_tensor.hpp>

#include "config.hpp"

// size <= TPB, TAPS taps: one block stages both operands in shared memory. About 10 lines.
__global__ void simple_convolution(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major<TAPS>());
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<TAPS>())> b_shared;
  // FILL ME IN
}

// Any size, BOUNDARY_TAPS taps: windows reach over the end of their block. About 14 lines.
__global__ void block_boundary_convolution(float* output, const float* a, const float* b,
                                           unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major<BOUNDARY_TAPS>());
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;
  // FILL ME IN: the shared tensors too. How many elements of a does one block need?
}
