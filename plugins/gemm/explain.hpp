// gemm: how the rungs that choose their tiles by a model would compute a size on a device, which
// need not be here. The judge's side of it: no kernel.
#pragma once

#include <hippuzzle/explain.h>

#include <cstdio>
#include <string_view>

#include "parts/engine_rows.hpp"
#include "parts/explained_way.hpp"

namespace explain {

// The model's prediction for a rung's way, and its tiles.
struct AskedModel {
  ExplainedWay way;
  tiles::Shape shape;
  unsigned slices;
  bool is_even;
  unsigned band;
  const char* rows_of_band;
};

inline AskedModel of_whole_tiles(const WayQuestion& q, const WayCosts& costs, Way way,
                                 const tiles::Shape* shapes, unsigned band,
                                 unsigned element_bytes) {
  const tiles::Shape& shape = shapes[way.tile];
  return {explain_way(q, costs, way, shape, element_bytes),
          shape,
          way.slices,
          q.tiles[way.tile].is_even,
          band,
          shape.below > 1 ? "clusters" : "tiles"};
}
inline AskedModel of_fitted_tiles(const Bf16Question& q, const Bf16Costs& costs,
                                  const FittedWay& way, unsigned k) {
  const unsigned rows = way.transposed ? way.right : fitted_left,
                 columns = way.transposed ? fitted_left : way.right;
  // Blocks of a cluster that share or that take slices.
  const tiles::Shape shape{rows, columns, k, way.blocks()};
  return {explain_way(q.fitted, costs.fitted, way), shape, way.slices, false, tiles::wgmma_band,
          way.sharing > 1 ? "clusters" : "tiles"};
}

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
  const auto fastest = [&](const WayQuestion& q, const WayCosts& costs, const tiles::Shape* of_rung,
                           unsigned band) {
    explain(of_whole_tiles(q, costs, choose_way(q, costs), of_rung, band, 4));
  };
  if (rung == "fp32-best") {
    fastest(fp32_best_question(shapes, p, multiprocessors), fp32_costs, shapes.fp32_best,
            tiles::fp32_band);
  } else if (rung == "wgmma-tf32") {
    fastest(wgmma_tf32_question(shapes, p, modelled), tf32_costs, shapes.wgmma_tf32,
            tiles::wgmma_band);
  } else if (rung == "wgmma-bf16" || rung == "wgmma-bf16-tn") {
    const bool transposed_b = rung == "wgmma-bf16-tn";
    const Bf16Costs& costs = transposed_b ? bf16_tn_costs : bf16_costs;
    const Bf16Question q = wgmma_bf16_question(
        shapes, p, modelled, transposed_b, p.n % (transposed_b ? 8 : 4) == 0, is_roomy,
        row_bytes<std::uint16_t>(p.k), row_bytes<std::uint16_t>(transposed_b ? p.k : p.n));
    const Bf16Way way = choose_bf16_way(q, costs);
    if (way.is_fitted())
      explain(of_fitted_tiles(q, costs, way.fitted, shapes.wgmma_bf16[0].k));
    else
      explain(
          of_whole_tiles(q.whole, costs.whole, way.whole, shapes.wgmma_bf16, tiles::wgmma_band, 2));
  } else if (rung == "fp32-3xtf32") {
    fastest(three_question(shapes, p, modelled, !is_cpu), three_costs, &shapes.three,
            tiles::three_band);
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
        const ExplainedWay& it = asked.way;
        explanation->rows = asked.shape.rows;
        explanation->columns = asked.shape.columns;
        explanation->k = asked.shape.k;
        explanation->blocks_in_a_cluster = asked.shape.cluster();
        explanation->tiles = it.tiles;
        explanation->sliced_tiles = it.sliced;
        explanation->slices = asked.slices;
        explanation->shares_last_round = asked.is_even;
        explanation->waves = it.waves;
        explanation->fetched_bytes = it.fetched_bytes;
        std::snprintf(explanation->order, sizeof explanation->order,
                      "down columns in bands of %u rows of %s", asked.band, asked.rows_of_band);
        // The costs are measured on an H200's kernels.
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
