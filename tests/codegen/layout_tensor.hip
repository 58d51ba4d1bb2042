// raw.hip's tiled product with every access through a LayoutTensor: tiled_* by the matrix's
// coordinates, as raw.hip does, and views_* by tiles, whose guards differ but whose inner loop must
// not.
#include <hip/hip_runtime.h>

#include <hippuzzle/static_tensor.hpp>

using namespace hippuzzle;

template <unsigned TILE>
__device__ void tiled_product(float* output, const float* a, const float* b, unsigned size) {
  using Tile = decltype(row_major<TILE, TILE>());
  __shared__ SharedTensor<float, Tile> a_shared;
  __shared__ SharedTensor<float, Tile> b_shared;
  const auto a_matrix = make_tensor(a, row_major(size, size));
  const auto b_matrix = make_tensor(b, row_major(size, size));
  const auto output_matrix = make_tensor(output, row_major(size, size));
  const unsigned local_row = threadIdx.y;
  const unsigned local_col = threadIdx.x;
  const unsigned row = blockIdx.y * TILE + local_row;
  const unsigned col = blockIdx.x * TILE + local_col;

  float sum = 0;
  for (unsigned start = 0; start < size; start += TILE) {
    const unsigned a_col = start + local_col;
    const unsigned b_row = start + local_row;
    a_shared(local_row, local_col) = a_matrix.contains(row, a_col) ? a_matrix(row, a_col) : 0;
    b_shared(local_row, local_col) = b_matrix.contains(b_row, col) ? b_matrix(b_row, col) : 0;
    __syncthreads();

    for (unsigned k = 0; k < TILE; ++k) sum += a_shared(local_row, k) * b_shared(k, local_col);
    __syncthreads();
  }
  if (output_matrix.contains(row, col)) output_matrix(row, col) = sum;
}

template <unsigned TILE>
__device__ void product_of_views(float* output, const float* a, const float* b, unsigned size) {
  using Tile = decltype(row_major<TILE, TILE>());
  __shared__ SharedTensor<float, Tile> a_shared;
  __shared__ SharedTensor<float, Tile> b_shared;
  const auto a_matrix = make_tensor(a, row_major(size, size));
  const auto b_matrix = make_tensor(b, row_major(size, size));
  const auto output_matrix = make_tensor(output, row_major(size, size));
  const auto output_tile = output_matrix.template tile<TILE, TILE>(blockIdx.y, blockIdx.x);
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;

  float sum = 0;
  for (unsigned step = 0; step * TILE < size; ++step) {
    const auto a_tile = a_matrix.template tile<TILE, TILE>(blockIdx.y, step);
    const auto b_tile = b_matrix.template tile<TILE, TILE>(step, blockIdx.x);
    a_shared(row, col) = a_tile.contains(row, col) ? a_tile(row, col) : 0;
    b_shared(row, col) = b_tile.contains(row, col) ? b_tile(row, col) : 0;
    __syncthreads();

    for (unsigned k = 0; k < TILE; ++k) sum += a_shared(row, k) * b_shared(k, col);
    __syncthreads();
  }
  if (output_tile.contains(row, col)) output_tile(row, col) = sum;
}

extern "C" __global__ void tiled_3(float* output, const float* a, const float* b, unsigned size) {
  tiled_product<3>(output, a, b, size);
}

extern "C" __global__ void tiled_16(float* output, const float* a, const float* b, unsigned size) {
  tiled_product<16>(output, a, b, size);
}

extern "C" __global__ void views_3(float* output, const float* a, const float* b, unsigned size) {
  product_of_views<3>(output, a, b, size);
}

extern "C" __global__ void views_16(float* output, const float* a, const float* b, unsigned size) {
  product_of_views<16>(output, a, b, size);
}
