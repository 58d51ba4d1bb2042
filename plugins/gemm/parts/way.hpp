// Which tiles a rung takes, and in how many slices it computes k: a model of the device.
//
// A launch is as long as its rounds of blocks, each its stages of k and the writing of its tile. A
// stage takes as long as its products, or as fetching its operands from the L2 cache, which slows
// down where rows do not start at whole sectors. The tiles of a last round that is not full can be
// computed in slices of k: C is cleared first, and every slice adds to it. Times are in
// microseconds of an H200; only how they compare counts. They were fitted to launches
// (../NOTES.md).
#pragma once

#include <algorithm>
#include <cstddef>

#include "parts/k_slices.hpp"

// The choices of a rung, from its largest tiles on.
constexpr unsigned most_tile_kinds = 4;

struct Way {
  unsigned tile, slices;
};

// The costs of the blocks of one kind of tile.
struct TileCosts {
  double stage = 0, end = 0, adding_end = 0;  // the end: of writing a tile, and of adding to it
  // KiB a stage, 0 where they never matter: that a block asks for, and that come to it, also by
  // what other blocks of its cluster ask for.
  double fetched = 0, received = 0;
};

struct WayCosts {
  TileCosts tiles[most_tile_kinds];
  double clearing;           // C, another launch before
  double added_bytes;        // a microsecond
  double least_gain = 1.12;  // for which slices are taken at all
  unsigned most_slices = 16;
};

// KiB a microsecond that come to a multiprocessor, and that all of them ask for.
constexpr double received_by_one = 103, fetched_by_all = 10'300;
constexpr double cleared_bytes = 3.5e6;  // a microsecond

// How many of A and B have rows that do not start at whole sectors. Then a box 128 bytes wide has
// parts of five sectors, in two lines of the cache, instead of four sectors.
constexpr unsigned off_sectors(std::size_t a_row_bytes, std::size_t b_row_bytes) {
  return (a_row_bytes % 32 != 0) + (b_row_bytes % 32 != 0);
}
// Microseconds of a stage: its products, the bytes a block receives, or all its blocks' requests.
constexpr double stage_of(double products, double received, double fetched, unsigned blocks,
                          unsigned off_sectors) {
  return std::max({products, received * (1 + 0.033 * off_sectors) / received_by_one,
                   fetched * (1 + 0.207 * off_sectors) * blocks / fetched_by_all});
}

constexpr WayCosts tf32_costs{{{0.626, 4.6, 2.8}, {0.269, 1.1, 0.5}}, 2, 4.2e6};
constexpr WayCosts fp32_costs{
    {{4.65, 3.9, 0}, {1.186, 3.6, 3.7}, {1.188, 3.6, 3.9}}, 0.2, 1.6e7, 1.04};
constexpr WayCosts three_costs{{{1.25, 4, 3}}, 2, 4.2e6, 1.04};

// A product as one kind of tile sees it.
struct TiledWork {
  unsigned items = 0;     // clusters of tiles; 0 where the rung has no such tiles
  unsigned resident = 1;  // of them that run at once
  unsigned cluster = 1;   // blocks in one
  bool can_add = true;    // to C: else k is computed in one slice
  bool is_even = false;   // the last round is shared out among all blocks (stream-K)
  unsigned most_slices = ~0u;
};

struct WayQuestion {
  TiledWork tiles[most_tile_kinds];
  unsigned stages;  // of k, the same for all
  double result_bytes;
  unsigned off_sectors = 0;  // off_sectors()
};

// Microseconds that a round of that many blocks takes.
constexpr double round_of(const WayQuestion& q, const TileCosts& tile, unsigned blocks,
                          unsigned stages, double end) {
  return stages * stage_of(tile.stage, tile.received, tile.fetched, blocks, q.off_sectors) + end;
}

// `items` clusters, each `stages` deep, on the multiprocessors that run at once.
constexpr double rounds_of(const WayQuestion& q, const TiledWork& work, const TileCosts& tile,
                           unsigned items, unsigned stages, double end) {
  const unsigned resident = std::max(work.resident, 1u), rest = items % resident;
  const double full = round_of(q, tile, resident * work.cluster, stages, end);
  if (work.is_even && items > resident) return full * items / resident;
  const double last = rest > 0 ? round_of(q, tile, rest * work.cluster, stages, end) : 0;
  return items / resident * full + last;
}

// Microseconds that a launch takes beyond the time that all launches take.
constexpr double predicted(const WayQuestion& q, const WayCosts& costs, Way way) {
  const TiledWork& work = q.tiles[way.tile];
  const TileCosts& tile = costs.tiles[way.tile];
  if (way.slices == 1) return rounds_of(q, work, tile, work.items, q.stages, tile.end);
  const unsigned whole = k_slices(work.items, work.resident, way.slices).whole;
  const unsigned sliced = work.items - whole;
  const unsigned stages = (q.stages + way.slices - 1) / way.slices;
  double time = costs.clearing;
  if (whole > 0) {
    time += rounds_of(q, work, tile, whole, q.stages, tile.end);
    time += q.result_bytes / cleared_bytes;
  }
  time += rounds_of(q, work, tile, sliced * way.slices, stages, tile.adding_end);
  return time + way.slices * q.result_bytes / costs.added_bytes * sliced / std::max(work.items, 1u);
}

constexpr Way choose_way(const WayQuestion& q, const WayCosts& costs) {
  Way best{0, 1};
  double least = predicted(q, costs, best);
  for (unsigned slices = 1; slices <= costs.most_slices && slices <= q.stages; ++slices) {
    for (unsigned tile = 0; tile < most_tile_kinds; ++tile) {
      const TiledWork& work = q.tiles[tile];
      if (work.items == 0 || (slices > 1 && !work.can_add) || slices > work.most_slices) continue;
      const Way way{tile, slices};
      const double time = predicted(q, costs, way) * (slices > 1 ? costs.least_gain : 1);
      if (time >= least) continue;
      least = time;
      best = way;
    }
  }
  return best;
}
