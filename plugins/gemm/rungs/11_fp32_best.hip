// Rung 11, fp32-best: one warp does nothing but order tiles from the tensor copy engine, up to
// Stages ahead; eight warps do nothing but multiply. They meet at barriers in shared memory, two a
// stage: `full` when its bytes have come, `empty` when all who multiply it have read it. The grid
// is persistent, and the next tile's stages come while this one's results are written. So that all
// blocks work equally long, the last tiles are split along K (stream-K): one block leaves its sums
// in C, the next goes on from there. For small problems a tile is small, and its warps form Groups
// that share every stage's k and add up their parts in the end; it is wide, or tall where C has few
// columns.
//
// Floor: eight k cost a warp 16 reads of A and 32 of B for 1024 multiply-adds, and 26 other
// instructions, most of them to end each k's stretch: 0.93 of the issue slots.
#include <hippuzzle/global_flag.hpp>
#include <hippuzzle/matrix/stream_k.hpp>

#include "parts/aligned_inputs.hpp"
#include "parts/chosen_way.hpp"
#include "parts/fp32_best_tile.hpp"
#include "parts/problem.hpp"
#include "parts/split_k.hpp"
#include "parts/tile_order.hpp"
#include "parts/way_questions.hpp"

// Flags of a block's warps, which say that the sums that the next block takes lie in C. Launches of
// the rung must not overlap.
struct Fp32BestFlags {
  static constexpr unsigned most_blocks = 512, warps = 8;
  hippuzzle::GlobalFlag given[most_blocks][warps];
};
__device__ Fp32BestFlags fp32_best_flags;

// Boxes: of k in a stage.
template <unsigned Rows, unsigned Columns, unsigned Boxes, unsigned Stages, unsigned Groups>
struct Fp32BestGemm {
  static constexpr unsigned BoxK = tiles::fp32_box_k, TileK = BoxK * Boxes;
  static constexpr unsigned rows = Rows, columns = Columns, boxes = Boxes;
  static constexpr unsigned stages = Stages, groups = Groups;
  static constexpr unsigned down = Rows / 64, group_warps = down * (Columns / 64);
  static constexpr unsigned warps = group_warps * Groups;
  static constexpr unsigned consumers = warps * 32, threads = consumers + 128;
  static constexpr unsigned group_k = TileK / Groups;  // of a stage, for a group
  using BoxA = hippuzzle::SharedBox<float, Rows, BoxK>;
  using BoxB = hippuzzle::SharedBox<float, BoxK, Columns, false>;
  struct Stage {
    BoxA a[Boxes];
    BoxB b[Boxes];
  };
  struct Shared {
    Stage stages[Stages];
    ResultRows results[warps];
    hippuzzle::SharedBarrier full[Stages], empty[Stages];
    hippuzzle::SharedBarrier all_read, all_written;
  };
  static constexpr unsigned shared_bytes = sizeof(Shared);
  static_assert(Stages > 1, "a stage is read while the next one is waited for");
  static_assert(Boxes == 1 || BoxK % group_k == 0, "a group's k lie in one box");
  static_assert(warps <= Fp32BestFlags::warps, "a flag for each warp");
};

// Adds up the groups' parts of the block's only tile and writes it, or adds it to C. The stages are
// overwritten.
template <class Gemm>
__device__ void add_groups(typename Gemm::Shared& shared, const Fp32BestTile& tile, float* c,
                           unsigned m, unsigned n, TilePlace place, bool is_slice, unsigned group,
                           unsigned row, unsigned col, unsigned lane) {
  constexpr unsigned Rows = Gemm::rows, Columns = Gemm::columns, Groups = Gemm::groups;
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
  hippuzzle::wait_for_last_launch();  // which clears C

  for (unsigned q = threadIdx.x; q < tile_floats / 4; q += Gemm::consumers) {
    Float4 sum = {};
    HIPPUZZLE_UNROLL
    for (unsigned g = 0; g < Groups; ++g) {
      const Float4 part = Fp32BestTile::take_float4(parts + g * tile_floats + q * 4);
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 4; ++e) sum[e] += part[e];
    }
    const unsigned r = place.row * Rows + q / (Columns / 4);
    const unsigned s = place.column * Columns + q % (Columns / 4) * 4;
    if (is_slice)
      add_float4(c, m, n, r, s, sum);
    else
      store_float4_anywhere(c, m, n, r, s, sum);
  }
}

// split: whether tiles may be split along K between neighbouring blocks; then rows of C are whole
// float4s. how: what is computed in slices of k where groups share a tile; C is zero before if
// anything is.
template <class Gemm>
__global__ void __launch_bounds__(Gemm::threads, 1)
    fp32_best_gemm(float* c, unsigned m, unsigned n, unsigned k, bool split, KSlices how,
                   HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::BoxA> map_a,
                   HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::BoxB> map_b) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    constexpr unsigned Rows = Gemm::rows, Columns = Gemm::columns, Stages = Gemm::stages;
    constexpr unsigned Groups = Gemm::groups;
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
    const unsigned k_tiles = (k + Gemm::TileK - 1) / Gemm::TileK;
    const auto share = [&] {
      if constexpr (Groups == 1)
        return StreamK(tiles, k_tiles, gridDim.x, blockIdx.x, split);
      else
        return OneItem{tiles, k_tiles, how, blockIdx.x};
    }();

    StageCursor<Stages> at;
    if (warp >= Gemm::warps) {
      give_registers<24>();
      if (warp > Gemm::warps) return;
      for (unsigned i = 0; i < share.count(); ++i) {
        const TileSlice work = share[i];
        const TilePlace place = place_of(work.tile, tiles_down, tiles_across, tiles::fp32_band);
        for (unsigned k_tile = work.first_k_tile; k_tile < work.end_k_tile;
             ++k_tile, at.advance()) {
          auto& stage = shared.stages[at.index];
          auto& full = shared.full[at.index];
          // The whole warp waits: one thread alone would not sleep in between, and its loop would
          // cost the others instructions' places in the cache.
          shared.empty[at.index].wait(at.parity ^ 1);
          start_copying(map_a.by_engine() && map_b.by_engine(), lane, [&](auto who) {
            unsigned bytes = 0, first_k = k_tile * Gemm::TileK;
            HIPPUZZLE_UNROLL
            for (unsigned i = 0; i < Gemm::boxes; ++i, first_k += Gemm::BoxK) {
              bytes += map_a.fetch(stage.a[i], place.row * Rows, first_k, full, who);
              bytes += map_b.fetch(stage.b[i], first_k, place.column * Columns, full, who);
            }
            finish_fetches(full, who, bytes, true);
          });
        }
      }
    } else {
      take_registers<240>();
      const unsigned group = warp / Gemm::group_warps, part = warp % Gemm::group_warps;
      const unsigned group_begin = group * Gemm::group_k, box = group_begin / Gemm::BoxK;
      const unsigned row = part % Gemm::down * 64, col = part / Gemm::down * 64;
      auto& ring = *kept(&shared);
      const auto offsets = Fp32BestTile::offsets<typename Gemm::BoxA, typename Gemm::BoxB>(
          row, col, group_begin % Gemm::BoxK, lane);
      for (unsigned i = 0; i < share.count(); ++i) {
        const TileSlice work = share[i];
        const TilePlace place = place_of(work.tile, tiles_down, tiles_across, tiles::fp32_band);
        const unsigned first_row = place.row * Rows + row;
        const unsigned first_column = place.column * Columns + col;
        Fp32BestTile tile = {};
        if constexpr (Groups == 1) {
          if (work.first_k_tile > 0) {
            fp32_best_flags.given[blockIdx.x - 1][warp].take_as_warp(lane);
            tile.take(c, m, n, first_row, first_column, lane);
          }
        }
        const auto arrived = [&] {
          const auto& stage = ring.stages[at.index];
          ring.full[at.index].wait(at.parity);
          return tile.places(stage.a[box], stage.b[box], offsets);
        };
        auto now = arrived();
        tile.begin(now);
        for (unsigned k_tile = work.first_k_tile; k_tile < work.end_k_tile; ++k_tile) {
          const unsigned index = at.index;
          at.advance();
          // After the last stage it is read again, for nobody.
          const auto next = k_tile + 1 < work.end_k_tile ? arrived() : now;
          tile.template add_k_tile<Gemm::group_k, typename Gemm::BoxB>(now, next, k_tiles);
          ring.empty[index].arrive_as_warp(lane);
          now = next;
        }
        if constexpr (Groups > 1) {
          add_groups<Gemm>(shared, tile, c, m, n, place,
                           work.end_k_tile - work.first_k_tile < k_tiles, group, row, col, lane);
        } else {
          if (work.end_k_tile < k_tiles) {
            tile.leave(c, m, n, first_row, first_column, lane);
            fp32_best_flags.given[blockIdx.x][warp].raise_as_warp(lane);
          } else {
            tile.store(c, m, n, first_row, first_column, shared.results[warp], lane);
          }
        }
      }
    }
  } else {
    (void)c, (void)m, (void)n, (void)k, (void)split, (void)how;
  }
}

namespace launchers {

template <class Gemm>
int32_t launch_fp32_best(const Problem<float>& p, unsigned slices) {
  const AlignedInputs<float> inputs(p);
  if (inputs.error() != hipSuccess) return code(inputs.error());
  const unsigned all = tiles_of(p.m, Gemm::rows) * tiles_of(p.n, Gemm::columns);
  const KSlices how = k_slices(all, multiprocessors(), slices);
  const unsigned blocks =
      Gemm::groups > 1 ? work_items(all, how) : std::min(all, multiprocessors());
  const bool split = p.is_output_aligned() && blocks <= Fp32BestFlags::most_blocks;
  if (const hipError_t error = clear_for(slices, p); error != hipSuccess) return code(error);
  return code(launch_in_clusters(fp32_best_gemm<Gemm>, dim3(blocks), dim3(Gemm::threads),
                                 Gemm::shared_bytes, p.stream, 1, start_for(slices), p.c, p.m, p.n,
                                 p.k, split, how, inputs.map_a<typename Gemm::BoxA>(),
                                 inputs.map_b<typename Gemm::BoxB>()));
}

// The fastest kernel of those above: where there is no tensor copy engine, double-buffered. The CPU
// platform emulates the engine's kernel.
int32_t fp32_best(const hippuzzle_launch* l) {
  using namespace tiles;
  const Problem<float> p(l);
  constexpr unsigned small_boxes = shapes.fp32_best[1].boxes;
  using Large = Fp32BestGemm<best_rows, best_columns, 1, best_stages, 1>;
  using Wide = Fp32BestGemm<small_rows, small_columns, small_boxes, small_stages, small_groups>;
  using Tall = Fp32BestGemm<tall_rows, tall_columns, small_boxes, small_stages, small_groups>;
  constexpr auto kernel = fp32_best_gemm<Large>;
  if (!has_warpgroup_code(kernel)) return double_buffered(l);
  const ProductExtents extents = extents_of(p);
  const auto way = way_for("fp32-best", extents,
                           fp32_best_question(shapes, extents, multiprocessors()), fp32_costs);
  if (!way) return code(hipErrorInvalidValue);
  if (way->tile == 0) return launch_fp32_best<Large>(p, 1);
  return way->tile == 1 ? launch_fp32_best<Wide>(p, way->slices)
                        : launch_fp32_best<Tall>(p, way->slices);
}

}  // namespace launchers
