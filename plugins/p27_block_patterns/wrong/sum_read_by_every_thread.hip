// Every thread reads the sum, and no barrier stands after the thread that writes it.
// variants: normalize
#define divide_by_mean right_divide_by_mean
#include "solution.hip"
#undef divide_by_mean

__global__ void divide_by_mean(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[block_cells(TPB)];
  const unsigned local_i = threadIdx.x;

  const float own = local_i < size ? input[local_i] : 0;
  const float of_warp = warp_sum(own);
  if (lane() == 0) cells[local_i / warp_size()] = of_warp;
  __syncthreads();
  if (local_i == 0) {
    for (unsigned warp = 1; warp < TPB / warp_size(); ++warp) cells[0] += cells[warp];
  }
  const float sum = cells[0];
  if (local_i < size) output[local_i] = sum == 0 ? own : own * size / sum;
}
