// The model by which a warpgroup rung of gemm chooses its tiles and slices of k.
#include <gtest/gtest.h>

#include <tuple>

#include "parts/way.hpp"

namespace hippuzzle {
namespace {

unsigned parts(unsigned whole, unsigned part) { return (whole + part - 1) / part; }

// wgmma-bf16's tiles on a device of 132 multiprocessors.
WayQuestion bf16(unsigned m, unsigned n, unsigned k, bool can_add = true) {
  return {{parts(m, 256) * parts(n, 256), 66},
          {parts(m, 64) * parts(n, 128), 132},
          parts(k, 64),
          4.0 * m * n,
          can_add};
}

TEST(GemmWay, TakesLargeTilesWholeWhereTheyFillTheDevice) {
  for (const unsigned n : {2048u, 4096u, 8192u}) {
    const Way way = choose_way(bf16(n, n, n), bf16_costs);
    EXPECT_TRUE(way.is_large) << n;
    EXPECT_EQ(way.slices, 1u) << n;
  }
}

TEST(GemmWay, TakesSmallTilesWhereLargeOnesAreFew) {
  for (const unsigned n : {64u, 512u, 1024u}) {
    const Way way = choose_way(bf16(n, n, n), bf16_costs);
    EXPECT_FALSE(way.is_large) << n;
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
        EXPECT_LE(predicted(q, bf16_costs, way), predicted(q, bf16_costs, {true, 1}));
        EXPECT_LE(predicted(q, bf16_costs, way), predicted(q, bf16_costs, {false, 1}));
      }
    }
  }
}

TEST(GemmWay, MoreMultiprocessorsNeverTakeLonger) {
  for (const unsigned k : {64u, 1024u, 16'384u}) {
    double last = 1e300;
    for (unsigned multiprocessors = 2; multiprocessors <= 264; multiprocessors += 2) {
      WayQuestion q = bf16(512, 2048, k);
      q.large.resident = multiprocessors / 2;
      q.small.resident = multiprocessors;
      const double time = predicted(q, bf16_costs, choose_way(q, bf16_costs));
      EXPECT_LE(time, last * bf16_costs.least_gain) << multiprocessors;
      last = time;
    }
  }
}

}  // namespace
}  // namespace hippuzzle
