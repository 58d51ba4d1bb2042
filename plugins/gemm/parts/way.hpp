// Which tiles a rung takes, and in how many slices it computes k: a model of the device.
//
// A launch is as long as its rounds of blocks, each its stages of k and the writing of its tile.
// With slices there are more blocks with fewer stages each; then C is cleared first, and every
// slice adds to it. Times are in microseconds of an H200; only how they compare counts. They were
// fitted to launches (../NOTES.md).
#pragma once

// What a rung chooses among, from its largest tiles on.
constexpr unsigned most_tile_kinds = 3;

struct Way {
  unsigned tile, slices;
};

// What the blocks of one kind of tile take.
struct TileCosts {
  double stage, end, adding_end;  // the end: of writing a tile, and of adding to it
};

struct WayCosts {
  TileCosts tiles[most_tile_kinds];
  double clearing;           // C, another launch before
  double added_bytes;        // a microsecond
  double least_gain = 1.12;  // for which slices are taken at all
  unsigned most_slices = 16;
};

constexpr WayCosts tf32_costs{{{0.626, 4.6, 2.8}, {0.269, 1.1, 0.5}}, 3.3, 4.2e6};
constexpr TileCosts bf16_large{0.633, 4.5, 2.3}, bf16_medium{0.34, 4.5, 2},
    bf16_small{0.36, 1.9, 0.1};
constexpr WayCosts bf16_costs{{bf16_large, bf16_medium, bf16_small}, 4, 2.6e6};
// Sums of slices are rounded by another launch.
constexpr WayCosts bf16_rounded_costs{{bf16_large, bf16_medium, bf16_small}, 8, 2.6e6};
constexpr WayCosts fp32_costs{{{4.6, 5, 0}, {1.21, 5, 4}}, 3.3, 4.2e6, 1.04};
constexpr WayCosts three_costs{{{1.25, 4, 3}}, 3.3, 4.2e6, 1.04};

// A product as one kind of tile sees it.
struct TiledWork {
  unsigned items = 0;     // clusters of tiles; 0 where the rung has no such tiles
  unsigned resident = 1;  // of them that run at once
  bool can_add = true;    // to C: else k is computed in one slice
  bool is_even = false;   // the last round is shared out among all blocks (stream-K)
};

struct WayQuestion {
  TiledWork tiles[most_tile_kinds];
  unsigned stages;  // of k, the same for all
  double result_bytes;
};

// Microseconds that a launch takes beyond what all launches do.
constexpr double predicted(const WayQuestion& q, const WayCosts& costs, Way way) {
  const TiledWork& work = q.tiles[way.tile];
  const TileCosts& tile = costs.tiles[way.tile];
  const unsigned resident = work.resident > 0 ? work.resident : 1, items = work.items * way.slices;
  const bool is_shared = work.is_even && items > resident;
  const double rounds = is_shared ? double(items) / resident : (items + resident - 1) / resident;
  const unsigned stages = (q.stages + way.slices - 1) / way.slices;
  if (way.slices == 1) return rounds * (stages * tile.stage + tile.end);
  return rounds * (stages * tile.stage + tile.adding_end) + costs.clearing +
         way.slices * q.result_bytes / costs.added_bytes;
}

constexpr Way choose_way(const WayQuestion& q, const WayCosts& costs) {
  Way best{0, 1};
  double least = predicted(q, costs, best);
  for (unsigned slices = 1; slices <= costs.most_slices && slices <= q.stages; ++slices) {
    for (unsigned tile = 0; tile < most_tile_kinds; ++tile) {
      if (q.tiles[tile].items == 0 || (slices > 1 && !q.tiles[tile].can_add)) continue;
      const Way way{tile, slices};
      const double time = predicted(q, costs, way) * (slices > 1 ? costs.least_gain : 1);
      if (time >= least) continue;
      least = time;
      best = way;
    }
  }
  return best;
}
