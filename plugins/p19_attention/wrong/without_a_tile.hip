// Writes each element to its place at once: the lanes of a warp write to 16 rows.
// variants: transpose
#define transpose right_transpose
#include "solution.hip"
#undef transpose

__global__ void transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  const unsigned row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  if (row < rows && column < columns) output[column * rows + row] = a[row * columns + column];
}
