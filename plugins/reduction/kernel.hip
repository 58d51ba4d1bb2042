// reduction: one sum of many elements, in five ways. Fill in all kernels but the first; hippuzzle
// says which variants are right. Blocks have TPB threads.
#include <hip/hip_runtime.h>

#include <hippuzzle/atomic.hpp>
#include <hippuzzle/warp.hpp>
#include <hippuzzle/warp_collectives.hpp>

#include "config.hpp"

// Given (--atomics): every thread adds its element to the sum, which is 0 before the launch.
__global__ void atomics(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) hippuzzle::atomic_add(&output[0], a[i]);
}

// A block for each TPB elements: a tree in shared memory, then one atomic addition a block. About
// 10 lines.
__global__ void tree(float* output, const float* a, unsigned size) {
  __shared__ float sums[TPB];
  const unsigned i = blockIdx.x * TPB + threadIdx.x;
  // FILL ME IN
}

// A block for each 2 TPB elements: each thread adds a[i] and a[i + TPB] before the tree. About 10
// lines.
__global__ void first_add(float* output, const float* a, unsigned size) {
  __shared__ float sums[TPB];
  const unsigned i = blockIdx.x * 2 * TPB + threadIdx.x;
  // FILL ME IN
}

// The same without a tree: hippuzzle::warp_sum in each warp, a cell a warp, one barrier, and
// warp_sum over the cells. About 10 lines.
__global__ void warp(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  __shared__ float sums[TPB / 32];  // half of it is used where warps have 64 lanes
  const unsigned i = blockIdx.x * 2 * TPB + threadIdx.x;
  // FILL ME IN
}

// At most MOST_BLOCKS blocks, whatever the size: a thread takes every gridDim.x * TPB-th element.
// About 12 lines.
__global__ void grid_stride(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  __shared__ float sums[TPB / 32];
  const unsigned threads = gridDim.x * TPB;
  // FILL ME IN
}

// No atomic addition of floats: each block writes its sum to partial[blockIdx.x] and takes a ticket
// from *arrived, which is 0 before the launch. The block with the last ticket adds up `partial` and
// writes output[0]. About 20 lines.
__global__ void last_block(float* output, float* partial, unsigned* arrived, const float* a,
                           unsigned size) {
  using namespace hippuzzle;
  __shared__ float sums[TPB / 32];
  __shared__ bool is_last;
  // FILL ME IN
}
