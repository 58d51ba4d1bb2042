// Rung 10, fp32-best: one warp does nothing but order tiles from the tensor copy engine, up to
// Stages ahead; eight warps do nothing but multiply. They meet at barriers in shared memory, two a
// stage: `full` when its bytes have come, `empty` when all who multiply it have read it. The grid
// is persistent, and the next tile's stages come while this one's results are written. For small
// problems a tile is small, and its warps form Groups that share every stage's terms and add up
// their parts in the end.
//
// Floor: four terms cost a warp 8 reads of A and 16 of B for 512 multiply-adds; there is no other
// work but 1 address and, a stage, two barriers: 0.95 of the issue slots, times the share of
// multiprocessors that have a tile in the last round (512 tiles on 132: 0.97).
#include "../fp32_best_tile.hpp"
#include "../tile_order.hpp"

template <unsigned Rows, unsigned Columns, unsigned Stages, unsigned Groups>
struct Fp32BestGemm {
  static constexpr unsigned Depth = 32;
  static constexpr unsigned down = Rows / 64, group_warps = down * (Columns / 64);
  static constexpr unsigned warps = group_warps * Groups;
  static constexpr unsigned consumers = warps * 32, threads = consumers + 128;
  using BoxA = hippuzzle::SharedBox<float, Rows, Depth>;
  using BoxB = hippuzzle::SharedBox<float, Depth, Columns, false>;
  struct Stage {
    BoxA a;
    BoxB b;
  };
  struct Shared {
    Stage stages[Stages];
    ResultRows results[warps];
    hippuzzle::SharedBarrier full[Stages], empty[Stages];
    hippuzzle::SharedBarrier all_read, all_written;
  };
  static constexpr unsigned shared_bytes = sizeof(Shared);
};

// Adds up the groups' parts of the block's only tile and writes it. The stages are overwritten.
template <unsigned Rows, unsigned Columns, unsigned Stages, unsigned Groups>
__device__ void add_groups(typename Fp32BestGemm<Rows, Columns, Stages, Groups>::Shared& shared,
                           const Fp32BestTile& tile, float* c, unsigned m, unsigned n,
                           TilePlace place, unsigned group, unsigned row, unsigned col,
                           unsigned lane) {
  using Gemm = Fp32BestGemm<Rows, Columns, Stages, Groups>;
  constexpr unsigned tile_floats = Rows * Columns;
  static_assert(sizeof(shared.stages) >= Groups * tile_floats * sizeof(float),
                "the parts fit the stages");
  auto* const parts = reinterpret_cast<float*>(shared.stages);
  shared.all_read.arrive_as_warp(lane);
  shared.all_read.wait(0);
  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < 8; ++i)
    tile.put_row<Columns>(parts + group * tile_floats + row * Columns + col, i, i * 8, lane);
  shared.all_written.arrive_as_warp(lane);
  shared.all_written.wait(0);

  for (unsigned q = threadIdx.x; q < tile_floats / 4; q += Gemm::consumers) {
    Quad sum = {};
    HIPPUZZLE_UNROLL
    for (unsigned g = 0; g < Groups; ++g) {
      const Quad part = Fp32BestTile::take_quad(parts + g * tile_floats + q * 4);
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e) sum[e] += part[e];
    }
    store_quad_anywhere(c, m, n, place.row * Rows + q / (Columns / 4),
                        place.column * Columns + q % (Columns / 4) * 4, sum);
  }
}

template <unsigned Rows, unsigned Columns, unsigned Stages, unsigned Groups>
__global__ void __launch_bounds__((Fp32BestGemm<Rows, Columns, Stages, Groups>::threads), 1)
    fp32_best_gemm(
        float* c, unsigned m, unsigned n, unsigned k,
        HIPPUZZLE_GRID_CONSTANT const
            hippuzzle::TensorMap<typename Fp32BestGemm<Rows, Columns, Stages, Groups>::BoxA>
                map_a,
        HIPPUZZLE_GRID_CONSTANT const
            hippuzzle::TensorMap<typename Fp32BestGemm<Rows, Columns, Stages, Groups>::BoxB>
                map_b) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    using Gemm = Fp32BestGemm<Rows, Columns, Stages, Groups>;
    auto& shared = *dynamic_shared<typename Gemm::Shared>();
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
      for (unsigned s = 0; s < Stages; ++s) {
        shared.full[s].init(1);
        shared.empty[s].init(Gemm::warps);
      }
      shared.all_read.init(Gemm::warps);
      shared.all_written.init(Gemm::warps);
      publish_barriers();
    }
    __syncthreads();

    const unsigned tiles_down = (m + Rows - 1) / Rows, tiles_across = (n + Columns - 1) / Columns;
    const unsigned tiles = tiles_down * tiles_across;
    const unsigned steps = (k + Gemm::Depth - 1) / Gemm::Depth;

    StageCursor<Stages> at;
    if (warp >= Gemm::warps) {
      give_registers<24>();
      if (warp > Gemm::warps) return;
      for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x) {
        const TilePlace place = place_of(t, tiles_down, tiles_across, 16);
        for (unsigned step = 0; step < steps; ++step, at.advance()) {
          auto& stage = shared.stages[at.index];
          shared.empty[at.index].wait(at.parity ^ 1);
          auto& full = shared.full[at.index];
          unsigned bytes = map_a.fetch(stage.a, place.row * Rows, step * Gemm::Depth, full, lane);
          bytes += map_b.fetch(stage.b, step * Gemm::Depth, place.column * Columns, full, lane);
          finish_fetches(full, lane, bytes, !map_a.by_engine() || !map_b.by_engine());
        }
      }
    } else {
      take_registers<240>();
      constexpr unsigned terms = Gemm::Depth / Groups;  // of a stage, for a group
      const unsigned group = warp / Gemm::group_warps, part = warp % Gemm::group_warps;
      const unsigned row = part % Gemm::down * 64, col = part / Gemm::down * 64;
      for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x) {
        const TilePlace place = place_of(t, tiles_down, tiles_across, 16);
        Fp32BestTile tile = {};
        for (unsigned step = 0; step < steps; ++step, at.advance()) {
          const auto& stage = shared.stages[at.index];
          shared.full[at.index].wait(at.parity);
          tile.add_terms<terms>(stage.a, row, stage.b, col, group * terms, lane);
          shared.empty[at.index].arrive_as_warp(lane);
        }
        if constexpr (Groups > 1)
          add_groups<Rows, Columns, Stages, Groups>(shared, tile, c, m, n, place, group, row, col,
                                                    lane);
        else
          tile.store(c, m, n, place.row * Rows + row, place.column * Columns + col,
                     shared.results[warp], lane);
      }
    }
  } else {
    (void)c, (void)m, (void)n, (void)k;
  }
}
