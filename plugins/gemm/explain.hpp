// gemm: how the rungs that choose their tiles by a model would compute a size on a device, which
// need not be here. The judge's side of it: no kernel.
#pragma once

#include <hippuzzle/explain.h>

#include <cstdio>
#include <string_view>

#include "parts/engine_rows.hpp"
#include "parts/explained_way.hpp"

namespace explain {

// A rung's question, what its tiles cost, and what they are.
struct AskedModel {
  WayQuestion question;
  const WayCosts& costs;
  const tiles::Shape* shapes;
  unsigned band, element_bytes;
};

// As the rung's launcher asks on that device. Returns false for a rung that asks none.
template <class Explain>
bool ask(std::string_view rung, const ProductExtents& p, bool is_roomy, bool is_cpu,
         unsigned multiprocessors, const Explain& explain) {
  using namespace launchers;
  static constexpr tiles::Shapes roomy = tiles::shapes_where(true),
                                 narrow = tiles::shapes_where(false);
  const tiles::Shapes& shapes = is_roomy ? roomy : narrow;
  constexpr unsigned modelled_on_a_cpu = 132;  // launch_wgmma.hpp
  const unsigned modelled = is_cpu ? modelled_on_a_cpu : multiprocessors;
  const auto a_row = row_bytes<std::uint16_t>(p.k);
  if (rung == "fp32-best") {
    explain(AskedModel{fp32_best_question(shapes, p, multiprocessors), fp32_costs, shapes.fp32_best,
                       tiles::fp32_band, 4});
  } else if (rung == "wgmma-tf32") {
    explain(AskedModel{wgmma_tf32_question(shapes, p, modelled), tf32_costs, shapes.wgmma_tf32,
                       tiles::wgmma_band, 4});
  } else if (rung == "wgmma-bf16") {
    explain(AskedModel{wgmma_bf16_question(shapes, p, modelled, p.n % 4 == 0, a_row,
                                           row_bytes<std::uint16_t>(p.n)),
                       bf16_costs, shapes.wgmma_bf16, tiles::wgmma_band, 2});
  } else if (rung == "wgmma-bf16-tn") {
    explain(AskedModel{wgmma_bf16_question(shapes, p, modelled, p.n % 8 == 0, a_row, a_row),
                       bf16_rounded_costs, shapes.wgmma_bf16, tiles::wgmma_band, 2});
  } else if (rung == "fp32-3xtf32") {
    explain(AskedModel{three_question(shapes, p, modelled, !is_cpu), three_costs, &shapes.three,
                       tiles::three_band, 4});
  } else {
    return false;
  }
  return true;
}

inline const char* explain(const char* variant, const hippuzzle_extents* e,
                           const hippuzzle_modelled_device* device,
                           hippuzzle_explanation* explanation) {
  const bool is_cpu = device->platform == std::string_view("cpu");
  const bool is_modelled = device->architecture == std::string_view("sm_90");
  const ProductExtents p{static_cast<unsigned>(e->n[0]), static_cast<unsigned>(e->n[1]),
                         static_cast<unsigned>(e->n[2])};
  const bool asks =
      ask(variant, p, !is_cpu, is_cpu, device->multiprocessors, [&](const AskedModel& asked) {
        const Way way = choose_way(asked.question, asked.costs);
        const tiles::Shape& shape = asked.shapes[way.tile];
        const ExplainedWay it =
            explain_way(asked.question, asked.costs, way, shape, asked.element_bytes);
        explanation->rows = shape.rows;
        explanation->columns = shape.columns;
        explanation->k = shape.k;
        explanation->blocks_in_a_cluster = shape.cluster();
        explanation->tiles = it.tiles;
        explanation->sliced_tiles = it.sliced;
        explanation->slices = way.slices;
        explanation->shares_last_round = asked.question.tiles[way.tile].is_even;
        explanation->waves = it.waves;
        explanation->fetched_bytes = it.fetched_bytes;
        std::snprintf(explanation->order, sizeof explanation->order,
                      "down columns in bands of %u rows of %s", asked.band,
                      shape.below > 1 ? "clusters" : "tiles");
        // Costs are those of an H200's kernels.
        explanation->microseconds = is_modelled ? it.predicted() : 0;
        std::snprintf(explanation->bound, sizeof explanation->bound, "%s",
                      is_modelled ? it.bound() : "");
      });
  if (!asks) return "asks no model of the device";
  if (!is_cpu && !is_modelled)
    return "asks its model on devices of sm_90 alone, such as h100 and h200";
  return nullptr;
}

}  // namespace explain
