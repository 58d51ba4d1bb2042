// A sum below 0 is taken for no sum, and only 0 is one.
// variants: normalize
#define divide_by_mean right_divide_by_mean
#include "solution.hip"
#undef divide_by_mean

__global__ void divide_by_mean(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(TPB)];
  const unsigned local_i = threadIdx.x;

  const float own = local_i < size ? input[local_i] : 0;
  const float sum = block_sum(own, cells);
  if (local_i < size) output[local_i] = sum > 0 ? own * size / sum : own;
}
