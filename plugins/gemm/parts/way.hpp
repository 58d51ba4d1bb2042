// Which tiles a warpgroup rung takes, and in how many slices it computes k: a model of the device.
//
// A launch is as long as its rounds of blocks, each its stages of k and the writing of its tile.
// With slices there are more blocks with fewer stages each; then C is cleared first, and every
// slice adds to it. Times are in microseconds of an H200; only how they compare counts. They were
// fitted to launches of 30 shapes, eight of them by both tiles and up to 16 slices (../NOTES.md).
#pragma once

struct Way {
  bool is_large;  // by the rung's large tiles
  unsigned slices;
};

// What the blocks of one kind of tile take.
struct TileCosts {
  double stage, end, adding_end;  // the end: of writing a tile, and of adding to it
};

struct WayCosts {
  TileCosts large, small;
  double clearing;           // C, another launch before
  double added_bytes;        // a microsecond
  double least_gain = 1.12;  // for which slices are taken at all
  unsigned most_slices = 16;
};

constexpr WayCosts tf32_costs{{0.626, 4.6, 2.8}, {0.269, 1.1, 0.5}, 3.3, 4.2e6};
constexpr WayCosts bf16_costs{{0.633, 4.5, 2.3}, {0.293, 1.9, 0.1}, 4, 2.6e6};

// A product as one kind of tile sees it.
struct TiledWork {
  unsigned items;     // clusters of tiles
  unsigned resident;  // of them that run at once
};

struct WayQuestion {
  TiledWork large, small;
  unsigned stages;  // of k, the same for both
  double result_bytes;
  bool can_add;  // results are floats
};

// Microseconds that a launch takes beyond what all launches do.
constexpr double predicted(const WayQuestion& q, const WayCosts& costs, Way way) {
  const TiledWork& work = way.is_large ? q.large : q.small;
  const TileCosts& tile = way.is_large ? costs.large : costs.small;
  const unsigned resident = work.resident > 0 ? work.resident : 1;
  const unsigned rounds = (work.items * way.slices + resident - 1) / resident;
  const unsigned stages = (q.stages + way.slices - 1) / way.slices;
  if (way.slices == 1) return rounds * (stages * tile.stage + tile.end);
  return rounds * (stages * tile.stage + tile.adding_end) + costs.clearing +
         way.slices * q.result_bytes / costs.added_bytes;
}

constexpr Way choose_way(const WayQuestion& q, const WayCosts& costs) {
  Way best{true, 1};
  double least = predicted(q, costs, best);
  for (unsigned slices = 1; slices <= costs.most_slices && slices <= q.stages; ++slices) {
    if (slices > 1 && !q.can_add) break;
    for (const bool is_large : {true, false}) {
      const Way way{is_large, slices};
      const double time = predicted(q, costs, way) * (slices > 1 ? costs.least_gain : 1);
      if (time >= least) continue;
      least = time;
      best = way;
    }
  }
  return best;
}
