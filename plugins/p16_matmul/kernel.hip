// p16: matrix multiplication. Fill in the kernels; hippuzzle says which variants are right.
// output, a, b: size x size, row-major. A block has TPB x TPB threads.
#include <hip/hip_runtime.h>

#include <hippuzzle/layout_tv.hpp>
#include <hippuzzle/static_tensor.hpp>
#include <hippuzzle/tensor_copy.hpp>
#include <hippuzzle/tile.hpp>

#include "config.hpp"

// One thread per output element, operands straight from global memory. About 6 lines.
__global__ void naive_matmul(float* output, const float* a, const float* b, unsigned size) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// size <= TPB: one block stages both matrices in shared memory first. About 12 lines.
__global__ void single_block_matmul(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float a_shared[TPB][TPB];
  __shared__ float b_shared[TPB][TPB];
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  // FILL ME IN
}

// Any size: each block walks along the tiles that its part of the output needs. About 20 lines.
__global__ void tiled_matmul(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float a_shared[TPB][TPB];
  __shared__ float b_shared[TPB][TPB];
  const unsigned row = blockIdx.y * TPB + threadIdx.y;
  const unsigned col = blockIdx.x * TPB + threadIdx.x;
  // FILL ME IN
}

// The same with hippuzzle::TensorView, SharedTile and copy_tile_async. About 15 lines.
__global__ void idiomatic_tiled_matmul(float* output, const float* a, const float* b,
                                       unsigned size) {
  using namespace hippuzzle;
  __shared__ SharedTile<float, TPB, TPB> a_shared;
  __shared__ SharedTile<float, TPB, TPB> b_shared;
  // FILL ME IN
}

// The tiled product where B lies transposed, b[col * size + k]: copy_async with a thread layout for
// each matrix, and rows of b_shared that are PITCH apart. About 25 lines.
__global__ void thread_layouts_matmul(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  using Padded = decltype(make_layout(Ints<TPB, TPB>{}, Ints<PITCH, 1>{}));
  __shared__ SharedTensor<float, decltype(row_major<TPB, TPB>())> a_shared;
  __shared__ SharedTensor<float, Padded> b_shared;
  // FILL ME IN
}

// The tiled product with hippuzzle::LayoutTensor and SharedTensor. About 20 lines.
__global__ void layout_tensor_matmul(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  using Tile = decltype(row_major<TPB, TPB>());
  __shared__ SharedTensor<float, Tile> a_shared;
  __shared__ SharedTensor<float, Tile> b_shared;
  const LayoutTensor a_matrix(a, row_major(size, size));
  const LayoutTensor b_matrix(b, row_major(size, size));
  const LayoutTensor output_matrix(output, row_major(size, size));
  // FILL ME IN
}

// The tiled product from the layout algebra, VALUES x VALUES elements a thread: zipped_divide,
// composition, coord. About 30 lines.
__global__ void layout_algebra_matmul(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  const auto threads = make_ordered_layout(Ints<TPB, TPB>{}, Ints<1, 0>{});  // row by row
  const auto values = make_ordered_layout(Ints<VALUES, VALUES>{}, Ints<1, 0>{});
  const auto tiled = make_layout_tv(threads, values);
  constexpr unsigned SIDE = VALUES * TPB;
  __shared__ SharedTensor<float, decltype(row_major<SIDE, SIDE>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<SIDE, SIDE>())> b_shared;
  RegisterTensor<float, decltype(col_major<VALUES * VALUES>())> sums{};
  // FILL ME IN
}
