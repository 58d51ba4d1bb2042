// Rung 15, wgmma-bf16: four warps multiply 64 rows by Columns straight out of shared memory. One
// thread orders tiles from the tensor copy engine, two warpgroups multiply, or one where tiles are
// few; the Cluster blocks of a cluster work on tiles below each other, and each fetches a share of
// their common tile of B for all of them. Results go through shared memory, from where the engine
// takes them while the next tile is multiplied. B may be row-major (K x N) or transposed (N x K); C
// is float or Bf16. If these tiles come out uneven on the multiprocessors, or the engine does not
// take rows of C, each block computes one tile that fits the problem (fitted_bf16.hpp).
//
// Floor: m64n256k16 takes a multiprocessor 128 cycles and reads 2 KiB of A and 8 KiB of B for it,
// 80 bytes a cycle of the 128 that shared memory has. A stage 64 k deep: 1024 cycles for 48 KiB
// from L2, of which multicast halves B's.
#include "parts/fitted_bf16.hpp"
#include "parts/launch_wgmma.hpp"
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

template <class Gemm, unsigned Cluster, bool Staged>
__global__ void __launch_bounds__(Gemm::threads, 1)
    wgmma_bf16_gemm(typename Gemm::Element* c, unsigned m, unsigned n, unsigned k,
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
    const auto place_at = [&](unsigned tile) {
      return place_of(tile, tiles_down, tiles_across, band);
    };

    StageCursor<Stages> at;
    if (warpgroup == Gemm::warpgroups) {
      if constexpr (Gemm::warpgroups > 1) give_registers<80>();
      const auto copy = [&](auto who) {
        wait_for_last_launch();  // which copies operands
        for (unsigned tile = first_tile; tile < tiles; tile += tile_stride) {
          const TilePlace place = place_at(tile);
          const unsigned row = (place.row * Cluster + rank) * Gemm::Rows;
          for (unsigned k_tile = 0; k_tile < k_tiles; ++k_tile, at.advance()) {
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
      if (thread < 32) start_copying(launchers::by_engine, thread, copy);
    } else {
      if constexpr (Gemm::warpgroups > 1) take_registers<208>();
      for (unsigned tile = first_tile; tile < tiles; tile += tile_stride) {
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
        for (unsigned k_tile = 0; k_tile < k_tiles; ++k_tile, at.advance()) {
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
          if (k_tile > 0) release(last_index);
          last_index = at.index;
        }
        warpgroup_finish(sums);
        release(last_index);
        const unsigned row = (place.row * Cluster + rank) * Gemm::Rows + warpgroup * 64;
        const unsigned col = place.column * Columns;
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
    (void)c, (void)m, (void)n, (void)k;
  }
}

namespace launchers {

template <class Gemm, unsigned Cluster, class P>
int32_t launch_wgmma_bf16(const P& p) {
  constexpr auto kernel = wgmma_bf16_gemm < Gemm, Cluster, by_engine && (Gemm::result_boxes > 0) > ;
  if (!has_warpgroup_code(kernel)) return code(hipErrorNoBinaryForGpu);
  const AlignedInputs<Bf16> inputs(p, Gemm::transposed_b);
  if (inputs.error() != hipSuccess) return code(inputs.error());
  const auto map_a = inputs.template map_a<typename Gemm::BoxA>();
  const auto map_b = inputs.template map_b<typename Gemm::BoxB>();
  const TensorMap<typename Gemm::BoxC> map_c(p.c, p.m, p.n);
  if (by_engine && !(map_a.by_engine() && map_b.by_engine())) return code(hipErrorNotSupported);
  const unsigned clusters = tiles_of(p.m, Gemm::Rows * Cluster) * tiles_of(p.n, Gemm::columns);
  const unsigned at_once = even_blocks(clusters, multiprocessors() / Cluster);
  return code(launch_in_clusters(kernel, dim3(at_once * Cluster), dim3(Gemm::threads),
                                 Gemm::shared_bytes, p.stream, Cluster, inputs.start(), p.c, p.m,
                                 p.n, p.k, map_a, map_b, map_c));
}

template <class Gemm>
constexpr bool has_shape(const tiles::Shape& shape) {
  return Gemm::Rows == shape.rows && Gemm::columns == shape.columns && Gemm::TileK == shape.k;
}

// The kinds of tiles, from the largest on. A small tile has nothing to do meanwhile: floats are
// written from registers, in whole sectors; Bf16 would be half sectors.
template <bool TransposedB, class Output>
struct WgmmaBf16Tiles {
  static constexpr unsigned small_results = sizeof(Output) == 2 ? tiles::wgmma_results : 0;
  using Large = WgmmaBf16Gemm<2, tiles::wgmma_span, tiles::wgmma_stages, tiles::wgmma_results,
                              TransposedB, Output>;
  // All columns of a Bf16 tile are written at once, because two boxes do not divide them.
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

  static int32_t launch(const char* variant, const Problem<Bf16, Output>& p,
                        const Bf16Costs& costs) {
    const ProductExtents extents = extents_of(p);
    const auto way =
        way_for(variant, extents,
                wgmma_bf16_question(tiles::shapes, extents, modelled_multiprocessors(), TransposedB,
                                    p.is_output_aligned(), tiles::roomy, row_bytes<Bf16>(p.k),
                                    row_bytes<Bf16>(TransposedB ? p.k : p.n)),
                costs);
    if (!way) return code(hipErrorInvalidValue);
    if (way->is_fitted()) return launch_fitted<TransposedB>(p, way->fitted);
    if (way->whole.tile == 0) return launch_wgmma_bf16<Large, tiles::wgmma_cluster>(p);
    if (way->whole.tile == 1) return launch_wgmma_bf16<Wide, tiles::wgmma_cluster>(p);
    if (way->whole.tile == 2) return launch_wgmma_bf16<Medium, tiles::wgmma_cluster>(p);
    return launch_wgmma_bf16<Small, 1>(p);
  }
};

inline int32_t wgmma_bf16(const hippuzzle_launch* l) {
  return WgmmaBf16Tiles<false, float>::launch("wgmma-bf16", Problem<Bf16>(l), bf16_costs);
}

}  // namespace launchers
