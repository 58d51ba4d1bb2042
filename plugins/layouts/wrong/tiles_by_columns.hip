// Tiles follow one another down the columns.
// variants: tiled
#define tiled_copy right_tiled_copy
#include "solution.hip"
#undef tiled_copy

__global__ void tiled_copy(float* output, const float* a, unsigned rows, unsigned columns) {
  using namespace hippuzzle;
  const auto tiled = blocked_product(row_major<2, 2>(), col_major(rows / 2, columns / 2));
  copy_element(make_tensor(a, row_major(rows, columns)), make_tensor(output, tiled));
}
