// gemm_rungs, the reference kernels. c: m x n, a: m x k, b: k x n, row-major.

// x, along which a warp's lanes are neighbours, is the column.
__global__ void coalesced_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                               unsigned k) {
  const unsigned row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  if (row >= m || col >= n) return;

  float sum = 0;
  for (unsigned l = 0; l < k; ++l) sum += a[size_t{row} * k + l] * b[size_t{l} * n + col];
  c[size_t{row} * n + col] = sum;
}

// Threads beyond C still bring elements of tiles and meet at the barriers.
__global__ void tiled_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                           unsigned k) {
  __shared__ float a_shared[TILE][TILE];
  __shared__ float b_shared[TILE][TILE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;

  float sum = 0;
  for (unsigned start = 0; start < k; start += TILE) {
    a_shared[y][x] = row < m && start + x < k ? a[size_t{row} * k + start + x] : 0;
    b_shared[y][x] = start + y < k && col < n ? b[size_t{start + y} * n + col] : 0;
    __syncthreads();  // both tiles are complete
    for (unsigned l = 0; l < TILE; ++l) sum += a_shared[y][l] * b_shared[l][x];
    __syncthreads();  // nobody reads them any more
  }
  if (row < m && col < n) c[size_t{row} * n + col] = sum;
}

// Neighbouring lanes compute neighbouring columns, so their reads of b_shared use different banks;
// lanes of one row want the same word of a_shared.
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
        left[v] = a_shared[y + v * THREADS][l];
        right[v] = b_shared[l][x + v * THREADS];
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
      const unsigned row = first_row + y + i * THREADS, col = first_col + x + j * THREADS;
      if (row < m && col < n) c[size_t{row} * n + col] = sums[i][j];
    }
  }
}
