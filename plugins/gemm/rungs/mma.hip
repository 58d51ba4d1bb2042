// Rungs 11 and 12, mma-tf32 and mma-bf16: a warp's tile of 64 x 64 outputs is 4 x 4 fragments of 16
// x 16 that matrix cores multiply; tiles arrive by asynchronous copies, Stages - 1 of them ahead. T
// is float (TF32) or Bf16.
//
// Floor: 16 terms of Bf16 (8 of TF32) cost a warp 4 reads of 512 bytes of A and 4 of B for 32
// mma.sync: 32 wavefronts against 32 x 16 cycles of a matrix core. mma.sync itself reaches about
// 0.65 of what wgmma does on sm_90, because operands pass through registers.
template <class T, unsigned Rows, unsigned Columns, unsigned Depth, unsigned Stages, bool Aligned>
struct MmaGemm {
  using Core = hippuzzle::MatrixCore<T>;
  static constexpr unsigned down = Rows / 64, across = Columns / 64;
  static constexpr unsigned threads = down * across * Core::lanes;
  // Padded so that the rows that are read together begin in different groups of banks.
  static constexpr unsigned a_stride = Depth + 16 / sizeof(T), b_stride = Columns + 8;
  static constexpr unsigned a_size = Rows * a_stride, stage_size = a_size + Depth * b_stride;
  static constexpr unsigned shared_bytes = Stages * stage_size * sizeof(T);
  static constexpr unsigned piece = 16 / sizeof(T);  // elements of 16 bytes
  using Piece = hippuzzle::Vector<T, piece>;

  // Copies Height x Width elements from (row, col) on; zeros outside the matrix.
  template <unsigned Height, unsigned Width>
  __device__ static void fetch(T* shared, unsigned stride, const T* matrix, unsigned rows,
                               unsigned columns, unsigned row, unsigned col) {
    constexpr unsigned across = Width / piece;
    HIPPUZZLE_UNROLL
    for (unsigned first = 0; first < Height * across; first += threads) {
      const unsigned r = (first + threadIdx.x) / across;
      const unsigned c = (first + threadIdx.x) % across * piece;
      const T* from = matrix + size_t{row + r} * columns + col + c;
      T* to = shared + r * stride + c;
      if constexpr (Aligned) {
        if (row + r < rows && col + c < columns)
          hippuzzle::async_copy(reinterpret_cast<Piece*>(to), reinterpret_cast<const Piece*>(from));
        else
          *reinterpret_cast<Piece*>(to) = Piece{};
      } else {
        for (unsigned e = 0; e < piece; ++e)
          to[e] = row + r < rows && col + c + e < columns ? from[e] : T{};
      }
    }
  }
};

template <class T, unsigned Rows, unsigned Columns, unsigned Depth, unsigned Stages, bool Aligned>
__global__ void __launch_bounds__((MmaGemm<T, Rows, Columns, Depth, Stages, Aligned>::threads))
    mma_gemm(float* c, const T* a, const T* b, unsigned m, unsigned n, unsigned k) {
  if constexpr (HIPPUZZLE_HAS_MATRIX_CORE) {
    using namespace hippuzzle;
    using Gemm = MmaGemm<T, Rows, Columns, Depth, Stages, Aligned>;
    using Core = typename Gemm::Core;
    T* const stages = dynamic_shared<T>();
    const unsigned warp = threadIdx.x / Core::lanes, lane = threadIdx.x % Core::lanes;
    const unsigned warp_row = warp % Gemm::down * 64, warp_col = warp / Gemm::down * 64;
    const unsigned down = (m + Rows - 1) / Rows, across = (n + Columns - 1) / Columns;
    const TilePlace place = place_of(blockIdx.x, down, across, 8);
    const unsigned first_row = place.row * Rows, first_col = place.column * Columns;
    const unsigned steps = (k + Depth - 1) / Depth;
    const auto fetch = [&](unsigned step) {
      if (step < steps) {
        T* stage = stages + step % Stages * Gemm::stage_size;
        Gemm::template fetch<Rows, Depth>(stage, Gemm::a_stride, a, m, k, first_row, step * Depth);
        Gemm::template fetch<Depth, Columns>(stage + Gemm::a_size, Gemm::b_stride, b, k, n,
                                             step * Depth, first_col);
      }
      async_copy_commit();
    };
    for (unsigned step = 0; step + 1 < Stages; ++step) fetch(step);

    typename Core::Sums sums[4][4] = {};
    for (unsigned step = 0; step < steps; ++step) {
      async_copy_wait<Stages - 2>();
      __syncthreads();  // this stage is complete, and the one before it is free
      fetch(step + Stages - 1);
      const T* stage = stages + step % Stages * Gemm::stage_size;
      const T* a_rows = stage + warp_row * Gemm::a_stride;
      const T* b_columns = stage + Gemm::a_size + warp_col;
      // The fragments of the next terms are read before these are multiplied.
      decltype(Core::left(a_rows, 0, 0)) left[2][4];
      decltype(Core::right(b_columns, 0, 0)) right[2][4];
      const auto read = [&](unsigned l) {
        const unsigned to = l / Core::terms % 2;
        HIPPUZZLE_UNROLL
        for (unsigned i = 0; i < 4; ++i) {
          left[to][i] = Core::left(a_rows + i * 16 * Gemm::a_stride + l, Gemm::a_stride, lane);
          right[to][i] = Core::right(b_columns + l * Gemm::b_stride + i * 16, Gemm::b_stride, lane);
        }
      };
      read(0);
      HIPPUZZLE_UNROLL
      for (unsigned l = 0; l < Depth; l += Core::terms) {
        const unsigned from = l / Core::terms % 2;
        if (l + Core::terms < Depth) read(l + Core::terms);
        HIPPUZZLE_UNROLL
        for (unsigned i = 0; i < 4; ++i) {
          HIPPUZZLE_UNROLL
          for (unsigned j = 0; j < 4; ++j) {
            Core::multiply_add(sums[i][j], left[from][i], right[from][j]);
          }
        }
      }
    }

    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned j = 0; j < 4; ++j) {
        HIPPUZZLE_UNROLL
        for (int e = 0; e < Core::size; ++e) {
          const unsigned row = first_row + warp_row + i * 16 + Core::row(lane, e);
          const unsigned col = first_col + warp_col + j * 16 + Core::column(lane, e);
          if (row < m && col < n) c[size_t{row} * n + col] = sums[i][j].values[e];
        }
      }
    }
  } else {
    (void)c, (void)a, (void)b, (void)m, (void)n, (void)k;
  }
}
