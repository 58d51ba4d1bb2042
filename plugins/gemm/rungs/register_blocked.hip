// Rung 5, register-blocked: a thread computes Side x Side outputs, so a word read from shared
// memory serves Side multiply-adds. blockDim: Rows/Side x Columns/Side threads in one dimension.
//
// Floor, Side = 8: a term costs a warp 16 one-word reads for 64 multiply-adds, so 64/80 of the
// issue slots are left for arithmetic: 0.80 of the peak. Wavefronts no longer bind: 16 (each read
// is one: rows broadcast, columns neighbour) per 16 cycles that 64 multiply-adds of four warps
// take... a quarter of them.
template <unsigned Rows, unsigned Columns, unsigned Depth, unsigned Side>
__global__ void __launch_bounds__(Rows / Side * Columns / Side)
    register_blocked_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                          unsigned k) {
  constexpr unsigned across = Columns / Side, down = Rows / Side, threads = across * down;
  __shared__ float a_shared[Depth][Rows + 1];  // turned; the odd stride spreads the writes
  __shared__ float b_shared[Depth][Columns];
  const unsigned thread = threadIdx.x;
  const unsigned x = thread % across, y = thread / across;
  const unsigned first_row = blockIdx.y * Rows, first_col = blockIdx.x * Columns;

  float sums[Side][Side] = {};
  for (unsigned start = 0; start < k; start += Depth) {
    HIPPUZZLE_UNROLL
    for (unsigned first = 0; first < Rows * Depth; first += threads) {
      const unsigned i = (first + thread) / Depth, l = (first + thread) % Depth;
      const bool inside = first_row + i < m && start + l < k;
      a_shared[l][i] = inside ? a[size_t{first_row + i} * k + start + l] : 0;
    }
    HIPPUZZLE_UNROLL
    for (unsigned first = 0; first < Columns * Depth; first += threads) {
      const unsigned l = (first + thread) / Columns, j = (first + thread) % Columns;
      const bool inside = start + l < k && first_col + j < n;
      b_shared[l][j] = inside ? b[size_t{start + l} * n + first_col + j] : 0;
    }
    __syncthreads();

    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < Depth; ++l) {
      float rows[Side], columns[Side];
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < Side; ++i) rows[i] = a_shared[l][y + i * down];
      HIPPUZZLE_UNROLL
      for (unsigned j = 0; j < Side; ++j) columns[j] = b_shared[l][x + j * across];
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < Side; ++i) {
        HIPPUZZLE_UNROLL
        for (unsigned j = 0; j < Side; ++j) sums[i][j] += rows[i] * columns[j];
      }
    }
    __syncthreads();
  }

  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < Side; ++i) {
    HIPPUZZLE_UNROLL
    for (unsigned j = 0; j < Side; ++j) {
      const unsigned row = first_row + y + i * down, col = first_col + x + j * across;
      if (row < m && col < n) c[size_t{row} * n + col] = sums[i][j];
    }
  }
}
