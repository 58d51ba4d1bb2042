// The guard covers the write only: threads without an element still read outside the matrix.
// variants: memory-bug
#define add_10_2d right_add_10_2d
#include "solution.hip"
#undef add_10_2d

__global__ void add_10_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;

  const float value = a_tensor(row, col) + 10;
  if (row < size && col < size) output_tensor(row, col) = value;
}
