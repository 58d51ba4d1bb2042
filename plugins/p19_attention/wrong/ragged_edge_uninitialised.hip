// The writes have the guard of the reads: at an edge, threads write cells that nobody filled.
// variants: transpose
#define transpose right_transpose
#include "solution.hip"
#undef transpose

__global__ void transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE];
  const unsigned first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const bool is_inside = first_row + y < rows && first_column + x < columns;
  if (is_inside) tile[y][x ^ y] = a[(first_row + y) * columns + first_column + x];
  __syncthreads();
  if (is_inside) output[(first_column + y) * rows + first_row + x] = tile[x][y ^ x];
}
