// Which tiles a rung takes, and in how many slices it computes k: a model of the device.
//
// A launch is as long as its rounds of blocks, each its stages of k and the writing of its tile,
// but at least as long as device memory needs for A, B and C once. A stage takes as long as its
// products, or as fetching its operands from the L2 cache, which slows down where rows do not start
// at whole sectors. The tiles of a last round that is not full can be computed in slices of k: C is
// cleared first, and every slice adds to it. Times are in microseconds of an H100, cold caches,
// fitted to launches by `./dev bench fit` (../NOTES.md).
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

// How fast operands come, and what every launch takes.
struct FetchCosts {
  // KiB a microsecond: that a multiprocessor receives, that it requests, and that all of them
  // request. A request takes longer for each operand whose rows do not start at whole sectors: a
  // box's row of 128 bytes then has parts of five sectors, in two lines of the cache.
  double received = 1e9, requested = 1e9, off_requested = 0;
  double requested_by_all = 1e9, off_requested_by_all = 0;
  double memory = 3e6;     // bytes a microsecond of device memory
  double launch = 3.3;     // until the first block starts, and after the last one has ended
  double copying = 3;      // another launch, which copies rows that the engine does not take
  double uneven = 3.45e6;  // bytes a microsecond of a C whose rows start anywhere, beyond the rest
  // The share of the shorter one of two times that does not pass within the longer one, where both
  // are equal: of fetching and products, and of device memory and all the rest.
  double waiting = 0, waiting_for_memory = 0.31;
};

// Microseconds of two things at the same time.
constexpr double together(double a, double b, double waiting) {
  const double shorter = std::min(a, b);
  return std::max(a, b) + (shorter > 0 ? 2 * waiting * shorter * shorter / (a + b) : 0);
}

struct WayCosts {
  TileCosts tiles[most_tile_kinds];
  double clearing;           // C, another launch before
  double added_bytes;        // a microsecond
  double least_gain = 1.12;  // for which slices are taken at all
  unsigned most_slices = 16;
  FetchCosts fetch = {};
};

constexpr double cleared_bytes = 3.5e6;  // a microsecond

// Bytes of A, B and C, each once; of A and B where they are copied before the product; of C where
// its rows start anywhere.
struct Traffic {
  double compulsory = 0, copied = 0, uneven = 0;
};

// Microseconds of a launch whose rounds take so long.
constexpr double launch_of(double rounds, const Traffic& traffic, const FetchCosts& fetch) {
  const double copying = traffic.copied > 0 ? fetch.copying + 2 * traffic.copied / fetch.memory : 0;
  return fetch.launch + copying + traffic.uneven / fetch.uneven +
         together(rounds, traffic.compulsory / fetch.memory, fetch.waiting_for_memory);
}

// How many of A and B have rows that do not start at whole sectors.
constexpr unsigned off_sectors(std::size_t a_row_bytes, std::size_t b_row_bytes) {
  return (a_row_bytes % 32 != 0) + (b_row_bytes % 32 != 0);
}
// Microseconds of a stage: its products, the bytes a block receives or requests, or all its blocks'
// requests.
constexpr double stage_of(double products, double received, double fetched, unsigned blocks,
                          unsigned off_sectors, const FetchCosts& fetch) {
  const double off = off_sectors;
  return together(
      products,
      std::max(
          {received / fetch.received, fetched * (1 + fetch.off_requested * off) / fetch.requested,
           fetched * (1 + fetch.off_requested_by_all * off) * blocks / fetch.requested_by_all}),
      fetch.waiting);
}

// Fitted for wgmma-tf32, and taken over for the FP32 rungs but for the copies.
constexpr FetchCosts fp32_fetch{}, tf32_fetch{1e9, 1e9, 0, 1e9, 0, 3e6, 3.3, 17.7};

constexpr WayCosts tf32_costs{
    {{0.632, 3.99, 3.8}, {0.35, 0.484, 0.221}}, 4.09, 7.18e6, 1.12, 16, tf32_fetch};
constexpr WayCosts fp32_costs{
    {{4.65, 3.9, 0}, {1.186, 3.6, 3.7}, {1.188, 3.6, 3.9}}, 0.2, 1.6e7, 1.04, 16, fp32_fetch};
constexpr WayCosts three_costs{{{1.25, 4, 3}}, 2, 4.2e6, 1.04, 16, fp32_fetch};

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
  Traffic traffic = {};
};

// Microseconds that a round of that many blocks takes.
constexpr double round_of(const WayQuestion& q, const TileCosts& tile, const FetchCosts& fetch,
                          unsigned blocks, unsigned stages, double end) {
  return stages * stage_of(tile.stage, tile.received, tile.fetched, blocks, q.off_sectors, fetch) +
         end;
}

// `items` clusters, each `stages` deep, on the multiprocessors that run at once.
constexpr double rounds_of(const WayQuestion& q, const TiledWork& work, const TileCosts& tile,
                           const FetchCosts& fetch, unsigned items, unsigned stages, double end) {
  const unsigned resident = std::max(work.resident, 1u), rest = items % resident;
  const double full = round_of(q, tile, fetch, resident * work.cluster, stages, end);
  if (work.is_even && items > resident) return full * items / resident;
  const double last = rest > 0 ? round_of(q, tile, fetch, rest * work.cluster, stages, end) : 0;
  return items / resident * full + last;
}

// Microseconds that all rounds of a launch take, and clearing C before them.
constexpr double all_rounds(const WayQuestion& q, const WayCosts& costs, Way way) {
  const TiledWork& work = q.tiles[way.tile];
  const TileCosts& tile = costs.tiles[way.tile];
  const FetchCosts& fetch = costs.fetch;
  if (way.slices == 1) return rounds_of(q, work, tile, fetch, work.items, q.stages, tile.end);
  const unsigned whole = k_slices(work.items, work.resident, way.slices).whole;
  const unsigned sliced = work.items - whole;
  const unsigned stages = (q.stages + way.slices - 1) / way.slices;
  double time = costs.clearing;
  if (whole > 0) {
    time += rounds_of(q, work, tile, fetch, whole, q.stages, tile.end);
    time += q.result_bytes / cleared_bytes;
  }
  time += rounds_of(q, work, tile, fetch, sliced * way.slices, stages, tile.adding_end);
  return time + way.slices * q.result_bytes / costs.added_bytes * sliced / std::max(work.items, 1u);
}

// Microseconds of a launch.
constexpr double predicted(const WayQuestion& q, const WayCosts& costs, Way way) {
  return launch_of(all_rounds(q, costs, way), q.traffic, costs.fetch);
}

// Calls visit(way, microseconds) for every way. Slices are only worth their risk if they gain
// something: their times are as much longer.
template <class Visit>
constexpr void for_each_way(const WayQuestion& q, const WayCosts& costs, const Visit& visit) {
  for (unsigned slices = 1; slices <= costs.most_slices && slices <= q.stages; ++slices) {
    for (unsigned tile = 0; tile < most_tile_kinds; ++tile) {
      const TiledWork& work = q.tiles[tile];
      if (work.items == 0 || (slices > 1 && !work.can_add) || slices > work.most_slices) continue;
      const Way way{tile, slices};
      visit(way, predicted(q, costs, way) * (slices > 1 ? costs.least_gain : 1));
    }
  }
}

constexpr Way choose_way(const WayQuestion& q, const WayCosts& costs) {
  Way best{0, 1};
  double least = predicted(q, costs, best);
  for_each_way(q, costs, [&](const Way& way, double time) {
    if (time >= least) return;
    least = time;
    best = way;
  });
  return best;
}
