// Pads each row of the tile by a cell: a warp has two rows, and two of its cells share a bank.
// variants: transpose
#define transpose right_transpose
#include "solution.hip"
#undef transpose

__global__ void transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE + 1];
  const unsigned first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;
  const unsigned x = threadIdx.x, y = threadIdx.y;
  if (first_row + y < rows && first_column + x < columns)
    tile[y][x] = a[(first_row + y) * columns + first_column + x];
  __syncthreads();
  if (first_column + y < columns && first_row + x < rows)
    output[(first_column + y) * rows + first_row + x] = tile[x][y];
}
