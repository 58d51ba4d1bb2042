// A thread takes 8 neighbouring columns and rows: its lanes read words of few banks.
// variants: register-blocked
#define register_blocked_gemm right_register_blocked_gemm
#include "solution.hip"
#undef register_blocked_gemm

__global__ void register_blocked_gemm(float* c, const float* a, const float* b, unsigned m,
                                      unsigned n, unsigned k) {
  __shared__ float a_shared[SIDE][DEPTH];
  __shared__ float b_shared[DEPTH][SIDE];
  const unsigned x = threadIdx.x, y = threadIdx.y, thread = y * THREADS + x;
  const unsigned first_row = blockIdx.y * SIDE, first_col = blockIdx.x * SIDE;

  float sums[VALUES][VALUES] = {};
  for (unsigned start = 0; start < k; start += DEPTH) {
    for (unsigned cell = thread; cell < SIDE * DEPTH; cell += THREADS * THREADS) {
      const unsigned i = cell / DEPTH, l = cell % DEPTH;
      const bool inside = first_row + i < m && start + l < k;
      a_shared[i][l] = inside ? a[size_t{first_row + i} * k + start + l] : 0;
    }
    for (unsigned cell = thread; cell < SIDE * DEPTH; cell += THREADS * THREADS) {
      const unsigned l = cell / SIDE, j = cell % SIDE;
      const bool inside = start + l < k && first_col + j < n;
      b_shared[l][j] = inside ? b[size_t{start + l} * n + first_col + j] : 0;
    }
    __syncthreads();
    for (unsigned l = 0; l < DEPTH; ++l) {
      float left[VALUES], right[VALUES];
      HIPPUZZLE_UNROLL
      for (unsigned v = 0; v < VALUES; ++v) {
        left[v] = a_shared[y * VALUES + v][l];
        right[v] = b_shared[l][x * VALUES + v];
      }
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < VALUES; ++i) {
        HIPPUZZLE_UNROLL
        for (unsigned j = 0; j < VALUES; ++j) sums[i][j] += left[i] * right[j];
      }
    }
    __syncthreads();
  }
  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < VALUES; ++i) {
    HIPPUZZLE_UNROLL
    for (unsigned j = 0; j < VALUES; ++j) {
      const unsigned row = first_row + y * VALUES + i, col = first_col + x * VALUES + j;
      if (row < m && col < n) c[size_t{row} * n + col] = sums[i][j];
    }
  }
}
