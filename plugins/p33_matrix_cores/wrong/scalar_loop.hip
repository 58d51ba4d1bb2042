// Each thread adds up its elements in a loop, without matrix cores.
// variants: tensor-core
#define tensor_core right_tensor_core
#include "solution.hip"
#undef tensor_core

__global__ void tensor_core(float* output, const float* a, const float* b, unsigned m, unsigned n,
                            unsigned k) {
  __shared__ TileA a_tile;
  __shared__ TileB b_tile;
  constexpr unsigned of_thread = ROWS * COLUMNS / TPB, step = TPB / COLUMNS;
  const unsigned first_row = blockIdx.y * ROWS, first_column = blockIdx.x * COLUMNS;
  const unsigned r = threadIdx.x / COLUMNS, c = threadIdx.x % COLUMNS;

  float sums[of_thread] = {};
  for (unsigned start = 0; start < k; start += DEPTH) {
    load_tile<DEPTH>(a_tile, a, m, k, first_row, start);
    load_tile<COLUMNS>(b_tile, b, k, n, start, first_column);
    __syncthreads();
    for (unsigned l = 0; l < DEPTH; ++l)
      for (unsigned i = 0; i < of_thread; ++i) sums[i] += a_tile(r + i * step, l) * b_tile(l, c);
    __syncthreads();
  }
  for (unsigned i = 0; i < of_thread; ++i) {
    const unsigned row = first_row + r + i * step, column = first_column + c;
    if (row < m && column < n) output[size_t{row} * n + column] = sums[i];
  }
}
