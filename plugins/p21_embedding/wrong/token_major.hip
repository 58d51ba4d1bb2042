// The token changes from lane to lane, so neighbouring lanes are a row apart.
// variants: grid-2d
#define grid_2d right_grid_2d
#include "solution.hip"
#undef grid_2d

__global__ void grid_2d(float* output, const int* indices, const float* table, unsigned tokens,
                        unsigned rows, unsigned features) {
  const unsigned token = blockIdx.x * TPB_2D + threadIdx.x;
  const unsigned feature = blockIdx.y * TPB_2D + threadIdx.y;
  if (token >= tokens || feature >= features) return;
  const int index = indices[token];
  output[token * features + feature] = is_row(index, rows) ? table[index * features + feature] : 0;
}
