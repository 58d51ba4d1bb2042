// The model's (way.hpp) account of a way beyond its time: rounds, bytes, and the binding limit.
#pragma once

#include <algorithm>
#include <cstdint>

#include "parts/way_questions.hpp"

struct ExplainedWay {
  std::uint64_t tiles, sliced;  // of C; those in slices
  double waves;                 // blocks or clusters, all / concurrent
  double fetched_bytes;         // operands of all blocks, each once a cluster
  // Microseconds, which add up to predicted(): the launch itself with copies of operands, and how
  // much longer device memory takes than all of the rest.
  double multiplying, fetching, writing, adding, starting, waiting;

  double predicted() const {
    return multiplying + fetching + writing + adding + starting + waiting;
  }
  const char* bound() const {
    const double most = std::max({multiplying, fetching, writing, adding, starting, waiting});
    return multiplying == most ? "products"
           : fetching == most  ? "fetching from the L2 cache"
           : writing == most   ? "writing C"
           : starting == most  ? "the launch, with copies of A and B"
           : waiting == most   ? "device memory"
                               : "clearing C and adding slices";
  }
};

// element_bytes: of an operand.
inline ExplainedWay explain_way(const WayQuestion& q, const WayCosts& costs, Way way,
                                const tiles::Shape& shape, unsigned element_bytes) {
  const TiledWork& work = q.tiles[way.tile];
  const TileCosts& tile = costs.tiles[way.tile];
  const KSlices how = k_slices(work.items, work.resident, way.slices);
  const unsigned sliced = work.items - how.whole;
  const unsigned stages = (q.stages + way.slices - 1) / way.slices;

  // The model's rounds without the time at their end, and without slow fetches.
  TileCosts fast = tile;
  fast.fetched = fast.received = 0;
  const auto both = [&](const TileCosts& how_fast, bool with_ends) {
    return rounds_of(q, work, how_fast, costs.fetch, how.whole, q.stages,
                     with_ends ? tile.end : 0) +
           rounds_of(q, work, how_fast, costs.fetch, sliced * way.slices, stages,
                     with_ends ? tile.adding_end : 0);
  };
  ExplainedWay e{};
  e.tiles = std::uint64_t{work.items} * shape.cluster();
  e.sliced = way.slices > 1 ? std::uint64_t{sliced} * shape.cluster() : 0;
  e.waves = double(work_items(work.items, how)) / std::max(work.resident, 1u);
  const double of_cluster = double(shape.rows) * shape.below + double(shape.columns) * shape.beside;
  e.fetched_bytes = double(work.items) * q.stages * shape.k * of_cluster * element_bytes;
  e.multiplying = both(fast, false);
  e.fetching = both(tile, false) - e.multiplying;
  e.writing = both(tile, true) - both(tile, false);
  // The rest is clearing C and adding to it.
  const double rounds = all_rounds(q, costs, way);
  e.adding = way.slices > 1 ? rounds - e.multiplying - e.fetching - e.writing : 0;
  e.starting = launch_of(0, {0, q.traffic.copied, q.traffic.uneven}, costs.fetch);
  e.waiting = predicted(q, costs, way) - e.starting - rounds;
  return e;
}

// The same of tiles that fit the problem.
inline ExplainedWay explain_way(const FittedQuestion& q, const FittedCosts& costs,
                                const FittedWay& way) {
  const FittedTiles tiles = tiles_of(q, way);
  // The model without the time at a tile's end.
  FittedCosts endless = costs;
  endless.end = endless.end_right = endless.end_transposed = endless.cluster = endless.meeting = 0;
  endless.part = 0;
  const double rounds = (tiles.clusters + tiles.at_once - 1) / tiles.at_once;
  ExplainedWay e{};
  e.tiles = std::uint64_t{tiles.clusters} * way.tiles();
  e.sliced = way.slices > 1 ? e.tiles : 0;
  e.waves = double(tiles.clusters) / tiles.at_once;
  e.fetched_bytes =
      double(tiles.clusters) * way.blocks() * tiles.stages * bytes_of(q, way).fetched * 1024;
  e.multiplying = rounds * tiles.stages * times_of(way, costs).products;
  const double all = all_rounds(q, costs, way);
  e.fetching = all_rounds(q, endless, way) - e.multiplying;
  e.writing = all - e.multiplying - e.fetching;
  e.starting = launch_of(0, {0, q.traffic.copied, q.traffic.uneven}, costs.fetch);
  e.waiting = predicted(q, costs, way) - e.starting - all;
  return e;
}
