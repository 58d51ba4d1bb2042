// p33, the reference kernels. output is m x n, a is m x k, b is k x n.

using Core = hippuzzle::MatrixCore<float>;
using TileA = hippuzzle::SharedBox<float, ROWS, DEPTH>;
using TileB = hippuzzle::SharedBox<float, DEPTH, COLUMNS + Core::padding, false>;

// The block loads Tile::rows x width elements of a matrix, from (row, column) on. Elements outside
// it become 0, which adds nothing to a sum.
template <unsigned width, class Tile>
__device__ inline void load_tile(Tile& tile, const float* matrix, unsigned rows, unsigned columns,
                                 unsigned row, unsigned column) {
  for (unsigned i = threadIdx.x; i < Tile::rows * width; i += TPB) {
    const unsigned r = row + i / width, c = column + i % width;
    tile(i / width, i % width) = r < rows && c < columns ? matrix[size_t{r} * columns + c] : 0;
  }
}

// The part of a block's tile that one warp computes: COLUMNS elements of its rows.
struct WarpTile {
  static constexpr unsigned rows = ROWS / (TPB / Core::lanes);
  static constexpr unsigned down = rows / Core::rows, across = COLUMNS / Core::columns;
  typename Core::Sums sums[down][across];

  __device__ void clear() {
    for (unsigned i = 0; i < down; ++i)
      for (unsigned j = 0; j < across; ++j) sums[i][j] = {};
  }
  __device__ void multiply(const TileA& a, const TileB& b, unsigned warp, unsigned lane) {
    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < DEPTH; l += Core::tile_k) {
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < down; ++i) {
        const typename Core::Left left = Core::left(a, warp * rows, l, lane, i);
        HIPPUZZLE_UNROLL
        for (unsigned j = 0; j < across; ++j)
          Core::multiply_add(sums[i][j], left, Core::right(b, l, 0, lane, j));
      }
    }
  }
  // Calls write(row, column, sum) for each of the lane's sums, counted from the warp's first row.
  template <class Write>
  __device__ void for_each_sum(unsigned lane, const Write& write) const {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < down; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned j = 0; j < across; ++j) {
        HIPPUZZLE_UNROLL
        for (int e = 0; e < Core::size; ++e)
          write(i * Core::rows + Core::row(lane, e), j * Core::columns + Core::column(lane, e),
                sums[i][j][e]);
      }
    }
  }
};

__global__ void tensor_core(float* output, const float* a, const float* b, unsigned m, unsigned n,
                            unsigned k) {
  __shared__ TileA a_tile;
  __shared__ TileB b_tile;
  const unsigned warp = threadIdx.x / Core::lanes, lane = threadIdx.x % Core::lanes;
  const unsigned first_row = blockIdx.y * ROWS, first_column = blockIdx.x * COLUMNS;

  WarpTile tile;
  tile.clear();
  for (unsigned start = 0; start < k; start += DEPTH) {
    load_tile<DEPTH>(a_tile, a, m, k, first_row, start);
    load_tile<COLUMNS>(b_tile, b, k, n, start, first_column);
    __syncthreads();  // both tiles are complete
    tile.multiply(a_tile, b_tile, warp, lane);
    __syncthreads();  // nobody reads them any more
  }
  tile.for_each_sum(lane, [&](unsigned r, unsigned c, float sum) HIPPUZZLE_INLINE {
    const unsigned row = first_row + warp * WarpTile::rows + r, column = first_column + c;
    if (row < m && column < n) output[size_t{row} * n + column] = sum;
  });
}

__global__ void tiled(float* output, const float* a, const float* b, unsigned m, unsigned n,
                      unsigned k) {
  __shared__ float a_tile[SIDE][SIDE];
  __shared__ float b_tile[SIDE][SIDE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x;

  float sum = 0;
  for (unsigned start = 0; start < k; start += SIDE) {
    a_tile[y][x] = row < m && start + x < k ? a[size_t{row} * k + start + x] : 0;
    b_tile[y][x] = start + y < k && column < n ? b[size_t{start + y} * n + column] : 0;
    __syncthreads();
    for (unsigned l = 0; l < SIDE; ++l) sum += a_tile[y][l] * b_tile[l][x];
    __syncthreads();
  }
  if (row < m && column < n) output[size_t{row} * n + column] = sum;
}
