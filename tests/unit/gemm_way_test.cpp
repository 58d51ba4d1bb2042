// The model by which a warpgroup rung of gemm chooses its tiles and slices of k.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "parts/explained_way.hpp"

namespace hippuzzle {
namespace {

unsigned parts(unsigned whole, unsigned part) { return (whole + part - 1) / part; }

// wgmma-bf16's tiles on a device of so many multiprocessors.
WayQuestion bf16(unsigned m, unsigned n, unsigned k, bool can_add = true,
                 unsigned multiprocessors = 132) {
  return {{{parts(m, 256) * parts(n, 256), multiprocessors / 2, 2, can_add},
           {parts(m, 256) * parts(n, 192), multiprocessors / 2, 2, can_add},
           {parts(m, 256) * parts(n, 128), multiprocessors / 2, 2, can_add},
           {parts(m, 64) * parts(n, 128), multiprocessors, 1, can_add}},
          parts(k, 64),
          4.0 * m * n,
          fetched_sectors(2 * k, 2 * n)};
}
// fp32-best's: large tiles are shared out evenly among blocks, small ones computed in slices.
WayQuestion fp32(unsigned m, unsigned n, unsigned k) {
  return {
      {{parts(m, 128) * parts(n, 256), 132, 1, false, true}, {parts(m, 64) * parts(n, 128), 132}},
      parts(k, 32),
      4.0 * m * n};
}

TEST(GemmWay, TakesLargeTilesWholeWhereTheyFillTheDevice) {
  for (const unsigned n : {2048u, 4096u, 8192u}) {
    const Way way = choose_way(bf16(n, n, n), bf16_costs);
    EXPECT_EQ(way.tile, 0u) << n;
    EXPECT_EQ(way.slices, 1u) << n;
  }
}

TEST(GemmWay, TakesSmallTilesWhereLargeOnesAreFew) {
  for (const unsigned n : {64u, 512u, 1024u}) {
    const Way way = choose_way(bf16(n, n, n), bf16_costs);
    EXPECT_GE(way.tile, 2u) << n;
    EXPECT_EQ(way.slices, 1u) << n;
  }
}

TEST(GemmWay, SplitsALongKOfFewTiles) {
  for (const auto& [m, n, k] : {std::tuple(128u, 128u, 16'384u), std::tuple(250u, 1900u, 10'000u),
                                std::tuple(40u, 72u, 1600u)}) {
    EXPECT_GT(choose_way(bf16(m, n, k), bf16_costs).slices, 1u) << m << "x" << n << "x" << k;
    EXPECT_EQ(choose_way(bf16(m, n, k, false), bf16_costs).slices, 1u) << "no adding";
  }
}

TEST(GemmWay, NeverHasMoreSlicesThanStagesAndNeverPredictsALoss) {
  for (unsigned m = 1; m < 20'000; m = m * 3 + 1) {
    for (unsigned n = 1; n < 20'000; n = n * 3 + 1) {
      for (unsigned k = 1; k < 20'000; k = k * 3 + 1) {
        const WayQuestion q = bf16(m, n, k);
        const Way way = choose_way(q, bf16_costs);
        EXPECT_LE(way.slices, q.stages);
        for (unsigned tile = 0; tile < most_tile_kinds; ++tile)
          EXPECT_LE(predicted(q, bf16_costs, way), predicted(q, bf16_costs, {tile, 1}));
      }
    }
  }
}

TEST(GemmWay, MoreMultiprocessorsNeverTakeLonger) {
  for (const unsigned k : {64u, 1024u, 16'384u}) {
    double last = 1e300;
    for (unsigned multiprocessors = 2; multiprocessors <= 264; multiprocessors += 2) {
      const WayQuestion q = bf16(512, 2048, k, true, multiprocessors);
      const double time = predicted(q, bf16_costs, choose_way(q, bf16_costs));
      EXPECT_LE(time, last * bf16_costs.least_gain) << multiprocessors;
      last = time;
    }
  }
}

// Where large tiles hang over the edge of C, or their last round is thin.
TEST(GemmWay, TakesTilesOfAnotherWidthInBetween) {
  EXPECT_EQ(choose_way(bf16(4096, 576, 4096), bf16_costs).tile, 1u);
  EXPECT_EQ(choose_way(bf16(2992, 432, 880), bf16_costs).tile, 2u);
}

// 67 clusters where 66 run at once: nearly twice the time, but for slices.
TEST(GemmWay, ALastRoundThatIsThinIsSliced) {
  const WayQuestion q = bf16(256 * 67, 256, 16'384);
  const Way way = choose_way(q, bf16_costs);
  EXPECT_GT(way.slices, 4u);
  EXPECT_LT(predicted(q, bf16_costs, way) * 1.5, predicted(q, bf16_costs, {0, 1}));
}

// A small tile is fetched for few products, so it suffers first.
TEST(GemmWay, RowsOffWholeSectorsTakeLargerTiles) {
  const auto cost = [](unsigned k, unsigned tile) {
    return predicted(bf16(4096, 4096, k), bf16_costs, {tile, 1});
  };
  EXPECT_LT(cost(4096 + 8, 0), cost(4096, 0) * 1.25);
  EXPECT_GT(cost(4096 + 8, 3), cost(4096, 3) * 1.25);
}

// Every stage of every tile once.
TEST(GemmSlices, CoverEachTileOnce) {
  for (const unsigned tiles : {1u, 5u, 66u, 67u, 131u, 132u, 199u}) {
    for (const unsigned slices : {1u, 2u, 3u, 7u}) {
      const KSlices how = k_slices(tiles, 66, slices);
      constexpr unsigned k_tiles = 17;
      std::vector<int> computed(tiles * k_tiles);
      for (unsigned item = 0; item < work_items(tiles, how); ++item) {
        const SlicedTile work = sliced_tile(item, tiles, how, k_tiles);
        EXPECT_EQ(work.tile < how.whole, work.end - work.first == k_tiles || slices == 1);
        for (unsigned k = work.first; k < work.end; ++k) ++computed[work.tile * k_tiles + k];
      }
      EXPECT_EQ(std::ranges::count(computed, 1), tiles * k_tiles) << tiles << " " << slices;
      EXPECT_TRUE(slices == 1 || how.whole % 66 == 0);
    }
  }
}

TEST(GemmWay, RoundingByAnotherLaunchTakesFewerSlices) {
  const WayQuestion q = bf16(976, 496, 5200);
  EXPECT_GT(choose_way(q, bf16_costs).slices, 1u);
  EXPECT_LT(choose_way(q, bf16_rounded_costs).slices, choose_way(q, bf16_costs).slices);
}

TEST(GemmWay, LargeTilesThatAreSharedOutAreNeverSliced) {
  EXPECT_EQ(choose_way(fp32(4096, 4096, 4096), fp32_costs).tile, 0u);
  for (unsigned m = 64; m < 20'000; m *= 3) {
    for (unsigned k = 32; k < 40'000; k *= 5) {
      const Way way = choose_way(fp32(m, 512, k), fp32_costs);
      EXPECT_TRUE(way.tile == 1 || way.slices == 1) << m << " " << k;
    }
  }
  const Way few = choose_way(fp32(160, 1120, 3888), fp32_costs);
  EXPECT_EQ(few.tile, 1u);
  EXPECT_GT(few.slices, 2u);
}

TEST(GemmWay, ALastRoundThatIsSharedOutCostsItsShareOnly) {
  WayQuestion q{{{133, 132, 1, false, true}}, 100, 1};
  const double even = predicted(q, fp32_costs, {0, 1});
  q.tiles[0].is_even = false;
  EXPECT_LT(even * 1.9, predicted(q, fp32_costs, {0, 1}));
}

// wgmma-bf16's question of an H200.
WayQuestion asked(unsigned m, unsigned n, unsigned k) {
  return wgmma_bf16_question(tiles::shapes_where(true), {m, n, k}, 132, n % 4 == 0, 2 * k, 2 * n);
}

TEST(GemmQuestion, IsOfTheRungsTiles) {
  const WayQuestion q = asked(4096, 4096, 4096);
  const WayQuestion same = bf16(4096, 4096, 4096);
  for (unsigned kind = 0; kind < most_tile_kinds; ++kind) {
    EXPECT_EQ(q.tiles[kind].items, same.tiles[kind].items) << kind;
    EXPECT_EQ(q.tiles[kind].resident, same.tiles[kind].resident) << kind;
  }
  EXPECT_EQ(q.stages, 64u);
  EXPECT_EQ(asked(100, 101, 64).tiles[1].items, 0u) << "rows that the engine does not take";
}

// 16 x 16 clusters of 256 x 256, 66 at once, 64 stages of 64 k.
TEST(GemmExplained, CountsTilesWavesAndBytes) {
  const ExplainedWay e = explain_way(asked(4096, 4096, 4096), bf16_costs, {0, 1},
                                     tiles::shapes_where(true).wgmma_bf16[0], 2);
  EXPECT_EQ(e.tiles, 512u);
  EXPECT_EQ(e.sliced, 0u);
  EXPECT_DOUBLE_EQ(e.waves, 256.0 / 66);
  EXPECT_DOUBLE_EQ(e.fetched_bytes, 256.0 * 4096 * (256 + 256) * 2);
  EXPECT_STREQ(e.bound(), "products");
  EXPECT_EQ(e.adding, 0);
}

TEST(GemmExplained, PartsOfTheTimeAddUpToThePrediction) {
  const tiles::Shapes shapes = tiles::shapes_where(true);
  for (const auto& [m, n, k] : {std::tuple(128u, 128u, 16'384u), std::tuple(4096u, 4104u, 4096u),
                                std::tuple(256u * 67, 256u, 16'384u), std::tuple(1u, 1u, 1u)}) {
    const WayQuestion q = asked(m, n, k);
    for (unsigned kind = 0; kind < most_tile_kinds; ++kind) {
      for (const unsigned slices : {1u, 4u}) {
        if (q.tiles[kind].items == 0 || slices > q.stages) continue;
        const ExplainedWay e =
            explain_way(q, bf16_costs, {kind, slices}, shapes.wgmma_bf16[kind], 2);
        EXPECT_NEAR(e.predicted(), predicted(q, bf16_costs, {kind, slices}), 1e-9);
        for (const double part : {e.multiplying, e.fetching, e.writing, e.adding})
          EXPECT_GE(part, -1e-9) << m << "x" << n << "x" << k;
        EXPECT_EQ(e.adding > 0, slices > 1);
      }
    }
  }
}

TEST(GemmExplained, SmallTilesOfRowsOffSectorsAreBoundByFetching) {
  const ExplainedWay e = explain_way(asked(4096, 4104, 4104), bf16_costs, {3, 1},
                                     tiles::shapes_where(true).wgmma_bf16[3], 2);
  EXPECT_GT(e.fetching, 0);
}

}  // namespace
}  // namespace hippuzzle
