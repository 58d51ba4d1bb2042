// Writes a lane's sums to the rows of the next fragment.
// variants: tensor-core
#define tensor_core right_tensor_core
#include "solution.hip"
#undef tensor_core

__global__ void tensor_core(float* output, const float* a, const float* b, unsigned m, unsigned n,
                            unsigned k) {
  __shared__ TileA a_tile;
  __shared__ TileB b_tile;
  const unsigned warp = threadIdx.x / Core::lanes, lane = threadIdx.x % Core::lanes;
  const unsigned first_row = blockIdx.y * ROWS, first_column = blockIdx.x * COLUMNS;

  WarpTile tile;
  tile.clear();
  for (unsigned start = 0; start < k; start += DEPTH) {
    load_tile<DEPTH>(a_tile, a, m, k, first_row, start);
    load_tile<COLUMNS>(b_tile, b, k, n, start, first_column);
    __syncthreads();
    tile.multiply(a_tile, b_tile, warp, lane);
    __syncthreads();
  }
  tile.for_each_sum(lane, [&](unsigned r, unsigned c, float sum) HIPPUZZLE_INLINE {
    const unsigned row = first_row + warp * WarpTile::rows + r, column = first_column + c;
    if (row < m && column < n) output[size_t{(row ^ 8) < m ? row ^ 8 : row} * n + column] = sum;
  });
}
