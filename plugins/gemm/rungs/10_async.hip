// Rung 10, async: tiles travel from global to shared memory by asynchronous copies, past the
// registers, Stages - 1 of them ahead of the arithmetic; the grid is persistent, as many
// blocks as the device runs at once, each walking over tiles. Without such copies it copies
// plainly.
//
// Floor, Width = 16: four k cost a warp 8 reads of A and 16 of B for 512 multiply-adds: 0.955
// of the issue slots. Nothing is transposed, and copies in flight take no registers.
#include <hippuzzle/matrix/shared_box.hpp>

#include "parts/deep_warp_tile.hpp"
#include "parts/problem.hpp"
#include "parts/tile_order.hpp"

template <unsigned Rows, unsigned Columns, unsigned TileK, unsigned Width, unsigned Stages,
          bool Aligned>
struct AsyncGemm {
  static constexpr unsigned down = Rows / 64, threads = down * (Columns / (4 * Width)) * 32;
  struct Stage {
    hippuzzle::SharedBox<float, Rows, TileK> a;
    hippuzzle::SharedBox<float, TileK, Columns, false> b;
  };
  static constexpr unsigned shared_bytes = Stages * sizeof(Stage);

  __device__ static void fetch(Stage& stage, const float* a, const float* b, unsigned m, unsigned n,
                               unsigned k, unsigned first_row, unsigned first_col, unsigned start) {
    fill(stage.a, a, m, k, first_row, start);
    fill(stage.b, b, k, n, start, first_col);
  }

  // From (row, column) on, by float4s where they may be copied as such; outside the matrix zeros.
  template <class Box>
  __device__ static void fill(Box& box, const float* matrix, unsigned rows, unsigned columns,
                              unsigned row, unsigned column) {
    using Piece = hippuzzle::Vector<float, Aligned ? 4 : 1>;
    constexpr unsigned piece = sizeof(Piece) / 4, across = Box::columns / piece;
    constexpr unsigned rows_at_once = threads / across;
    static_assert(threads % across == 0 && Box::rows % rows_at_once == 0, "all threads copy");
    const unsigned j = threadIdx.x % across * piece;
    const float* from = matrix + size_t{row + threadIdx.x / across} * columns + column + j;
    HIPPUZZLE_UNROLL_BY(4)
    for (unsigned first = 0; first < Box::rows; first += rows_at_once) {
      const unsigned i = first + threadIdx.x / across;
      Piece* to = reinterpret_cast<Piece*>(&box(i, j));
      if (row + i < rows && column + j < columns)
        hippuzzle::async_copy(to, reinterpret_cast<const Piece*>(from));
      else
        *to = Piece{};
      from += size_t{rows_at_once} * columns;
    }
  }

  // Adds one stage.
  __device__ static void add_stage(DeepWarpTile<Width>& tile, const Stage& stage, unsigned row,
                                   unsigned column) {
    HIPPUZZLE_UNROLL_BY(tiles::async_turns)
    for (unsigned l = 0; l < TileK; l += 4) {
      Float4 left[8], right[Width / 4];
      HIPPUZZLE_UNROLL
      for (unsigned i = 0; i < 8; ++i)
        left[i] = *reinterpret_cast<const Float4*>(&stage.a(row + i * 8, l));
      HIPPUZZLE_UNROLL
      for (unsigned t = 0; t < 4; ++t) {
        HIPPUZZLE_UNROLL
        for (unsigned h = 0; h < Width / 4; ++h)
          right[h] = *reinterpret_cast<const Float4*>(&stage.b(l + t, column + h * 16));
        tile.add(left, t, right);
      }
    }
  }
};

template <unsigned Rows, unsigned Columns, unsigned TileK, unsigned Width, unsigned Stages,
          bool Aligned>
__global__ void __launch_bounds__(Rows / 64 * Columns / (4 * Width) * 32)
    async_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  using Gemm = AsyncGemm<Rows, Columns, TileK, Width, Stages, Aligned>;
  auto* const stages = hippuzzle::dynamic_shared<typename Gemm::Stage>();
  const unsigned warp = threadIdx.x / 32, x = threadIdx.x % 4, y = threadIdx.x % 32 / 4;
  const unsigned warp_row = warp % Gemm::down * 64, warp_col = warp / Gemm::down * (4 * Width);
  const unsigned down = (m + Rows - 1) / Rows, across = (n + Columns - 1) / Columns;
  const unsigned k_tiles = (k + TileK - 1) / TileK;

  for (unsigned t = blockIdx.x; t < down * across; t += gridDim.x) {
    const TilePlace place = place_of(t, down, across, 8);
    const unsigned first_row = place.row * Rows, first_col = place.column * Columns;
    const auto fetch = [&](unsigned k_tile) {
      if (k_tile < k_tiles)
        Gemm::fetch(stages[k_tile % Stages], a, b, m, n, k, first_row, first_col, k_tile * TileK);
      hippuzzle::async_copy_commit();
    };
    __syncthreads();  // nobody reads the last tile's stages any more
    for (unsigned k_tile = 0; k_tile + 1 < Stages; ++k_tile) fetch(k_tile);

    DeepWarpTile<Width> tile = {};
    for (unsigned k_tile = 0; k_tile < k_tiles; ++k_tile) {
      hippuzzle::async_copy_wait<Stages - 2>();
      __syncthreads();  // this stage is complete, and the one before it is free
      fetch(k_tile + Stages - 1);
      Gemm::add_stage(tile, stages[k_tile % Stages], warp_row + y, warp_col + x * 4);
    }
    hippuzzle::async_copy_wait<0>();
    tile.template store<Aligned>(c, m, n, first_row + warp_row, first_col + warp_col, y, x);
  }
}

namespace launchers {

template <bool Aligned>
int32_t launch_async(const Problem<float>& p) {
  using namespace tiles;
  constexpr auto kernel =
      async_gemm<async_rows, async_columns, async_k, async_width, async_stages, Aligned>;
  using Gemm = AsyncGemm<async_rows, async_columns, async_k, async_width, async_stages, Aligned>;
  const unsigned all = tiles_of(p.m, async_rows) * tiles_of(p.n, async_columns);
  const unsigned resident = resident_blocks(kernel, Gemm::threads, Gemm::shared_bytes);
  return code(launch_in_clusters(kernel, dim3(all < resident ? all : resident), dim3(Gemm::threads),
                                 Gemm::shared_bytes, p.stream, 1, LaunchStart::behind, p.c, p.a,
                                 p.b, p.m, p.n, p.k));
}

int32_t async(const hippuzzle_launch* l) {
  const Problem<float> p(l);
  return p.aligned() ? launch_async<true>(p) : launch_async<false>(p);
}

}  // namespace launchers
