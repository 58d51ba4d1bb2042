// Threads meet at the barrier without having waited for their copies.
// variants: single
#define convolve_tile right_convolve_tile
#include "solution.hip"
#undef convolve_tile

__global__ void convolve_tile(float* output, const float* input, const float* taps, unsigned size) {
  using namespace hippuzzle;
  __shared__ float tile[TPB];
  __shared__ float weights[TAPS];
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TPB, global_i = first + local_i;

  if (global_i < size) async_copy(&tile[local_i], &input[global_i]);
  start_taps(weights, taps);
  async_copy_commit();
  __syncthreads();
  if (global_i >= size) return;

  const unsigned count = size - first < TPB ? size - first : TPB;
  const bool at_an_edge = local_i < HALO || local_i + HALO >= count;
  output[global_i] = at_an_edge ? tile[local_i] : weighted_sum(&tile[local_i - HALO], weights);
}
