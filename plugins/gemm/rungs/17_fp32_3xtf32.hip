// Rung 17, fp32-3xtf32: a product as accurate as FP32's on TF32 matrix cores. Hardware cuts a
// float to 11 bits and leaves a remainder, whose next 11 bits matter: a b = cut(a) cut(b) +
// cut(a) rest(b) + rest(a) cut(b), to 22 bits; three products instead of one. A warpgroup
// computes the remainders of A's tiles; remainders of B are computed on the way into
// registers.
//
// Matrix cores cut each sum that they form, which over a k of thousands would cost more bits than
// FP32 arithmetic loses. So they sum up one stage of 32 k only, and the threads add that to
// sums of their own.
//
// Floor: three times wgmma-tf32's 64 cycles for m64n128k8; a stage 1536 cycles for 256 consumers,
// each adding 64 sums besides: a third of the TF32 rate.
#include "parts/float4.hpp"
#include "parts/launch_wgmma.hpp"
#include "parts/split_k.hpp"
#include "parts/store_sums.hpp"
#include "parts/tile_order.hpp"

template <unsigned Stages>
struct Fp32On3xTf32Gemm {
  static constexpr unsigned Rows = 128, Columns = 128, TileK = 32;
  static constexpr unsigned consumers = 256, threads = consumers + 2 * 128;
  using BoxA = hippuzzle::SharedBox<float, Rows, TileK>;
  using BoxB = hippuzzle::SharedBox<float, TileK, 32>;
  static constexpr unsigned b_boxes = Columns / BoxB::columns;
  struct Stage {
    BoxA a, a_rest;
    BoxB b[b_boxes];
  };
  struct Shared {
    Stage stages[Stages];
    hippuzzle::SharedBarrier full[Stages], split[Stages], empty[Stages];
  };
  static constexpr unsigned shared_bytes = sizeof(Shared);
};

template <unsigned Stages>
__global__ void __launch_bounds__((Fp32On3xTf32Gemm<Stages>::threads), 1) fp32_3xtf32_gemm(
    float* c, unsigned m, unsigned n, unsigned k, KSlices how,
    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Fp32On3xTf32Gemm<Stages>::BoxA>
        map_a,
    HIPPUZZLE_GRID_CONSTANT const hippuzzle::TensorMap<typename Fp32On3xTf32Gemm<Stages>::BoxB>
        map_b) {
  if constexpr (HIPPUZZLE_HAS_WARPGROUP) {
    using namespace hippuzzle;
    using Gemm = Fp32On3xTf32Gemm<Stages>;
    auto& shared = *dynamic_shared<typename Gemm::Shared>();
    const unsigned warpgroup = threadIdx.x / 128, thread = threadIdx.x % 128;
    if (threadIdx.x == 0) {
      for (unsigned s = 0; s < Stages; ++s) {
        shared.full[s].init(1);
        shared.split[s].init(4);  // warps that compute remainders
        shared.empty[s].init(2);  // warpgroups that multiply
      }
      publish_barriers();
    }
    __syncthreads();

    const unsigned tiles_down = (m + Gemm::Rows - 1) / Gemm::Rows;
    const unsigned tiles_across = (n + Gemm::Columns - 1) / Gemm::Columns;
    const unsigned k_tiles = (k + Gemm::TileK - 1) / Gemm::TileK;
    const unsigned tiles = tiles_down * tiles_across, items = work_items(tiles, how);
    const auto item_at = [&](unsigned t) { return sliced_tile(t, tiles, how, k_tiles); };
    const auto place_at = [&](unsigned tile) {
      return place_of(tile, tiles_down, tiles_across, tiles::three_band);
    };
    StageCursor<Stages> at;
    if (warpgroup == 3) {
      give_registers<40>();
      if (thread >= 32) return;
      if (how.slices == 1) wait_for_last_launch();  // which copies operands
      for (unsigned t = blockIdx.x; t < items; t += gridDim.x) {
        const auto [tile, first, end] = item_at(t);
        const TilePlace place = place_at(tile);
        for (unsigned k_tile = first; k_tile < end; ++k_tile, at.advance()) {
          auto& stage = shared.stages[at.index];
          auto& full = shared.full[at.index];
          shared.empty[at.index].wait(at.parity ^ 1);
          unsigned bytes =
              map_a.fetch(stage.a, place.row * Gemm::Rows, k_tile * Gemm::TileK, full, thread);
          for (unsigned i = 0; i < Gemm::b_boxes; ++i)
            bytes += map_b.fetch(stage.b[i], k_tile * Gemm::TileK,
                                 place.column * Gemm::Columns + i * 32, full, thread);
          finish_fetches(full, thread, bytes, !map_a.by_engine() || !map_b.by_engine());
        }
      }
    } else if (warpgroup == 2) {
      give_registers<72>();
      for (unsigned t = blockIdx.x; t < items; t += gridDim.x) {
        const auto [tile, first, end] = item_at(t);
        for (unsigned k_tile = first; k_tile < end; ++k_tile, at.advance()) {
          auto& stage = shared.stages[at.index];
          shared.full[at.index].wait(at.parity);
          // An element's position in the box does not matter: its remainder has the same one.
          HIPPUZZLE_UNROLL
          for (unsigned i = 0; i < Gemm::BoxA::rows * Gemm::BoxA::columns / 4; i += 128) {
            Float4 v = reinterpret_cast<const Float4*>(stage.a.elements)[i + thread];
            HIPPUZZLE_UNROLL
            for (int e = 0; e < 4; ++e) v[e] = part_of(v[e], Part::remainder);
            reinterpret_cast<Float4*>(stage.a_rest.elements)[i + thread] = v;
          }
          publish_to_async_proxy();
          shared.split[at.index].arrive_as_warp(thread % 32);
        }
      }
    } else {
      take_registers<184>();
      using Left = RegisterOperand<typename Gemm::BoxB>;
      using Right = RowOperand<typename Gemm::BoxA>;
      for (unsigned t = blockIdx.x; t < items; t += gridDim.x) {
        const auto [tile, first, end] = item_at(t);
        const TilePlace place = place_at(tile);
        Accumulator<Gemm::Rows> sums = {};
        for (unsigned k_tile = first; k_tile < end; ++k_tile, at.advance()) {
          auto& stage = shared.stages[at.index];
          Left cut[4], rest[4];
          shared.full[at.index].wait(at.parity);
          HIPPUZZLE_UNROLL
          for (unsigned i = 0; i < 4; ++i) {
            cut[i].load(stage.b, warpgroup * 64, i * 8, Part::cut, thread);
            rest[i].load(stage.b, warpgroup * 64, i * 8, Part::remainder, thread);
          }
          shared.split[at.index].wait(at.parity);
          Accumulator<Gemm::Rows> part;
          warpgroup_begin(part);
          HIPPUZZLE_UNROLL
          for (unsigned i = 0; i < 4; ++i) {
            // Small products first.
            multiply_add(part, rest[i], Right{&stage.a, 0, i * 8}, i > 0);
            multiply_add(part, cut[i], Right{&stage.a_rest, 0, i * 8}, true);
          }
          HIPPUZZLE_UNROLL
          for (unsigned i = 0; i < 4; ++i) {
            multiply_add(part, cut[i], Right{&stage.a, 0, i * 8}, true);
          }
          warpgroup_commit();
          warpgroup_finish(part);
          if (thread == 0) shared.empty[at.index].arrive();
          HIPPUZZLE_UNROLL
          for (int i = 0; i < sums.size; ++i) sums.values[i] += part.values[i];
        }
        const unsigned row = place.row * Gemm::Rows;
        const unsigned col = place.column * Gemm::Columns + warpgroup * 64;
        wait_for_last_launch();  // which clears C
        if (end - first < k_tiles)
          add_transposed(c, m, n, row, col, sums, thread);
        else
          store_transposed(c, m, n, row, col, sums, thread);
      }
    }
  } else {
    (void)c, (void)m, (void)n, (void)k, (void)how;
  }
}

namespace launchers {

inline int32_t fp32_3xtf32(const hippuzzle_launch* l) {
  using Gemm = Fp32On3xTf32Gemm<tiles::three_stages>;
  const Problem<float> p(l);
  const AlignedInputs<float> inputs(p);
  if (inputs.error() != hipSuccess) return code(inputs.error());
  const unsigned all = tiles_of(p.m, Gemm::Rows) * tiles_of(p.n, Gemm::Columns);
  // For each word, the CPU platform's checker keeps everything that its adding threads had seen:
  // with 512 threads a block this took minutes and 18 GB.
  constexpr bool adds = !HIPPUZZLE_PLATFORM_CPU;
  const ProductExtents extents = extents_of(p);
  const auto way = way_for("fp32-3xtf32", extents,
                           three_question(tiles::shapes, extents, modelled_multiprocessors(), adds),
                           three_costs);
  if (!way) return code(hipErrorInvalidValue);
  return launch_wgmma<Gemm, 1>(fp32_3xtf32_gemm<tiles::three_stages>, p, inputs, all, way->slices,
                               inputs.map_a<typename Gemm::BoxA>(),
                               inputs.map_b<typename Gemm::BoxB>());
}

}  // namespace launchers
