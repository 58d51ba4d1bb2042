// Waits for parity 0 in each round, and the second one of a place has parity 1.
// variants: pipelined
#define pipelined right_pipelined
#include "solution.hip"
#undef pipelined

__global__ void pipelined(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  __shared__ float ring[STAGES][TPB];
  __shared__ SharedBarrier full[STAGES];
  __shared__ SharedBarrier empty[STAGES];
  const unsigned first = blockIdx.x * TILES * TPB;

  if (threadIdx.x < STAGES) {
    full[threadIdx.x].init(LOADERS);
    empty[threadIdx.x].init(SMOOTHERS);
  }
  publish_barriers();
  __syncthreads();

  for (unsigned t = 0; t < TILES && first + t * TPB < size; ++t) {
    const unsigned begin = first + t * TPB, place = t % STAGES, parity = t / STAGES % 2;
    const unsigned count = size - begin < TPB ? size - begin : TPB;
    if (threadIdx.x < LOADERS) {
      empty[place].wait(parity ^ 1);  // at once in the first round
      for (unsigned i = threadIdx.x; i < count; i += LOADERS) ring[place][i] = input[begin + i];
      full[place].arrive();
    } else {
      full[place].wait(0);
      for (unsigned i = threadIdx.x - LOADERS; i < count; i += SMOOTHERS)
        output[begin + i] = smoothed(ring[place], i, count);
      empty[place].arrive();
    }
  }
}
