// Rows of a go straight to columns of the output: no conflicts, but a sector for each element.
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
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned column = blockIdx.x * TILE + threadIdx.x;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r;
    if (row < rows && column < columns) output[column * rows + row] = a[row * columns + column];
  }
}

__global__ void padded_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned column = blockIdx.x * TILE + threadIdx.x;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r;
    if (row < rows && column < columns) output[column * rows + row] = a[row * columns + column];
  }
}

__global__ void swizzled_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned column = blockIdx.x * TILE + threadIdx.x;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r;
    if (row < rows && column < columns) output[column * rows + row] = a[row * columns + column];
  }
}
