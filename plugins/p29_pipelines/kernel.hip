// p29: threads with different tasks, and barriers between them. Fill in the kernels; hippuzzle says
// which variants are right. The arithmetic is given. A tile is TPB elements; the last one of the
// array may have fewer.
#include <hip/hip_runtime.h>

#include <hippuzzle/shared_barrier.hpp>

#include "config.hpp"

// Given, for the first `count` elements of a tile: elements outside it do not count.

// The mean of the elements from i - reach to i + reach.
__device__ inline float mean_around(const float* cells, unsigned i, unsigned count,
                                    unsigned reach) {
  const unsigned from = i < reach ? 0 : i - reach;
  const unsigned to = i + reach < count ? i + reach : count - 1;
  float sum = 0;
  for (unsigned j = from; j <= to; ++j) sum += cells[j];
  return sum / static_cast<float>(to - from + 1);
}

// The element joined with its left neighbour, then with its right one.
__device__ inline float joined(const float* cells, unsigned i, unsigned count) {
  float value = cells[i];
  if (i > 0) value = (value + cells[i - 1]) * 0.6f;
  if (i + 1 < count) value = (value + cells[i + 1]) * 0.6f;
  return value;
}

// The mean of the element and its two neighbours, three times, from cells that stay as they are.
__device__ inline float smoothed(const float* cells, unsigned i, unsigned count) {
  constexpr unsigned width = 2 * PASSES + 1;
  float v[width];  // of the elements i - PASSES ... i + PASSES
  for (unsigned j = 0; j < width; ++j) {
    const unsigned at = i + j - PASSES;  // below 0 it wraps, and is not below count
    v[j] = at < count ? cells[at] : 0;
  }
  for (unsigned pass = 1; pass <= PASSES; ++pass) {
    float left = v[pass - 1];
    for (unsigned j = pass; j + pass < width; ++j) {
      const unsigned at = i + j - PASSES;
      const bool has_left = at - 1 < count, has_right = at + 1 < count;
      const float own = v[j];
      const float sum = own + (has_left ? left : 0) + (has_right ? v[j + 1] : 0);
      v[j] = sum / static_cast<float>(1 + has_left + has_right);
      left = own;
    }
  }
  return v[PASSES];
}

// A block takes one tile, in three stages. The lower half of the threads writes 1.1 times each
// element to `scaled`. The upper half writes mean_around(scaled, i, count, 2) to `means`. All
// threads write joined(means, i, count) to the output. At most two barriers. About 10 lines.
__global__ void multi_stage(float* output, const float* input, unsigned size) {
  __shared__ float scaled[TPB];
  __shared__ float means[TPB];
  const unsigned local_i = threadIdx.x;
  const unsigned first = blockIdx.x * TPB;
  const unsigned count = size - first < TPB ? size - first : TPB;
  // FILL ME IN
}

// A block takes one tile and smooths it PASSES times: mean_around(…, 1), from one array of cells
// into the other one. All threads arrive at `done` and wait, once for each pass; __syncthreads() is
// for its initialisation only. About 15 lines.
__global__ void double_buffered(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  __shared__ float cells[2][TPB];
  __shared__ SharedBarrier done;
  const unsigned local_i = threadIdx.x;
  const unsigned first = blockIdx.x * TPB;
  const unsigned count = size - first < TPB ? size - first : TPB;
  // FILL ME IN
}

// The same results. A block takes TILES tiles. Its first LOADERS threads load one tile after the
// other into a ring of STAGES places; the other ones write smoothed(ring[place], i, count). full[s]
// says that place s has a tile, empty[s] that nobody reads it any more. About 25 lines.
__global__ void pipelined(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  __shared__ float ring[STAGES][TPB];
  __shared__ SharedBarrier full[STAGES];
  __shared__ SharedBarrier empty[STAGES];
  const unsigned first = blockIdx.x * TILES * TPB;  // of the block's elements
  // FILL ME IN
}
