// Waits for the next tile as well before it reads one.
// variants: overlap
#define convolve_overlapped right_convolve_overlapped
#include "solution.hip"
#undef convolve_overlapped

__global__ void convolve_overlapped(float* output, const float* input, const float* taps,
                                    unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[2][TPB + 2 * HALO];
  __shared__ float weights[TAPS];
  const unsigned local_i = threadIdx.x, first = blockIdx.x * TILES * TPB;

  start_taps(weights, taps);
  start_tile(cells[0], input, first, size);
  async_copy_commit();
  for (unsigned t = 0; t < TILES && first + t * TPB < size; ++t) {
    const unsigned begin = first + t * TPB, next = begin + TPB;
    if (t + 1 < TILES && next < size) start_tile(cells[(t + 1) % 2], input, next, size);
    async_copy_wait_all();
    __syncthreads();
    if (begin + local_i < size)
      output[begin + local_i] = weighted_sum(&cells[t % 2][local_i], weights);
    __syncthreads();
  }
}
