// The tile has a row more instead of a column more, so its rows still lie 32 words apart.
// variants: padded
#define padded_transpose right_padded_transpose
#include "solution.hip"
#undef padded_transpose

__global__ void padded_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE + 1][TILE];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r, column = first_column + threadIdx.x;
    if (row < rows && column < columns) tile[r][threadIdx.x] = a[row * columns + column];
  }
  __syncthreads();
  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_column + r, column = first_row + threadIdx.x;
    if (row < columns && column < rows) output[row * rows + column] = tile[threadIdx.x][r];
  }
}
