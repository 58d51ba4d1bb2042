// Rung 15, wgmma-bf16: four warps multiply 64 rows by Columns straight out of shared memory. One
// thread orders tiles from the tensor copy engine, two warpgroups multiply, or one where tiles are
// few; the Cluster blocks of a cluster work on tiles below each other, and each fetches a share of
// their common tile of B for all of them. Results go through shared memory, from where the engine
// takes them while the next tile is multiplied. B may be row-major (K x N) or transposed (N x K); C
// is float or Bf16. A C whose rows the engine does not take (Staged is false) is written from
// registers. That is another kernel, as with its code in between a short launch takes 2 to 3 %
// longer.
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

// Split: some tiles are computed in slices of k, whose sums are added in C; it is zero before.
template <class Gemm, unsigned Cluster, bool Staged, bool Split>
__global__ void __launch_bounds__(Gemm::threads, 1)
    wgmma_bf16_gemm(typename Gemm::Element* c, unsigned m, unsigned n, unsigned k, KSlices how,
                    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::BoxA> map_a,
                    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::BoxB> map_b,
                    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Gemm::BoxC> map_c) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    constexpr unsigned Columns = Gemm::columns, Stages = Gemm::stages;
    static_assert(Stages > 1, "a stage is held until the next one's products are under way");
    auto& shared = *dynamic_shared<typename Gemm::Memory>();
    const unsigned warpgroup = threadIdx.x / 128, thread = threadIdx.x % 128;
    if (map_a.by_engine() && threadIdx.x == Gemm::warpgroups * 128) {
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
    constexpr unsigned band = tiles::wgmma_band;  // rows of clusters
    const unsigned tiles = tiles_down * tiles_across;
    const unsigned items = Split ? work_items(tiles, how) : tiles;
    const auto item_at = [&](unsigned t) {
      return Split ? sliced_tile(t, tiles, how, k_tiles) : SlicedTile{t, 0, k_tiles};
    };
    const auto place_at = [&](unsigned tile) {
      return place_of(tile, tiles_down, tiles_across, band);
    };

    StageCursor<Stages> at;
    if (warpgroup == Gemm::warpgroups) {
      if constexpr (Gemm::warpgroups > 1) give_registers<80>();
      const auto copy = [&](auto who) {
        for (unsigned t = first_tile; t < items; t += tile_stride) {
          const auto [tile, first, end] = item_at(t);
          const TilePlace place = place_at(tile);
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
              if (Gemm::b_boxes % Cluster != 0 && i >= Gemm::b_boxes) break;
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
      if (thread < 32) start_copying(map_a.by_engine() && map_b.by_engine(), thread, copy);
    } else {
      if constexpr (Gemm::warpgroups > 1) take_registers<208>();
      for (unsigned t = first_tile; t < items; t += tile_stride) {
        const auto [tile, first, end] = item_at(t);
        const TilePlace place = place_at(tile);
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
        if constexpr (Split) {
          if (end - first < k_tiles) {
            add_sums(c, m, n, row, col, sums, thread);
            continue;
          }
        }
        if constexpr (Staged)
          store_staged<Gemm::result_boxes>(map_c, shared.results[warpgroup], row, col, sums,
                                           warpgroup, thread);
        else
          store_sums(c, m, n, row, col, sums, thread);
      }
      if (thread == 0) stores_have_read();
    }
    if constexpr (Cluster > 1) cluster_leave();
  } else {
    (void)c, (void)m, (void)n, (void)k, (void)how;
  }
}

namespace launchers {

// Functions, as only the kernels of those that are called are compiled. Sums of slices are added as
// floats.
template <class Gemm, unsigned Cluster>
struct WgmmaBf16Kernels {
  static constexpr bool splits = sizeof(typename Gemm::Element) == sizeof(float);
  static constexpr bool stages = by_engine && Gemm::result_boxes > 0;
  static constexpr auto staged() { return wgmma_bf16_gemm<Gemm, Cluster, stages, false>; }
  static constexpr auto plain() { return wgmma_bf16_gemm<Gemm, Cluster, false, false>; }
  static constexpr auto split() { return wgmma_bf16_gemm<Gemm, Cluster, false, splits>; }
};

// OnlySlices: there are always several. AnyRows: of C, also those that the engine does not take.
// What these exclude is not compiled.
template <class Gemm, unsigned Cluster, bool OnlySlices, bool AnyRows, class P>
int32_t launch_wgmma_bf16(const P& p, unsigned slices) {
  using Kernels = WgmmaBf16Kernels<Gemm, Cluster>;
  const AlignedInputs<Bf16> inputs(p, Gemm::transposed_b);
  if (inputs.error() != hipSuccess) return code(inputs.error());
  const TensorMap<typename Gemm::BoxC> map_c(p.c, p.m, p.n);
  const auto kernel = [&] {
    if constexpr (OnlySlices)
      return Kernels::split();
    else if constexpr (AnyRows)
      return slices > 1          ? Kernels::split()
             : map_c.by_engine() ? Kernels::staged()
                                 : Kernels::plain();
    else
      return slices > 1 ? Kernels::split() : Kernels::staged();
  }();
  const unsigned clusters = tiles_of(p.m, Gemm::Rows * Cluster) * tiles_of(p.n, Gemm::columns);
  return launch_wgmma<Gemm, Cluster>(kernel, p, clusters, slices,
                                     inputs.template map_a<typename Gemm::BoxA>(),
                                     inputs.template map_b<typename Gemm::BoxB>(), map_c);
}

template <class Gemm>
constexpr bool has_shape(const tiles::Shape& shape) {
  return Gemm::Rows == shape.rows && Gemm::columns == shape.columns && Gemm::TileK == shape.k;
}

// The kinds of tiles, from the largest on. Of a small tile, with nothing to do meanwhile, floats
// are written from registers, whole sectors at a time; Bf16 would be half ones.
template <bool TransposedB, class Output, bool OnlySlices = false>
struct WgmmaBf16Tiles {
  static constexpr unsigned small_results = sizeof(Output) == 2 ? tiles::wgmma_results : 0;
  using Large = WgmmaBf16Gemm<2, tiles::wgmma_span, tiles::wgmma_stages, tiles::wgmma_results,
                              TransposedB, Output>;
  // Of Bf16 all columns are written at once, as two boxes do not divide them.
  static constexpr unsigned wide_results =
      tiles::roomy && sizeof(Output) == 2 ? 3 : tiles::wgmma_results;
  using Wide = WgmmaBf16Gemm<2, tiles::wgmma_bf16_wide_columns, tiles::wgmma_bf16_wide_stages,
                             wide_results, TransposedB, Output>;
  using Medium = WgmmaBf16Gemm<2, tiles::wgmma_bf16_medium_columns, tiles::wgmma_bf16_medium_stages,
                               tiles::wgmma_results, TransposedB, Output>;
  using Small = WgmmaBf16Gemm<1, tiles::wgmma_bf16_small_columns, tiles::wgmma_bf16_small_stages,
                              small_results, TransposedB, Output>;

  static_assert(has_shape<Large>(tiles::shapes.wgmma_bf16[0]) &&
                has_shape<Wide>(tiles::shapes.wgmma_bf16[1]) &&
                has_shape<Medium>(tiles::shapes.wgmma_bf16[2]) &&
                has_shape<Small>(tiles::shapes.wgmma_bf16[3]));

  static Way way(const Problem<Bf16, Output>& p, const WayCosts& costs) {
    return choose_way(wgmma_bf16_question(tiles::shapes, extents_of(p), modelled_multiprocessors(),
                                          p.is_output_aligned(), row_bytes<Bf16>(p.k),
                                          row_bytes<Bf16>(TransposedB ? p.k : p.n)),
                      costs);
  }
  static int32_t launch(const Problem<Bf16, Output>& p, Way way) {
    if (way.tile == 0)
      return launch_wgmma_bf16<Large, tiles::wgmma_cluster, OnlySlices, true>(p, way.slices);
    if (way.tile == 1)
      return launch_wgmma_bf16<Wide, tiles::wgmma_cluster, OnlySlices, false>(p, way.slices);
    if (way.tile == 2)
      return launch_wgmma_bf16<Medium, tiles::wgmma_cluster, OnlySlices, false>(p, way.slices);
    return launch_wgmma_bf16<Small, 1, OnlySlices, true>(p, way.slices);
  }
};

inline int32_t wgmma_bf16(const hippuzzle_launch* l) {
  const Problem<Bf16> p(l);
  using Tiles = WgmmaBf16Tiles<false, float>;
  return Tiles::launch(p, Tiles::way(p, bf16_costs));
}

}  // namespace launchers
