// gemm_rungs: three rungs of the ladder of matrix multiplication. Fill in the kernels; hippuzzle
// says whether they are right, and `hippuzzle check` counts what they read.
// C = A x B. c: m x n, a: m x k, b: k x n, all row-major, of any size.
#include <hip/hip_runtime.h>

#include <hippuzzle/portable.hpp>

#include "config.hpp"

// A block has TILE x TILE threads; lanes of a warp are neighbours in x. Each thread computes one
// element of C from global memory. Choose row and column so that a warp reads one word of A and
// neighbouring words of B for each term. About 6 lines.
__global__ void coalesced_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                               unsigned k) {
  // FILL ME IN
}

// The same threads. For each TILE terms the block brings a tile of A and a tile of B into shared
// memory, one element of each by each thread. Parts of a tile outside of its matrix are 0. About
// 12 lines.
__global__ void tiled_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                           unsigned k) {
  __shared__ float a_shared[TILE][TILE];
  __shared__ float b_shared[TILE][TILE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  // FILL ME IN
}

// A block has THREADS x THREADS threads and computes SIDE x SIDE elements, DEPTH terms at a time.
// Thread (x, y) computes the VALUES x VALUES elements at rows y, y + THREADS, y + 2 THREADS, …
// and columns x, x + THREADS, … of the block's part of C. For each term it reads VALUES words of A
// and VALUES words of B from shared memory, once. HIPPUZZLE_UNROLL before a loop over these keeps
// its data in registers. About 30 lines.
__global__ void register_blocked_gemm(float* c, const float* a, const float* b, unsigned m,
                                      unsigned n, unsigned k) {
  __shared__ float a_shared[SIDE][DEPTH];
  __shared__ float b_shared[DEPTH][SIDE];
  const unsigned x = threadIdx.x, y = threadIdx.y, thread = y * THREADS + x;
  const unsigned first_row = blockIdx.y * SIDE, first_col = blockIdx.x * SIDE;
  float sums[VALUES][VALUES] = {};
  // FILL ME IN
}
