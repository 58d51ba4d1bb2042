// p33: matrix cores. Fill in the first kernel; hippuzzle says whether it is right. The output is
// the product of a (m x k) and b (k x n), all row-major and of any size.
#include <hip/hip_runtime.h>

#include <hippuzzle/matrix/matrix_core.hpp>

#include "config.hpp"

// The instruction of this GPU: a warp of Core::lanes threads multiplies Core::rows x Core::tile_k
// by Core::tile_k x Core::columns, and each lane has Core::size of the sums.
using Core = hippuzzle::MatrixCore<float>;
// Tiles of a and of b in shared memory, element (row, column): a_tile(r, l), b_tile(l, c). Only
// COLUMNS columns of the second one are used.
using TileA = hippuzzle::SharedBox<float, ROWS, DEPTH>;
using TileB = hippuzzle::SharedBox<float, DEPTH, COLUMNS + Core::padding, false>;

// A block of TPB threads computes ROWS x COLUMNS elements, and each of its warps an equal part of
// the rows. For each DEPTH of k: load both tiles, with zeros outside the matrices, then multiply
// and add on the matrix cores. The sums stay in registers until the end. About 35 lines.
__global__ void tensor_core(float* output, const float* a, const float* b, unsigned m, unsigned n,
                            unsigned k) {
  __shared__ TileA a_tile;
  __shared__ TileB b_tile;
  const unsigned warp = threadIdx.x / Core::lanes;
  const unsigned lane = threadIdx.x % Core::lanes;
  // FILL ME IN
}

// Given (--tiled): a thread an element, tiles in shared memory, no matrix cores. Blocks of SIDE x
// SIDE threads.
__global__ void tiled(float* output, const float* a, const float* b, unsigned m, unsigned n,
                      unsigned k) {
  __shared__ float a_tile[SIDE][SIDE];
  __shared__ float b_tile[SIDE][SIDE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x;

  float sum = 0;
  for (unsigned start = 0; start < k; start += SIDE) {
    a_tile[y][x] = row < m && start + x < k ? a[size_t{row} * k + start + x] : 0;
    b_tile[y][x] = start + y < k && column < n ? b[size_t{start + y} * n + column] : 0;
    __syncthreads();
    for (unsigned l = 0; l < SIDE; ++l) sum += a_tile[y][l] * b_tile[l][x];
    __syncthreads();
  }
  if (row < m && column < n) output[size_t{row} * n + column] = sum;
}
