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

// A picture of height x width elements, in blocks of PICTURE_TPB x PICTURE_TPB threads: t(row, col)
// is an element. Element (row, col) of the output is the weighted sum of the 3 x 3 elements around
// a(row, col); beyond the picture's edges there are zeros. About 18 lines.
__global__ void picture_convolution(float* output, const float* a, const float* b, unsigned height,
                                    unsigned width) {
  using namespace hippuzzle;
  constexpr unsigned SIDE = PICTURE_TPB + PICTURE_TAPS - 1;  // of a block's tile and its halo
  const LayoutTensor output_tensor(output, row_major(height, width));
  const LayoutTensor a_tensor(a, row_major(height, width));
  const LayoutTensor b_tensor(b, row_major<PICTURE_TAPS, PICTURE_TAPS>());
  __shared__ SharedTensor<float, decltype(row_major<SIDE, SIDE>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<PICTURE_TAPS, PICTURE_TAPS>())> b_shared;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.y * blockDim.x + threadIdx.x;  // 0 to 15
  // FILL ME IN: the tile has 36 cells for 16 threads.
}
