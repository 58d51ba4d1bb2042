// Columns are exchanged where the tile is written, and not where it is read.
// variants: swizzled
#define swizzled_transpose right_swizzled_transpose
#include "solution.hip"
#undef swizzled_transpose

__global__ void swizzled_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r, column = first_column + threadIdx.x;
    if (row < rows && column < columns) tile[r][threadIdx.x ^ r] = a[row * columns + column];
  }
  __syncthreads();
  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_column + r, column = first_row + threadIdx.x;
    if (row < columns && column < rows) output[row * rows + column] = tile[threadIdx.x][r];
  }
}
