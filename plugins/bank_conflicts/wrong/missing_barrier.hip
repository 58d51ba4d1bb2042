// Threads take columns of the tile that others have not loaded yet.
// variants: conflicting, padded, swizzled
#define conflicting_transpose right_conflicting_transpose
#define padded_transpose right_padded_transpose
#define swizzled_transpose right_swizzled_transpose
#include "solution.hip"
#undef conflicting_transpose
#undef padded_transpose
#undef swizzled_transpose

__global__ void conflicting_transpose(float* output, const float* a, unsigned rows,
                                      unsigned columns) {
  __shared__ float tile[TILE][TILE];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r, column = first_column + threadIdx.x;
    if (row < rows && column < columns) tile[r][threadIdx.x] = a[row * columns + column];
  }
  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_column + r, column = first_row + threadIdx.x;  // of the output
    if (row < columns && column < rows) output[row * rows + column] = tile[threadIdx.x][r];
  }
}

__global__ void padded_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE + 1];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r, column = first_column + threadIdx.x;
    if (row < rows && column < columns) tile[r][threadIdx.x] = a[row * columns + column];
  }
  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_column + r, column = first_row + threadIdx.x;
    if (row < columns && column < rows) output[row * rows + column] = tile[threadIdx.x][r];
  }
}

__global__ void swizzled_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r, column = first_column + threadIdx.x;
    if (row < rows && column < columns) tile[r][threadIdx.x ^ r] = a[row * columns + column];
  }
  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_column + r, column = first_row + threadIdx.x;
    if (row < columns && column < rows)
      output[row * rows + column] = tile[threadIdx.x][r ^ threadIdx.x];
  }
}
