// p28: asynchronous copies. Fill in the kernels; hippuzzle says which variants are right. Each
// output is the sum of five elements around it, each times its tap. A block has TPB threads.
#include <hip/hip_runtime.h>

#include <hippuzzle/async_copy.hpp>

#include "config.hpp"

// Given: the sum of TAPS cells, each times its tap. cells[0] is HALO elements before the output's.
__device__ inline float weighted_sum(const float* cells, const float* weights) {
  float sum = 0;
  for (unsigned j = 0; j < TAPS; ++j) sum += cells[j] * weights[j];
  return sum;
}

// A block takes one tile of TPB elements. Copy the tile and the taps to shared memory without
// registers, wait, and write the sums. The first two and the last two outputs of a tile are copies
// of their elements. The last tile may end early. About 8 lines.
__global__ void convolve_tile(float* output, const float* input, const float* taps, unsigned size) {
  using namespace hippuzzle;
  __shared__ float tile[TPB];
  __shared__ float weights[TAPS];
  const unsigned local_i = threadIdx.x;
  const unsigned global_i = blockIdx.x * TPB + local_i;
  // FILL ME IN
}

// The same with five taps everywhere: the tile has HALO further cells on either side, which are 0
// outside the array. About 10 lines.
__global__ void convolve_halo(float* output, const float* input, const float* taps, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[TPB + 2 * HALO];
  __shared__ float weights[TAPS];
  const unsigned local_i = threadIdx.x;
  const unsigned global_i = blockIdx.x * TPB + local_i;
  // FILL ME IN
}

// The same results. A block takes TILES tiles, one after the other. Start the copy of the next tile
// before you read the last one that has come. About 20 lines, with a function that starts a tile.
__global__ void convolve_overlapped(float* output, const float* input, const float* taps,
                                    unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[2][TPB + 2 * HALO];
  __shared__ float weights[TAPS];
  const unsigned first = blockIdx.x * TILES * TPB;  // of the block's elements
  // FILL ME IN
}
