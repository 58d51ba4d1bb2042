// Rung 10, fp32-best: one warp does nothing but order tiles from the tensor copy engine, up to
// Stages ahead; eight warps do nothing but multiply. They meet at barriers in shared memory, two a
// stage: `full` when its bytes have come, `empty` when all eight have read them. The grid is
// persistent, and the next tile's stages come while this one's results are written. Small problems
// are split along k over the blocks of a cluster, which add up their parts through each other's
// shared memory.
//
// Floor: four terms cost a warp 8 reads of A and 16 of B for 512 multiply-adds; there is no other
// work but 1 address and, a stage, two barriers: 0.95 of the issue slots, times the share of
// multiprocessors that have a tile in the last round (512 tiles on 132: 0.97).
#include "../deep_warp_tile.hpp"
#include "../tile_order.hpp"

template <unsigned Rows, unsigned Columns, unsigned Width, unsigned Stages>
struct Fp32BestGemm {
  static constexpr unsigned Depth = 32;
  static constexpr unsigned down = Rows / 64, warps = down * (Columns / (4 * Width));
  static constexpr unsigned consumers = warps * 32, threads = consumers + 128;
  using BoxA = hippuzzle::SharedBox<float, Rows, Depth>;
  using BoxB = hippuzzle::SharedBox<float, Depth, Columns, false>;
  struct Stage {
    BoxA a;
    BoxB b;
  };
  struct Shared {
    Stage stages[Stages];
    hippuzzle::SharedBarrier full[Stages], empty[Stages];
  };
  static constexpr unsigned shared_bytes = sizeof(Shared);
};

// Adds up the blocks' parts of a tile and writes it: each block of the cluster a Split-th of its
// rows. The stages must have been read; they are overwritten.
template <unsigned Rows, unsigned Columns, unsigned Width, unsigned Stages, unsigned Split>
__device__ void add_over_cluster(
    typename Fp32BestGemm<Rows, Columns, Width, Stages>::Shared& shared,
    const DeepWarpTile<Width>& tile, float* c, unsigned m, unsigned n, TilePlace place,
    unsigned row, unsigned col, unsigned y, unsigned x) {
  using namespace hippuzzle;
  using Gemm = Fp32BestGemm<Rows, Columns, Width, Stages>;
  static_assert(sizeof(shared.stages) >= Rows * Columns * sizeof(float), "a tile fits the stages");
  auto* const part = reinterpret_cast<float*>(shared.stages);
  cluster_sync();  // everybody has read the stages
  tile.template store<true>(part, Rows, Columns, row, col, y, x);
  cluster_sync();  // all parts are there

  constexpr unsigned share = Rows / Split;
  const unsigned rank = cluster_rank();
  for (unsigned q = threadIdx.x; q < share * Columns / 4; q += Gemm::consumers) {
    const unsigned i = rank * share + q / (Columns / 4), j = q % (Columns / 4) * 4;
    const auto* from = reinterpret_cast<const float4*>(part + i * Columns + j);
    Quad sum = {};
    HIPPUZZLE_UNROLL
    for (unsigned r = 0; r < Split; ++r) {
      const float4 other = load_from_cluster(from, r);
      sum[0] += other.x, sum[1] += other.y, sum[2] += other.z, sum[3] += other.w;
    }
    if (n % 4 == 0)
      store_quad<true>(c, m, n, place.row * Rows + i, place.column * Columns + j, sum);
    else
      store_quad<false>(c, m, n, place.row * Rows + i, place.column * Columns + j, sum);
  }
  cluster_sync();  // nobody reads another block's memory any more, so it may end
}

template <unsigned Rows, unsigned Columns, unsigned Width, unsigned Stages, unsigned Split>
__global__ void __launch_bounds__((Fp32BestGemm<Rows, Columns, Width, Stages>::threads), 1)
    fp32_best_gemm(
        float* c, unsigned m, unsigned n, unsigned k,
        HIPPUZZLE_GRID_CONSTANT const
            hippuzzle::TensorMap<typename Fp32BestGemm<Rows, Columns, Width, Stages>::BoxA>
                map_a,
        HIPPUZZLE_GRID_CONSTANT const
            hippuzzle::TensorMap<typename Fp32BestGemm<Rows, Columns, Width, Stages>::BoxB>
                map_b) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    using Gemm = Fp32BestGemm<Rows, Columns, Width, Stages>;
    auto& shared = *dynamic_shared<typename Gemm::Shared>();
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
      for (unsigned s = 0; s < Stages; ++s) {
        shared.full[s].init(1);
        shared.empty[s].init(Gemm::warps);
      }
      publish_barriers();
    }
    __syncthreads();

    const unsigned tiles_down = (m + Rows - 1) / Rows, tiles_across = (n + Columns - 1) / Columns;
    const unsigned steps_all = (k + Gemm::Depth - 1) / Gemm::Depth;
    const unsigned rank = Split > 1 ? cluster_rank() : 0;
    const unsigned first_step = steps_all * rank / Split,
                   last_step = steps_all * (rank + 1) / Split;
    const unsigned first_tile = blockIdx.x / Split, tile_stride = gridDim.x / Split;
    const unsigned tiles = tiles_down * tiles_across;

    if (warp >= Gemm::warps) {
      give_registers<24>();
      if (warp > Gemm::warps) return;
      StageCursor<Stages> at;
      for (unsigned t = first_tile; t < tiles; t += tile_stride) {
        const TilePlace place = place_of(t, tiles_down, tiles_across, 16);
        for (unsigned step = first_step; step < last_step; ++step, at.advance()) {
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
      const unsigned x = lane % 4, y = lane / 4;
      const unsigned warp_row = warp % Gemm::down * 64, warp_col = warp / Gemm::down * (4 * Width);
      // The pieces of a swizzled row change places by the row's number, here y.
      const auto left_of = [&](const typename Gemm::Stage& stage, unsigned l, Quad(&left)[8]) {
        const float* row = stage.a.elements + (warp_row + y) * Gemm::Depth + ((l / 4) ^ y) * 4;
        HIPPUZZLE_UNROLL
        for (unsigned i = 0; i < 8; ++i)
          left[i] = *reinterpret_cast<const Quad*>(row + i * 8 * Gemm::Depth);
      };
      const auto right_of = [&](const typename Gemm::Stage& stage, unsigned l,
                                Quad(&right)[Width / 4]) {
        const float* row = stage.b.elements + l * Columns + warp_col + x * 4;
        HIPPUZZLE_UNROLL
        for (unsigned h = 0; h < Width / 4; ++h)
          right[h] = *reinterpret_cast<const Quad*>(row + h * 16);
      };

      StageCursor<Stages> at;
      for (unsigned t = first_tile; t < tiles; t += tile_stride) {
        const TilePlace place = place_of(t, tiles_down, tiles_across, 16);
        DeepWarpTile<Width> tile = {};
        for (unsigned step = first_step; step < last_step; ++step, at.advance()) {
          const auto& stage = shared.stages[at.index];
          shared.full[at.index].wait(at.parity);
          Quad left[2][8], right[2][Width / 4];
          left_of(stage, 0, left[0]);
          right_of(stage, 0, right[0]);
          HIPPUZZLE_UNROLL_BY(1)
          for (unsigned l = 0; l < Gemm::Depth; l += 8) {
            HIPPUZZLE_UNROLL
            for (unsigned t8 = 0; t8 < 8; ++t8) {
              // What the next term needs is read before this one's arithmetic; past the end of the
              // stage the first term again, for nobody.
              const unsigned next = (l + t8 + 1) % Gemm::Depth;
              if (t8 % 4 == 0) left_of(stage, (l + t8 + 4) % Gemm::Depth, left[(t8 / 4 + 1) % 2]);
              right_of(stage, next, right[(t8 + 1) % 2]);
              tile.add(left[t8 / 4], t8 % 4, right[t8 % 2]);
            }
          }
          shared.empty[at.index].arrive_as_warp(lane);
        }
        if constexpr (Split > 1) {
          add_over_cluster<Rows, Columns, Width, Stages, Split>(shared, tile, c, m, n, place,
                                                                warp_row, warp_col, y, x);
        } else if (n % 4 == 0) {
          tile.template store<true>(c, m, n, place.row * Rows + warp_row,
                                    place.column * Columns + warp_col, y, x);
        } else {
          tile.template store<false>(c, m, n, place.row * Rows + warp_row,
                                     place.column * Columns + warp_col, y, x);
        }
      }
    }
  } else {
    (void)c, (void)m, (void)n, (void)k;
  }
}
