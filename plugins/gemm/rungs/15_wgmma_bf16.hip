// Rung 15, wgmma-bf16: four warps multiply 64 rows by Columns straight out of shared memory. One
// thread orders tiles from the tensor copy engine, two warpgroups multiply, or one where tiles are
// few; the Cluster blocks of a cluster work on tiles below each other, and each fetches a share of
// their common tile of B for all of them. Results go through shared memory, from where the engine
// takes them while the next tile is multiplied. B may be row-major (K x N) or transposed (N x K); C
// is float or Bf16. Matrices whose rows the engine does not take (ByEngine is false) are copied by
// a warp and written from registers. That is another kernel, as with its code in between a short
// launch takes 2 to 3 % longer.
//
// Floor: m64n256k16 takes a multiprocessor 128 cycles and reads 2 KiB of A and 8 KiB of B for it,
// 80 bytes a cycle of the 128 that shared memory has. A stage 64 k deep: 1024 cycles for 48 KiB
// from L2, of which multicast halves B's.
#include "parts/launch_wgmma.hpp"
#include "parts/split_k.hpp"
#include "parts/staged_store.hpp"
#include "parts/store_sums.hpp"
#include "parts/tile_order.hpp"

// Warpgroups multiply, 64 rows each. ResultBoxes: of 8 KiB, for each one's results; none, and
// results go to C from registers.
template <unsigned Warpgroups, unsigned Columns, unsigned Stages, unsigned ResultBoxes,
          bool TransposedB, class Output>
struct WgmmaBf16Gemm {
  static constexpr unsigned warpgroups = Warpgroups, columns = Columns, stages = Stages;
  static constexpr unsigned result_boxes = ResultBoxes;
  static constexpr bool transposed_b = TransposedB;
  using Element = Output;
  static constexpr unsigned Rows = 64 * Warpgroups, TileK = 64, threads = 128 * Warpgroups + 128;
  using BoxA = hippuzzle::SharedBox<hippuzzle::Bf16, Rows, TileK>;
  // Row-major: boxes of 64 columns side by side. Transposed: two halves below each other.
  static constexpr unsigned b_boxes = TransposedB ? 2 : Columns / 64;
  using BoxB = hippuzzle::SharedBox<hippuzzle::Bf16, TransposedB ? Columns / 2 : 64, 64>;
  using BoxC = ResultBox<Output>;
  struct Stage {
    BoxA a;
    BoxB b[b_boxes];
  };
  struct Shared {
    Stage stages[Stages];
    hippuzzle::SharedBarrier full[Stages], empty[Stages];
  };
  struct StagedShared {
    Stage stages[Stages];
    BoxC results[Warpgroups][ResultBoxes > 0 ? ResultBoxes : 1];
    hippuzzle::SharedBarrier full[Stages], empty[Stages];
  };
  using Memory = std::conditional_t<(ResultBoxes > 0), StagedShared, Shared>;
  static constexpr unsigned shared_bytes = sizeof(Memory);
};

// Split: k is computed in `slices`, whose sums are added in C; it is zero before. Else slices is 1.
template <class Gemm, unsigned Cluster, bool ByEngine, bool Split>
__global__ void __launch_bounds__(Gemm::threads, 1)
    wgmma_bf16_gemm(typename Gemm::Element* c, unsigned m, unsigned n, unsigned k, unsigned slices,
                    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::BoxA> map_a,
                    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::BoxB> map_b,
                    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::BoxC> map_c) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    constexpr unsigned Columns = Gemm::columns, Stages = Gemm::stages;
    static_assert(Stages > 1, "a stage is held until the next one's products are under way");
    auto& shared = *dynamic_shared<typename Gemm::Memory>();
    const unsigned warpgroup = threadIdx.x / 128, thread = threadIdx.x % 128;
    if (ByEngine && threadIdx.x == Gemm::warpgroups * 128) {
      map_a.prefetch();
      map_b.prefetch();
    }
    if (threadIdx.x == 0) {
      for (unsigned s = 0; s < Stages; ++s) {
        shared.full[s].init(1);
        shared.empty[s].init(Gemm::warpgroups * Cluster);  // all of each block
      }
      publish_barriers();
    }
    if constexpr (Cluster > 1)
      cluster_sync();
    else
      __syncthreads();

    // A cluster takes Cluster tiles below each other.
    const unsigned rank = Cluster > 1 ? cluster_rank() : 0;
    const unsigned tiles_down = (m + Gemm::Rows * Cluster - 1) / (Gemm::Rows * Cluster);
    const unsigned tiles_across = (n + Columns - 1) / Columns;
    const unsigned k_tiles = (k + Gemm::TileK - 1) / Gemm::TileK;
    const unsigned first_tile = blockIdx.x / Cluster, tile_stride = gridDim.x / Cluster;
    constexpr unsigned band = 8;  // rows of clusters
    const unsigned items = tiles_down * tiles_across * (Split ? slices : 1);
    const auto item_at = [&](unsigned t) {
      return Split ? sliced_tile(t, tiles_down, tiles_across, band, slices, k_tiles)
                   : SlicedTile{place_of(t, tiles_down, tiles_across, band), 0, k_tiles};
    };

    StageCursor<Stages> at;
    if (warpgroup == Gemm::warpgroups) {
      if constexpr (Gemm::warpgroups > 1) give_registers<80>();
      const auto copy = [&](auto who) {
        for (unsigned t = first_tile; t < items; t += tile_stride) {
          const auto [place, first, end] = item_at(t);
          const unsigned row = (place.row * Cluster + rank) * Gemm::Rows;
          for (unsigned k_tile = first; k_tile < end; ++k_tile, at.advance()) {
            auto& stage = shared.stages[at.index];
            auto& full = shared.full[at.index];
            const unsigned first_k = k_tile * Gemm::TileK;
            shared.empty[at.index].wait(at.parity ^ 1);
            unsigned bytes = map_a.fetch(stage.a, row, first_k, full, who);
            // This block's share of the boxes of B, the others bring the rest.
            HIPPUZZLE_UNROLL
            for (unsigned j = 0; j < Gemm::b_boxes; j += Cluster) {
              const unsigned i = j + rank;
              const unsigned col = place.column * Columns + i * (Columns / Gemm::b_boxes);
              const unsigned box_row = Gemm::transposed_b ? col : first_k;
              const unsigned box_col = Gemm::transposed_b ? first_k : col;
              if constexpr (Cluster == 1)
                bytes += map_b.fetch(stage.b[i], box_row, box_col, full, who);
              else
                map_b.fetch_for_cluster(stage.b[i], box_row, box_col, full, (1u << Cluster) - 1);
            }
            if constexpr (Cluster > 1) bytes += sizeof stage.b;
            finish_fetches(full, who, bytes, true);
          }
        }
      };
      if (thread < 32) start_copying(ByEngine, thread, copy);
    } else {
      if constexpr (Gemm::warpgroups > 1) take_registers<208>();
      for (unsigned t = first_tile; t < items; t += tile_stride) {
        const auto [place, first, end] = item_at(t);
        Accumulator<Columns> sums = {};
        const auto release = [&](unsigned index) {
          if constexpr (Cluster == 1) {
            if (thread == 0) shared.empty[index].arrive();
          } else {
            if (thread < Cluster) shared.empty[index].arrive_in_cluster(thread);
          }
        };
        unsigned last_index = 0;
        for (unsigned k_tile = first; k_tile < end; ++k_tile, at.advance()) {
          const auto& stage = shared.stages[at.index];
          shared.full[at.index].wait(at.parity);
          warpgroup_begin(sums);
          HIPPUZZLE_UNROLL
          for (unsigned l = 0; l < Gemm::TileK; l += 16) {
            const RowOperand<typename Gemm::BoxA> left{&stage.a, warpgroup * 64, l};
            if constexpr (Gemm::transposed_b) {
              const RowOperand<typename Gemm::BoxB> right{stage.b, 0, l};
              multiply_add(sums, left, right, true);
            } else {
              const ColumnOperand<typename Gemm::BoxB> right{stage.b, l};
              multiply_add(sums, left, right, true);
            }
          }
          warpgroup_commit();
          // This stage's products are under way while the last one's are waited for.
          warpgroup_wait<1>();
          if (k_tile > first) release(last_index);
          last_index = at.index;
        }
        warpgroup_finish(sums);
        release(last_index);
        const unsigned row = (place.row * Cluster + rank) * Gemm::Rows + warpgroup * 64;
        const unsigned col = place.column * Columns;
        if constexpr (Split)
          add_sums(c, m, n, row, col, sums, thread);
        else if constexpr (ByEngine && Gemm::result_boxes > 0)
          store_staged<Gemm::result_boxes>(map_c, shared.results[warpgroup], row, col, sums,
                                           warpgroup, thread);
        else
          store_sums(c, m, n, row, col, sums, thread);
      }
      if (thread == 0) stores_have_read();
    }
    if constexpr (Cluster > 1) cluster_leave();
  } else {
    (void)c, (void)m, (void)n, (void)k, (void)slices;
  }
}

namespace launchers {

// Sums are added as floats; a result of Bf16 is never split.
template <class Gemm, unsigned Cluster>
struct WgmmaBf16Kernels {
  static constexpr bool splits = sizeof(typename Gemm::Element) == sizeof(float);
  static constexpr auto engine = wgmma_bf16_gemm<Gemm, Cluster, by_engine, false>,
                        engine_split = wgmma_bf16_gemm<Gemm, Cluster, by_engine, splits>,
                        hand = wgmma_bf16_gemm<Gemm, 1, false, false>,
                        hand_split = wgmma_bf16_gemm<Gemm, 1, false, splits>;
};

template <class Gemm, unsigned Cluster, class P>
int32_t launch_wgmma_bf16(const P& p, unsigned slices) {
  const TensorMap<typename Gemm::BoxA> map_a(p.a, p.m, p.k);
  const TensorMap<typename Gemm::BoxB> map_b(p.b, Gemm::transposed_b ? p.n : p.k,
                                             Gemm::transposed_b ? p.k : p.n);
  const TensorMap<typename Gemm::BoxC> map_c(p.c, p.m, p.n);
  const unsigned across = tiles_of(p.n, Gemm::columns);
  return launch_wgmma<Gemm, Cluster, WgmmaBf16Kernels<Gemm, Cluster>>(
      p, tiles_of(p.m, Gemm::Rows * Cluster) * across, tiles_of(p.m, Gemm::Rows) * across, slices,
      map_a, map_b, map_c);
}

template <bool TransposedB, class Output>
int32_t wgmma_bf16_of(const hippuzzle_launch* l) {
  using namespace tiles;
  const Problem<Bf16, Output> p(l);
  using Large = WgmmaBf16Gemm<2, wgmma_span, wgmma_stages, wgmma_results, TransposedB, Output>;
  // Of a small tile, with nothing to do meanwhile, floats are written from registers, whole sectors
  // at a time; Bf16 would be half ones.
  constexpr unsigned results = sizeof(Output) == 2 ? wgmma_results : 0;
  using Small = WgmmaBf16Gemm<1, wgmma_bf16_small_columns, wgmma_bf16_small_stages, results,
                              TransposedB, Output>;
  const unsigned resident = modelled_multiprocessors();
  const Way way =
      choose_way({{tiles_of(p.m, Large::Rows * wgmma_cluster) * tiles_of(p.n, Large::columns),
                   resident / wgmma_cluster},
                  {tiles_of(p.m, Small::Rows) * tiles_of(p.n, Small::columns), resident},
                  tiles_of(p.k, Large::TileK),
                  double(p.m) * p.n * sizeof(Output),
                  WgmmaBf16Kernels<Large, wgmma_cluster>::splits},
                 bf16_costs);
  if (!way.is_large) return launch_wgmma_bf16<Small, 1>(p, way.slices);
  return launch_wgmma_bf16<Large, wgmma_cluster>(p, way.slices);
}

inline int32_t wgmma_bf16(const hippuzzle_launch* l) { return wgmma_bf16_of<false, float>(l); }

}  // namespace launchers
