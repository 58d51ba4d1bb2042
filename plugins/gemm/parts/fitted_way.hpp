// Ways whose tiles fit the problem (fitted_bf16.hpp), and the model's (way.hpp) times.
#pragma once

#include <algorithm>

#include "parts/way.hpp"
#include "tiles.hpp"

constexpr unsigned fitted_left = 128;  // of a tile's side that does not change
constexpr unsigned fitted_least_right = 64, fitted_most_right = tiles::fitted_right(tiles::roomy),
                   fitted_step = 16;
constexpr unsigned fitted_most_blocks = 8;  // of a cluster, as every device with clusters takes

struct FittedWay {
  unsigned right = 0;                // a tile's other side; 0 is no such way
  bool transposed = false;           // `right` counts rows of C, else columns
  unsigned sharing = 1, slices = 1;  // tiles of a cluster, 1 or 2, and slices of their k

  constexpr unsigned blocks() const { return sharing * slices; }  // of a cluster
};

struct FittedQuestion {
  unsigned m = 0, n = 0;
  unsigned stages = 0;  // of 64 k
  unsigned multiprocessors = 0;
  unsigned off_sectors = 0;       // off_sectors()
  bool boxes_of_columns = false;  // B's rows lie along n: its columns come 64 at a time
  unsigned most_blocks = fitted_most_blocks, most_right = fitted_most_right;
};

// Costs of blocks of 128 x `right`.
struct FittedCosts {
  double stage, stage_right, stage_shared;  // 64 k: and for each of `right`; of a pair of tiles
  double end, end_right, end_transposed;    // the same for writing a tile
  double cluster, meeting;                  // a cluster of several; slices add up
};

// Clusters of so many blocks that run at once: they stay within one of the parts, not all equal, of
// which a device consists. Measured on 132 multiprocessors; of others their share.
constexpr unsigned clusters_at_once(unsigned multiprocessors, unsigned blocks) {
  constexpr unsigned measured[fitted_most_blocks] = {132, 66, 39, 30, 22, 17, 15, 15};
  return std::max(measured[blocks - 1] * multiprocessors / 132, 1u);
}

struct FittedTiles {
  unsigned clusters, at_once, stages;  // stages of a slice
};

constexpr FittedTiles tiles_of(const FittedQuestion& q, const FittedWay& way) {
  const auto parts = [](unsigned whole, unsigned part) { return (whole + part - 1) / part; };
  const unsigned lefts = way.transposed ? q.n : q.m, rights = way.transposed ? q.m : q.n;
  return {parts(lefts, fitted_left * way.sharing) * parts(rights, way.right),
          clusters_at_once(q.multiprocessors, way.blocks()), parts(q.stages, way.slices)};
}

// KiB a stage that a block asks for, and that come to it.
struct FittedBytes {
  double fetched, received;
};
constexpr FittedBytes bytes_of(const FittedQuestion& q, const FittedWay& way) {
  const bool boxes = q.boxes_of_columns && !way.transposed;
  const double right = boxes ? (way.right + 63) / 64 * 64 : way.right;
  return {(fitted_left + right / way.sharing) / 8, (fitted_left + right) / 8};
}

// Microseconds of a stage and of a tile's end.
struct FittedTimes {
  double products, end;
};
constexpr FittedTimes times_of(const FittedWay& way, const FittedCosts& c) {
  return {c.stage + c.stage_right * way.right,
          c.end + (c.end_right + (way.transposed ? c.end_transposed : 0)) * way.right +
              (way.blocks() > 1 ? c.cluster : 0) + (way.slices > 1 ? c.meeting : 0)};
}

// As predicted() of other ways.
constexpr double predicted(const FittedQuestion& q, const FittedCosts& costs,
                           const FittedWay& way) {
  const FittedTiles tiles = tiles_of(q, way);
  const FittedTimes times = times_of(way, costs);
  const FittedBytes bytes = bytes_of(q, way);
  const auto round = [&](unsigned clusters) {
    const double stage = stage_of(times.products, bytes.received, bytes.fetched,
                                  clusters * way.blocks(), q.off_sectors);
    return tiles.stages * (stage + (way.sharing > 1 ? costs.stage_shared : 0)) + times.end;
  };
  const unsigned rest = tiles.clusters % tiles.at_once;
  return tiles.clusters / tiles.at_once * round(tiles.at_once) + (rest > 0 ? round(rest) : 0);
}

constexpr FittedWay choose_fitted(const FittedQuestion& q, const FittedCosts& costs) {
  FittedWay best;
  double least = 0;
  for (unsigned right = fitted_least_right; right <= q.most_right; right += fitted_step) {
    for (unsigned sharing = 1; sharing <= 2; ++sharing) {
      for (unsigned slices = 1; slices * sharing <= q.most_blocks && slices <= q.stages; ++slices) {
        for (const bool transposed : {false, true}) {
          const FittedWay way{right, transposed, sharing, slices};
          const double time = predicted(q, costs, way);
          if (best.right != 0 && time >= least) continue;
          least = time;
          best = way;
        }
      }
    }
  }
  return best;
}

// Costs of both kinds of tiles of a rung.
struct Bf16Costs {
  WayCosts whole;
  FittedCosts fitted;
};
constexpr double never = 0;  // these tiles are not sliced
constexpr Bf16Costs bf16_costs{{{{0.595, 3.5, never, 32, 48},
                                 {0.464, 2.68, never, 28, 40},
                                 {0.252, 1.78, never, 24, 32},
                                 {0.258, 1.22, never, 24, 24}},
                                never,
                                1},
                               {0.0254, 0.0022, 0.006, 1.17, 0.0186, 0, 1, 1.66}};
// BF16 results take half as many written bytes.
constexpr Bf16Costs bf16_tn_costs{{{{0.595, 1.77, never, 32, 48},
                                    {0.464, 1.29, never, 28, 40},
                                    {0.252, 1.28, never, 24, 32},
                                    {0.258, 0.3, never, 24, 24}},
                                   never,
                                   1},
                                  {0.0254, 0.0022, 0.006, 1.06, 0.0157, 0.0016, 1, 1.66}};
