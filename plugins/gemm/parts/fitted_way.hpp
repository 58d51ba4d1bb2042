// Ways whose tiles fit the problem (fitted_bf16.hpp), and the model's (way.hpp) times.
#pragma once

#include <algorithm>
#include <hippuzzle/portable.hpp>

#include "parts/way.hpp"
#include "tiles.hpp"

constexpr unsigned fitted_left = 128;  // of a tile's side that does not change
constexpr unsigned fitted_least_right = 64, fitted_most_right = tiles::fitted_right(tiles::roomy),
                   fitted_step = 16;
constexpr unsigned fitted_most_blocks = 8;  // of a cluster, as every device with clusters takes

struct FittedWay {
  unsigned right = 0;       // a tile's other side; 0 is no such way
  bool transposed = false;  // `right` counts rows of C, else columns
  // Tiles of a cluster along the left side, which share the right operand, and along the right
  // side, which share the left one; slices of their k.
  unsigned along_left = 1, along_right = 1, slices = 1;

  HIPPUZZLE_HD constexpr unsigned tiles() const { return along_left * along_right; }
  HIPPUZZLE_HD constexpr unsigned blocks() const { return tiles() * slices; }  // of a cluster
  // The blocks with which a block shares an operand, itself among them.
  HIPPUZZLE_HD constexpr unsigned sharers() const { return along_left + along_right - 1; }
};

struct FittedQuestion {
  unsigned m = 0, n = 0;
  unsigned stages = 0;  // of 64 k
  unsigned multiprocessors = 0;
  unsigned off_sectors = 0;       // off_sectors()
  bool boxes_of_columns = false;  // B's rows lie along n: its columns come 64 at a time
  unsigned most_blocks = fitted_most_blocks, most_right = fitted_most_right;
  Traffic traffic = {};
};

// Costs of blocks of 128 x `right`.
struct FittedCosts {
  double stage, stage_right, stage_shared;  // 64 k: and for each of `right`; of a pair of tiles
  double end, end_right, end_transposed;    // the same for writing a tile
  double cluster, meeting, part;            // a cluster of several; slices that add up, each slice
  FetchCosts fetch = {};
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
  return {parts(lefts, fitted_left * way.along_left) * parts(rights, way.right * way.along_right),
          clusters_at_once(q.multiprocessors, way.blocks()), parts(q.stages, way.slices)};
}

// KiB a stage that a block asks for, and that come to it.
struct FittedBytes {
  double fetched, received;
};
constexpr FittedBytes bytes_of(const FittedQuestion& q, const FittedWay& way) {
  const bool boxes = q.boxes_of_columns && !way.transposed;
  const double right = boxes ? (way.right + 63) / 64 * 64 : way.right;
  return {(fitted_left / double(way.along_right) + right / way.along_left) / 8,
          (fitted_left + right) / 8};
}

// Microseconds of a stage and of a tile's end.
struct FittedTimes {
  double products, end;
};
constexpr FittedTimes times_of(const FittedWay& way, const FittedCosts& c) {
  return {c.stage + c.stage_right * way.right,
          c.end + (c.end_right + (way.transposed ? c.end_transposed : 0)) * way.right +
              (way.blocks() > 1 ? c.cluster : 0) +
              (way.slices > 1 ? c.meeting + c.part * way.slices : 0)};
}

// As of other ways.
constexpr double all_rounds(const FittedQuestion& q, const FittedCosts& costs,
                            const FittedWay& way) {
  const FittedTiles tiles = tiles_of(q, way);
  const FittedTimes times = times_of(way, costs);
  const FittedBytes bytes = bytes_of(q, way);
  const auto round = [&](unsigned clusters) {
    const double stage = stage_of(times.products, bytes.received, bytes.fetched,
                                  clusters * way.blocks(), q.off_sectors, costs.fetch);
    return tiles.stages * (stage + (way.tiles() > 1 ? costs.stage_shared : 0)) + times.end;
  };
  const unsigned rest = tiles.clusters % tiles.at_once;
  return tiles.clusters / tiles.at_once * round(tiles.at_once) + (rest > 0 ? round(rest) : 0);
}
constexpr double predicted(const FittedQuestion& q, const FittedCosts& costs,
                           const FittedWay& way) {
  return launch_of(all_rounds(q, costs, way), q.traffic, costs.fetch);
}

// Tiles of a cluster that share operands.
constexpr FittedWay sharings[] = {{0, false, 1, 1}, {0, false, 2, 1}, {0, false, 1, 2},
                                  {0, false, 2, 2}, {0, false, 4, 1}, {0, false, 1, 4},
                                  {0, false, 4, 2}, {0, false, 2, 4}};

// Calls visit(way, microseconds) for every way.
template <class Visit>
constexpr void for_each_fitted(const FittedQuestion& q, const FittedCosts& costs,
                               const Visit& visit) {
  for (unsigned right = fitted_least_right; right <= q.most_right; right += fitted_step) {
    for (const FittedWay& sharing : sharings) {
      // A block's part of a box is whole groups of 8 rows.
      if (right / sharing.along_left % 8 != 0) continue;
      const unsigned tiles = sharing.tiles();
      for (unsigned slices = 1; slices * tiles <= q.most_blocks && slices <= q.stages; ++slices) {
        for (const bool transposed : {false, true}) {
          const FittedWay way{right, transposed, sharing.along_left, sharing.along_right, slices};
          visit(way, predicted(q, costs, way));
        }
      }
    }
  }
}

// Costs of both kinds of tiles of a rung.
struct Bf16Costs {
  WayCosts whole;
  FittedCosts fitted;
};
constexpr double never = 0;  // these tiles are not sliced
constexpr FetchCosts bf16_fetch{164, 169,  0.144,  10'330, 0.195, 3.02e6,
                                3.3, 3.27, 1.16e7, 0.374,  0.565},
    bf16_tn_fetch{141, 151, 0.191, 9990, 0.216, 3.02e6, 3.3, 3.3, 7.35e5, 0.279, 0.623};
constexpr Bf16Costs bf16_costs{
    {{{0.523, 2.07, never, 32, 48},
      {0.408, 1.55, never, 28, 40},
      {0.301, 0.923, never, 24, 32},
      {0.17, 1.01, never, 24, 24}},
     never,
     1,
     1.12,
     16,
     bf16_fetch},
    {0, 0.00178, 0.0369, 1.96, 0.00936, 0, 1.18, 1.36, 0.524, bf16_fetch}};
// BF16 results take half as many written bytes.
constexpr Bf16Costs bf16_tn_costs{
    {{{0.558, 1.09, never, 32, 48},
      {0.446, 0.766, never, 28, 40},
      {0.317, 0.52, never, 24, 32},
      {0.146, 0.141, never, 24, 24}},
     never,
     1,
     1.12,
     16,
     bf16_tn_fetch},
    {0, 0.00206, 0, 2.46, 0.00849, 0.00037, 1.34, 1.44, 0.318, bf16_tn_fetch}};
