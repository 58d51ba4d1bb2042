// The halo before the tile is copied, the one after it is left as it is.
// variants: halo
#define convolve_halo right_convolve_halo
#include "solution.hip"
#undef convolve_halo

__global__ void convolve_halo(float* output, const float* input, const float* taps, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[TPB + 2 * HALO];
  __shared__ float weights[TAPS];
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TPB, global_i = first + local_i;

  cells[HALO + local_i] = 0;
  if (global_i < size) async_copy(&cells[HALO + local_i], &input[global_i]);
  if (local_i < HALO) {
    const unsigned i = first + local_i - HALO;
    cells[local_i] = 0;
    if (i < size) async_copy(&cells[local_i], &input[i]);
  }
  start_taps(weights, taps);
  async_copy_wait_all();
  __syncthreads();
  if (global_i < size) output[global_i] = weighted_sum(&cells[local_i], weights);
}
