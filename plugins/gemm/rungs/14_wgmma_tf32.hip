// Rung 14, wgmma-tf32: as wgmma-bf16, but TF32 operands must lie along k in shared
// memory, and a row-major B does not. So the product is computed transposed: C^T = B^T A^T. The
// left operand, B^T, may come from registers, where each thread gathers its elements out of B's
// tile, whichever way that lies; the right one, A^T, lies along k as it is.
//
// Floor: m64n256k8 takes a multiprocessor 128 cycles and reads 8 KiB of A for it; gathering 64 x 8
// elements of B takes 16 wavefronts next to the 64 of A. The Cluster blocks of a cluster work on
// tiles side by side and share their rows of A.
#include "parts/launch_wgmma.hpp"
#include "parts/split_k.hpp"
#include "parts/store_sums.hpp"
#include "parts/tile_order.hpp"

template <unsigned Rows, unsigned Stages>
struct WgmmaTf32Gemm {
  static constexpr unsigned Columns = 128, TileK = 32, consumers = 256, threads = consumers + 128;
  using BoxA = hippuzzle::SharedBox<float, 64, TileK>;
  using BoxB = hippuzzle::SharedBox<float, TileK, 32>;
  static constexpr unsigned a_boxes = Rows / BoxA::rows, b_boxes = Columns / BoxB::columns;
  struct Stage {
    BoxA a[a_boxes];
    BoxB b[b_boxes];
  };
  struct Shared {
    Stage stages[Stages];
    hippuzzle::SharedBarrier full[Stages], empty[Stages];
  };
  static constexpr unsigned shared_bytes = sizeof(Shared);
};

// Split: some tiles are computed in slices of k, whose sums are added in C; it is zero before.
template <unsigned Rows, unsigned Stages, unsigned Cluster, bool Split>
__global__ void __launch_bounds__((WgmmaTf32Gemm<Rows, Stages>::threads), 1) wgmma_tf32_gemm(
    float* c, unsigned m, unsigned n, unsigned k, KSlices how,
    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename WgmmaTf32Gemm<Rows, Stages>::BoxA>
        map_a,
    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename WgmmaTf32Gemm<Rows, Stages>::BoxB>
        map_b) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    using Gemm = WgmmaTf32Gemm<Rows, Stages>;
    static_assert(Stages > 1, "a stage is held until the next one's products are under way");
    auto& shared = *dynamic_shared<typename Gemm::Shared>();
    const unsigned warpgroup = threadIdx.x / 128, thread = threadIdx.x % 128;
    if (threadIdx.x == 0) {
      for (unsigned s = 0; s < Stages; ++s) {
        shared.full[s].init(1);
        shared.empty[s].init(2 * Cluster);  // both warpgroups of each block
      }
      publish_barriers();
    }
    if constexpr (Cluster > 1)
      cluster_sync();
    else
      __syncthreads();

    // A cluster takes Cluster tiles side by side.
    const unsigned rank = Cluster > 1 ? cluster_rank() : 0;
    const unsigned tiles_down = (m + Rows - 1) / Rows;
    const unsigned tiles_across = (n + Gemm::Columns * Cluster - 1) / (Gemm::Columns * Cluster);
    const unsigned k_tiles = (k + Gemm::TileK - 1) / Gemm::TileK;
    const unsigned first_tile = blockIdx.x / Cluster, tile_stride = gridDim.x / Cluster;
    constexpr unsigned band = tiles::wgmma_band;  // rows of tiles
    const unsigned tiles = tiles_down * tiles_across;
    const unsigned items = Split ? work_items(tiles, how) : tiles;
    const auto item_at = [&](unsigned t) {
      return Split ? sliced_tile(t, tiles, how, k_tiles) : SlicedTile{t, 0, k_tiles};
    };
    const auto place_at = [&](unsigned tile) {
      return place_of(tile, tiles_down, tiles_across, band);
    };

    StageCursor<Stages> at;
    if (warpgroup == 2) {
      give_registers<80>();
      const auto copy = [&](auto who) {
        if constexpr (!Split) wait_for_last_launch();  // which copies operands
        for (unsigned t = first_tile; t < items; t += tile_stride) {
          const auto [tile, first, end] = item_at(t);
          const TilePlace place = place_at(tile);
          const unsigned row = place.row * Rows;
          const unsigned col = (place.column * Cluster + rank) * Gemm::Columns;
          for (unsigned k_tile = first; k_tile < end; ++k_tile, at.advance()) {
            auto& stage = shared.stages[at.index];
            auto& full = shared.full[at.index];
            const unsigned first_k = k_tile * Gemm::TileK;
            shared.empty[at.index].wait(at.parity ^ 1);
            unsigned bytes = 0;
            // This block's share of the boxes of A, the others bring the rest.
            HIPPUZZLE_UNROLL
            for (unsigned j = 0; j < Gemm::a_boxes; j += Cluster) {
              const unsigned i = j + rank;
              const unsigned box_row = row + i * Gemm::BoxA::rows;
              if constexpr (Cluster == 1)
                bytes += map_a.fetch(stage.a[i], box_row, first_k, full, who);
              else
                map_a.fetch_for_cluster(stage.a[i], box_row, first_k, full, (1u << Cluster) - 1);
            }
            if constexpr (Cluster > 1) bytes += sizeof stage.a;
            HIPPUZZLE_UNROLL
            for (unsigned i = 0; i < Gemm::b_boxes; ++i)
              bytes += map_b.fetch(stage.b[i], first_k, col + i * Gemm::BoxB::columns, full, who);
            finish_fetches(full, who, bytes, true);
          }
        }
      };
      if (thread < 32) start_copying(map_a.by_engine() && map_b.by_engine(), thread, copy);
    } else {
      take_registers<208>();
      using Left = RegisterOperand<typename Gemm::BoxB>;
      const auto gather = [&](Left(&left)[4], unsigned index) {
        HIPPUZZLE_UNROLL
        for (unsigned i = 0; i < 4; ++i)
          left[i].load(shared.stages[index].b, warpgroup * 64, i * 8, Part::cut, thread);
      };
      const auto release = [&](unsigned index) {
        if constexpr (Cluster == 1) {
          if (thread == 0) shared.empty[index].arrive();
        } else {
          if (thread < Cluster) shared.empty[index].arrive_in_cluster(thread);
        }
      };
      for (unsigned t = first_tile; t < items; t += tile_stride) {
        const SlicedTile item = item_at(t);
        const TilePlace place = place_at(item.tile);
        const unsigned first = item.first, end = item.end;
        Accumulator<Rows> sums = {};
        Left even[4], odd[4];
        unsigned last_index = 0;
        // One stage's products; while they are under way the last stage's are waited for, and the
        // next one's elements are gathered into the registers which those have used.
        const auto multiply = [&](unsigned k_tile, Left(&left)[4], Left(&next)[4]) {
          const auto& stage = shared.stages[at.index];
          warpgroup_begin(sums);
          HIPPUZZLE_UNROLL
          for (unsigned i = 0; i < 4; ++i) {
            const RowOperand<typename Gemm::BoxA> right{stage.a, 0, i * 8};
            multiply_add(sums, left[i], right, true);
          }
          warpgroup_commit();
          warpgroup_wait<1>();
          if (k_tile > first) release(last_index);
          last_index = at.index;
          at.advance();
          if (k_tile + 1 < end) {
            shared.full[at.index].wait(at.parity);
            gather(next, at.index);
          }
        };
        shared.full[at.index].wait(at.parity);
        gather(even, at.index);
        for (unsigned k_tile = first; k_tile < end; k_tile += 2) {
          multiply(k_tile, even, odd);
          if (k_tile + 1 < end) multiply(k_tile + 1, odd, even);
        }
        warpgroup_finish(sums);
        release(last_index);
        const unsigned row = place.row * Rows;
        const unsigned col = (place.column * Cluster + rank) * Gemm::Columns + warpgroup * 64;
        if constexpr (Split) wait_for_last_launch();  // which clears C
        if (Split && end - first < k_tiles)
          add_transposed(c, m, n, row, col, sums, thread);
        else
          store_transposed(c, m, n, row, col, sums, thread);
      }
    }
    if constexpr (Cluster > 1) cluster_leave();
  } else {
    (void)c, (void)m, (void)n, (void)k, (void)how;
  }
}

namespace launchers {

template <unsigned Span, unsigned Stages, unsigned Cluster>
struct WgmmaTf32Kernels {
  static constexpr auto whole = wgmma_tf32_gemm<Span, Stages, Cluster, false>,
                        split = wgmma_tf32_gemm<Span, Stages, Cluster, true>;
};

// Cluster tiles of Span x 128 side by side.
template <unsigned Span, unsigned Stages, unsigned Cluster>
int32_t launch_wgmma_tf32(const Problem<float>& p, unsigned slices) {
  using Gemm = WgmmaTf32Gemm<Span, Stages>;
  using Kernels = WgmmaTf32Kernels<Span, Stages, Cluster>;
  const AlignedInputs<float> inputs(p);
  if (inputs.error() != hipSuccess) return code(inputs.error());
  const unsigned clusters = tiles_of(p.m, Span) * tiles_of(p.n, Gemm::Columns * Cluster);
  return launch_wgmma<Gemm, Cluster>(slices > 1 ? Kernels::split : Kernels::whole, p, inputs,
                                     clusters, slices, inputs.map_a<typename Gemm::BoxA>(),
                                     inputs.map_b<typename Gemm::BoxB>());
}

inline int32_t wgmma_tf32(const hippuzzle_launch* l) {
  using namespace tiles;
  const Problem<float> p(l);
  const ProductExtents extents = extents_of(p);
  const auto way =
      way_for("wgmma-tf32", extents,
              wgmma_tf32_question(shapes, extents, modelled_multiprocessors()), tf32_costs);
  if (!way) return code(hipErrorInvalidValue);
  if (way->tile == 1)
    return launch_wgmma_tf32<wgmma_small_span, wgmma_tf32_small_stages, 1>(p, way->slices);
  return launch_wgmma_tf32<wgmma_span, wgmma_stages, wgmma_cluster>(p, way->slices);
}

}  // namespace launchers
