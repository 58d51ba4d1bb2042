// The model by which a warpgroup rung of gemm chooses its tiles and slices of k.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "parts/explained_way.hpp"
#include "parts/way_number.hpp"

namespace hippuzzle {
namespace gemm_way_test {

unsigned parts(unsigned whole, unsigned part) { return (whole + part - 1) / part; }

// wgmma-tf32's tiles on a device with `multiprocessors`.
WayQuestion tf32(unsigned m, unsigned n, unsigned k, bool can_add = true,
                 unsigned multiprocessors = 132) {
  return {{{parts(m, 256) * parts(n, 256), multiprocessors / 2, 2, can_add},
           {parts(m, 64) * parts(n, 128), multiprocessors, 1, can_add}},
          parts(k, 32),
          4.0 * m * n};
}
// wgmma-bf16's question of such a device.
Bf16Question bf16(unsigned m, unsigned n, unsigned k, unsigned multiprocessors = 132,
                  bool transposed_b = false) {
  return wgmma_bf16_question(tiles::shapes_where(true), {m, n, k}, multiprocessors, transposed_b,
                             n % 8 == 0, true, 2 * k, 2 * n);
}
// fp32-best's: large tiles are shared out evenly among blocks, small ones computed in slices.
WayQuestion fp32(unsigned m, unsigned n, unsigned k) {
  return fp32_best_question(tiles::shapes_where(true), {m, n, k}, 132);
}

TEST(GemmWay, TakesLargeTilesWholeWhereTheyFillTheDevice) {
  for (const unsigned n : {2048u, 4096u, 8192u}) {
    const Way way = choose_way(tf32(n, n, n), tf32_costs);
    EXPECT_EQ(way.tile, 0u) << n;
    EXPECT_EQ(way.slices, 1u) << n;
  }
  for (const unsigned n : {4096u, 8192u}) {
    const Bf16Way way = choose_way(bf16(n, n, n), bf16_costs);
    EXPECT_FALSE(way.is_fitted()) << n;
    EXPECT_EQ(way.whole.tile, 0u) << n;
  }
}

TEST(GemmWay, TakesSmallTilesWhereLargeOnesAreFew) {
  for (const unsigned n : {64u, 512u, 1024u}) {
    const Way way = choose_way(tf32(n, n, n), tf32_costs);
    EXPECT_EQ(way.tile, 1u) << n;
  }
}

TEST(GemmWay, SplitsALongKOfFewTiles) {
  for (const auto& [m, n, k] : {std::tuple(128u, 128u, 16'384u), std::tuple(250u, 1900u, 10'000u),
                                std::tuple(40u, 72u, 1600u)}) {
    EXPECT_GT(choose_way(tf32(m, n, k), tf32_costs).slices, 1u) << m << "x" << n << "x" << k;
    EXPECT_EQ(choose_way(tf32(m, n, k, false), tf32_costs).slices, 1u) << "no adding";
    if (k < 4096) continue;  // slices in a cluster take longer to meet than they save
    for (const Bf16Costs& costs : {bf16_costs, bf16_tn_costs})
      EXPECT_GT(choose_way(bf16(m, n, k), costs).fitted.slices, 1u) << m << "x" << n << "x" << k;
  }
}

TEST(GemmWay, NeverHasMoreSlicesThanStagesAndNeverPredictsALoss) {
  for (unsigned m = 1; m < 20'000; m = m * 3 + 1) {
    for (unsigned n = 1; n < 20'000; n = n * 3 + 1) {
      for (unsigned k = 1; k < 20'000; k = k * 3 + 1) {
        const WayQuestion q = tf32(m, n, k);
        const Way way = choose_way(q, tf32_costs);
        EXPECT_LE(way.slices, q.stages);
        for (unsigned tile = 0; tile < 2; ++tile)
          EXPECT_LE(::predicted(q, tf32_costs, way), ::predicted(q, tf32_costs, {tile, 1}));

        const Bf16Question both = bf16(m, n, k);
        const Bf16Way best = choose_way(both, bf16_costs);
        EXPECT_LE(best.fitted.slices, both.fitted.stages);
        EXPECT_LE(best.fitted.blocks(), fitted_most_blocks);
        for (unsigned kind = 0; kind < most_tile_kinds; ++kind) {
          if (both.whole.tiles[kind].items == 0) continue;
          EXPECT_LE(predicted(both, bf16_costs, best),
                    predicted(both, bf16_costs, {{kind, 1}, {}}));
        }
      }
    }
  }
}

TEST(GemmWay, MoreMultiprocessorsNeverTakeLonger) {
  for (const unsigned k : {64u, 1024u, 16'384u}) {
    double last = 1e300;
    for (unsigned multiprocessors = 2; multiprocessors <= 264; multiprocessors += 2) {
      const WayQuestion q = tf32(512, 2048, k, true, multiprocessors);
      const double time = ::predicted(q, tf32_costs, choose_way(q, tf32_costs));
      EXPECT_LE(time, last * tf32_costs.least_gain) << multiprocessors;
      last = time;
    }
  }
}

// 67 clusters where 66 run at once: nearly twice the time, if it were not sliced.
TEST(GemmWay, ALastRoundThatIsThinIsSliced) {
  const WayQuestion q = tf32(256 * 67, 256, 16'384);
  const Way way = choose_way(q, tf32_costs);
  EXPECT_GT(way.slices, 4u);
  EXPECT_LT(::predicted(q, tf32_costs, way) * 1.5, ::predicted(q, tf32_costs, {0, 1}));
}

// Large tiles would hang over the edge of C.
TEST(GemmWay, TakesTilesOfAnotherWidthInBetween) {
  EXPECT_EQ(choose_way(bf16(16'384, 2880, 256), bf16_costs).whole.tile, 1u);
}

// Six rows of tiles of 136 rows fill the device where seven of 128 hang over: 776 = 4 x 194.
TEST(GemmFitted, TakesTilesThatComeOutEven) {
  const Bf16Question q = bf16(784, 5632, 8192);
  const Bf16Way way = choose_way(q, bf16_costs);
  ASSERT_TRUE(way.is_fitted());
  for (unsigned kind = 0; kind < most_tile_kinds; ++kind)
    EXPECT_LT(predicted(q, bf16_costs, way) * 1.1, predicted(q, bf16_costs, {{kind, 1}, {}}));
}

TEST(GemmFitted, KeepsToTheClustersThatADeviceHolds) {
  for (unsigned blocks = 1; blocks <= fitted_most_blocks; ++blocks) {
    EXPECT_LE(clusters_at_once(132, blocks) * blocks, 132u);
    EXPECT_GE(clusters_at_once(2, blocks), 1u);
  }
  Bf16Question alone = bf16(128, 128, 16'384);
  alone.fitted.most_blocks = 1;
  EXPECT_EQ(choose_way(alone, bf16_costs).fitted.blocks(), 1u);
}

TEST(GemmFitted, TakesWhatTheEngineCannotWrite) {
  for (const unsigned n : {5467u, 1331u}) {
    EXPECT_TRUE(choose_way(bf16(10'103, n, 720, 132, true), bf16_tn_costs).is_fitted()) << n;
  }
}

// A tile that is fetched for few products suffers first.
TEST(GemmFitted, RowsOffWholeSectorsTakeLonger) {
  const auto cost = [](unsigned k, unsigned right) {
    return ::predicted(bf16(4096, 4096, k).fitted, bf16_costs.fitted, {right, false, 1, 1});
  };
  EXPECT_GT(cost(4096 + 8, 64), cost(4096, 64) * 1.02);
  EXPECT_GT(cost(4096 + 8, 64) / cost(4096, 64), cost(4096 + 8, 256) / cost(4096, 256));
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

TEST(GemmWay, LargeTilesThatAreSharedOutAreNeverSliced) {
  EXPECT_EQ(choose_way(fp32(4096, 4096, 4096), fp32_costs).tile, 0u);
  for (unsigned m = 64; m < 20'000; m *= 3) {
    for (unsigned k = 32; k < 40'000; k *= 5) {
      const Way way = choose_way(fp32(m, 512, k), fp32_costs);
      EXPECT_TRUE(way.tile != 0 || way.slices == 1) << m << " " << k;
      EXPECT_LE(way.slices, parts(k, 64)) << m << " " << k;
    }
  }
  const Way few = choose_way(fp32(160, 1120, 3888), fp32_costs);
  EXPECT_EQ(few.tile, 1u);
  EXPECT_GT(few.slices, 2u);
}

TEST(GemmWay, SmallFp32TilesAreTallWhereColumnsAreFew) {
  EXPECT_EQ(choose_way(fp32(4248, 64, 4968), fp32_costs).tile, 2u);
  EXPECT_EQ(choose_way(fp32(64, 4248, 4968), fp32_costs).tile, 1u);
}

// The kernel leaves sums in whole float4s of C, and does not cut a short k in parts.
TEST(GemmWay, LargeFp32TilesAreSharedOutOnlyWhereTheKernelDoes) {
  EXPECT_TRUE(fp32(4567, 804, 603).tiles[0].is_even);
  EXPECT_FALSE(fp32(4567, 803, 603).tiles[0].is_even);
  EXPECT_FALSE(fp32(4567, 804, 160).tiles[0].is_even);
  EXPECT_EQ(choose_way(fp32(4567, 803, 603), fp32_costs).tile, 1u);
}

TEST(GemmWay, ALastRoundThatIsSharedOutCostsItsShareOnly) {
  WayQuestion q{{{133, 132, 1, false, true}}, 100, 1};
  const double even = ::predicted(q, fp32_costs, {0, 1});
  q.tiles[0].is_even = false;
  EXPECT_LT(even * 1.9, ::predicted(q, fp32_costs, {0, 1}));
}

TEST(GemmQuestion, IsOfTheRungsTiles) {
  const WayQuestion q = bf16(4096, 4096, 4096).whole;
  const unsigned items[] = {256, 16 * 22, 512, 64 * 32}, at_once[] = {66, 66, 66, 132};
  for (unsigned kind = 0; kind < most_tile_kinds; ++kind) {
    EXPECT_EQ(q.tiles[kind].items, items[kind]) << kind;
    EXPECT_EQ(q.tiles[kind].resident, at_once[kind]) << kind;
  }
  EXPECT_EQ(q.stages, 64u);
  EXPECT_EQ(bf16(100, 101, 64).whole.tiles[1].items, 0u) << "rows that the engine does not take";
}

// 16 x 16 clusters of 256 x 256, 66 at once, 64 stages of 64 k.
TEST(GemmExplained, CountsTilesWavesAndBytes) {
  const ExplainedWay e = explain_way(bf16(4096, 4096, 4096).whole, bf16_costs.whole, {0, 1},
                                     tiles::shapes_where(true).wgmma_bf16[0], 2);
  EXPECT_EQ(e.tiles, 512u);
  EXPECT_EQ(e.sliced, 0u);
  EXPECT_DOUBLE_EQ(e.waves, 256.0 / 66);
  EXPECT_DOUBLE_EQ(e.fetched_bytes, 256.0 * 4096 * (256 + 256) * 2);
  EXPECT_STREQ(e.bound(), "products");
  EXPECT_EQ(e.adding, 0);
}

// 2 x 4 pairs of 144 x 128, each in two slices of 32 stages of 64 k: a block asks for 128 rows of B
// and half of 144 of A.
TEST(GemmExplained, CountsWhatFittedTilesFetch) {
  const Bf16Question q = bf16(288, 1024, 4096, 132, true);
  const ExplainedWay e = explain_way(q.fitted, bf16_tn_costs.fitted, {144, true, 2, 1, 2});
  EXPECT_EQ(e.tiles, 16u);
  EXPECT_EQ(e.sliced, 16u);
  EXPECT_DOUBLE_EQ(e.waves, 8.0 / 30);
  EXPECT_DOUBLE_EQ(e.fetched_bytes, 8.0 * 4 * 32 * (128 + 72) * 64 * 2);
  // 2 x 4 tiles in a cluster, whole: half of 128 rows of B, and a quarter of 144 of A.
  const ExplainedWay both = explain_way(q.fitted, bf16_tn_costs.fitted, {144, true, 4, 2, 1});
  EXPECT_EQ(both.tiles, 16u);
  EXPECT_EQ(both.sliced, 0u);
  EXPECT_DOUBLE_EQ(both.fetched_bytes, 2.0 * 8 * 64 * (64 + 36) * 64 * 2);
}

TEST(GemmWay, NumbersNameWays) {
  const Bf16Question q = bf16(1704, 1208, 11'576);
  std::set<std::uint32_t> numbers;
  unsigned ways = 0;
  for_each_way(q, bf16_costs, [&](const Bf16Way& way, double time) {
    ++ways;
    const std::uint32_t number = number_of(way);
    numbers.insert(number);
    const auto found = way_of(q, bf16_costs, number);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(number_of(*found), number);
    EXPECT_DOUBLE_EQ(predicted(q, bf16_costs, *found), time);
    EXPECT_EQ(is_fitted(number), way.is_fitted());
    if (is_fitted(number)) {
      EXPECT_EQ(number_of(fitted_way(number)), number);
    }
  });
  EXPECT_EQ(numbers.size(), ways);
  EXPECT_FALSE(way_of(q, bf16_costs, 1).has_value());
  EXPECT_FALSE(way_of(tf32(64, 64, 64), tf32_costs, number_of(Way{0, 9})).has_value())
      << "more slices than stages";
}

TEST(GemmExplained, PartsOfTheTimeAddUpToThePrediction) {
  const tiles::Shapes shapes = tiles::shapes_where(true);
  for (const auto& [m, n, k] : {std::tuple(128u, 128u, 16'384u), std::tuple(4096u, 4104u, 4096u),
                                std::tuple(256u * 67, 256u, 16'384u), std::tuple(1u, 1u, 1u)}) {
    const WayQuestion q = tf32(m, n, k);
    for (unsigned kind = 0; kind < 2; ++kind) {
      for (const unsigned slices : {1u, 4u}) {
        if (slices > q.stages) continue;
        const ExplainedWay e =
            explain_way(q, tf32_costs, {kind, slices}, shapes.wgmma_tf32[kind], 4);
        EXPECT_NEAR(e.predicted(), ::predicted(q, tf32_costs, {kind, slices}), 1e-9);
        for (const double part : {e.multiplying, e.fetching, e.writing, e.adding})
          EXPECT_GE(part, -1e-9) << m << "x" << n << "x" << k;
        EXPECT_EQ(e.adding > 0, slices > 1);
      }
    }
    const Bf16Question both = bf16(m, n, k);
    for (const FittedWay& way : {FittedWay{64, false, 1, 1}, FittedWay{208, true, 2, 1}}) {
      const ExplainedWay e = explain_way(both.fitted, bf16_costs.fitted, way);
      EXPECT_NEAR(e.predicted(), ::predicted(both.fitted, bf16_costs.fitted, way), 1e-9);
      for (const double part : {e.multiplying, e.fetching, e.writing}) EXPECT_GE(part, -1e-9);
      EXPECT_EQ(e.adding, 0);
    }
  }
}

TEST(GemmExplained, NarrowTilesAreBoundByFetching) {
  const Bf16Question q = bf16(8192, 8192, 8200);
  const ExplainedWay e = explain_way(q.fitted, bf16_costs.fitted, {64, false, 1, 1});
  EXPECT_GT(e.fetching, 0);
}

}  // namespace gemm_way_test
}  // namespace hippuzzle
