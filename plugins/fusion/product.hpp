// fusion: the product that all variants begin with, p16's tiled one for any shape. Given.
#pragma once

#include "config.hpp"

// Element (row, col) of A x B; 0 outside it. a: m x k, b: k x n, row-major. All threads of a block
// call it, thread (x, y) for an element of a TPB x TPB tile of the output: row and col are that
// tile's first ones plus threadIdx.y and threadIdx.x. Returns when the block's tiles may be written
// again, so it can be called several times.
__device__ inline float product_element(const float* a, const float* b, unsigned row, unsigned col,
                                        unsigned m, unsigned n, unsigned k) {
  __shared__ float a_shared[TPB][TPB];
  __shared__ float b_shared[TPB][TPB];
  const unsigned x = threadIdx.x, y = threadIdx.y;

  float sum = 0;
  for (unsigned start = 0; start < k; start += TPB) {
    a_shared[y][x] = row < m && start + x < k ? a[row * k + start + x] : 0;
    b_shared[y][x] = start + y < k && col < n ? b[(start + y) * n + col] : 0;
    __syncthreads();
    for (unsigned l = 0; l < TPB; ++l) sum += a_shared[y][l] * b_shared[l][x];
    __syncthreads();
  }
  return sum;
}
