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
          way.tiles() > 1 ? "clusters" : "tiles"};
}

// Calls visit(question, costs, shapes, band, element bytes) as the rung's launcher asks on that
// device. Returns false for a rung that asks none.
template <class Visit>
bool with_question(std::string_view rung, const ProductExtents& p, bool is_roomy, bool is_cpu,
                   unsigned multiprocessors, const Visit& visit) {
  using namespace launchers;
  static constexpr tiles::Shapes roomy = tiles::shapes_where(true),
                                 narrow = tiles::shapes_where(false);
  const tiles::Shapes& shapes = is_roomy ? roomy : narrow;
  constexpr unsigned modelled_on_a_cpu = 132;  // launch_wgmma.hpp
  const unsigned modelled = is_cpu ? modelled_on_a_cpu : multiprocessors;
  if (rung == "fp32-best") {
    visit(fp32_best_question(shapes, p, multiprocessors), fp32_costs, shapes.fp32_best,
          tiles::fp32_band, 4u);
  } else if (rung == "wgmma-tf32") {
    visit(wgmma_tf32_question(shapes, p, modelled), tf32_costs, shapes.wgmma_tf32,
          tiles::wgmma_band, 4u);
  } else if (rung == "wgmma-bf16" || rung == "wgmma-bf16-tn") {
    const bool transposed_b = rung == "wgmma-bf16-tn";
    visit(wgmma_bf16_question(shapes, p, modelled, transposed_b, p.n % (transposed_b ? 8 : 4) == 0,
                              is_roomy, row_bytes<std::uint16_t>(p.k),
                              row_bytes<std::uint16_t>(transposed_b ? p.k : p.n)),
          transposed_b ? bf16_tn_costs : bf16_costs, shapes.wgmma_bf16, tiles::wgmma_band, 2u);
  } else if (rung == "fp32-3xtf32") {
    visit(three_question(shapes, p, modelled, !is_cpu), three_costs, &shapes.three,
          tiles::three_band, 4u);
  } else {
    return false;
  }
  return true;
}

inline AskedModel asked(const WayQuestion& q, const WayCosts& costs, const Way& way,
                        const tiles::Shape* shapes, unsigned band, unsigned element_bytes) {
  return of_whole_tiles(q, costs, way, shapes, band, element_bytes);
}
inline AskedModel asked(const Bf16Question& q, const Bf16Costs& costs, const Bf16Way& way,
                        const tiles::Shape* shapes, unsigned band, unsigned element_bytes) {
  if (way.is_fitted()) return of_fitted_tiles(q, costs, way.fitted, shapes[0].k);
  return of_whole_tiles(q.whole, costs.whole, way.whole, shapes, band, element_bytes);
}

// Whether the model describes the device: the model knows the costs of one generation's kernels.
inline bool is_modelled(const hippuzzle_modelled_device& device) {
  return device.architecture == std::string_view("sm_90");
}

inline ProductExtents product_of(const hippuzzle_extents& e) {
  return {static_cast<unsigned>(e.n[0]), static_cast<unsigned>(e.n[1]),
          static_cast<unsigned>(e.n[2])};
}

inline const char* explain(const char* variant, const hippuzzle_extents* e,
                           const hippuzzle_modelled_device* device,
                           hippuzzle_explanation* explanation) {
  const bool is_cpu = device->platform == std::string_view("cpu");
  const bool is_known = is_modelled(*device);
  const bool asks = with_question(
      variant, product_of(*e), !is_cpu, is_cpu, device->multiprocessors,
      [&](const auto& q, const auto& costs, const tiles::Shape* shapes, unsigned band,
          unsigned element_bytes) {
        const AskedModel model = asked(q, costs, choose_way(q, costs), shapes, band, element_bytes);
        const ExplainedWay& it = model.way;
        explanation->rows = model.shape.rows;
        explanation->columns = model.shape.columns;
        explanation->k = model.shape.k;
        explanation->blocks_in_a_cluster = model.shape.cluster();
        explanation->tiles = it.tiles;
        explanation->sliced_tiles = it.sliced;
        explanation->slices = model.slices;
        explanation->shares_last_round = model.is_even;
        explanation->waves = it.waves;
        explanation->fetched_bytes = it.fetched_bytes;
        std::snprintf(explanation->order, sizeof explanation->order,
                      "down columns in bands of %u rows of %s", model.band, model.rows_of_band);
        // The costs are measured on an H100's kernels.
        explanation->microseconds = is_known ? it.predicted() : 0;
        std::snprintf(explanation->bound, sizeof explanation->bound, "%s",
                      is_known ? it.bound() : "");
      });
  if (!asks) return "asks no model of the device";
  if (!is_cpu && !is_known)
    return "asks its model on devices of sm_90 alone, such as h100 and h200";
  return nullptr;
}

}  // namespace explain
