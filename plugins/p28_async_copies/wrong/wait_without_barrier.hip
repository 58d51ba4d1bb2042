// A thread waits for its own copies only, and reads its neighbours' cells.
// variants: halo
#define convolve_halo right_convolve_halo
#include "solution.hip"
#undef convolve_halo

__global__ void convolve_halo(float* output, const float* input, const float* taps, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[TPB + 2 * HALO];
  __shared__ float weights[TAPS];
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TPB, global_i = first + local_i;

  start_tile(cells, input, first, size);
  start_taps(weights, taps);
  async_copy_wait_all();
  if (global_i < size) output[global_i] = weighted_sum(&cells[local_i], weights);
}
