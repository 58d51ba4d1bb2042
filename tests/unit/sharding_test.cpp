// The communication roofline: the lesson's four A100, and results that a division may never
// predict.
#include "engine/performance/roofline/sharding.hpp"

#include <gtest/gtest.h>

#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace division_test {

Ceilings device(std::map<std::string, double> links) {
  Ceilings c;
  c.device = "a device";
  for (const auto& [name, rate] : {std::pair{"dram", 1555.0}, {"fp32", 19'500.0}}) {
    c.all[name] = {rate, rate, rate};
  }
  c.links = std::move(links);
  return c;
}

const Ceilings a100 = device({{"pcie", 31.5}, {"nvlink", 300}});

ProductToDivide square(double n) { return {.m = n, .n = n, .k = n}; }

TEST(ShardingTest, TheLessonsFourGpusMeetTheirLinkAt390) {
  const Sharding d = divide(square(390), {4, 1}, "nvlink", a100);
  EXPECT_EQ(d.received, 0.75 * 4 * 390 * 390);   // three quarters of B
  EXPECT_EQ(d.flops, 98 * 390 * (2 * 390 - 1));  // 98 rows of 390: the largest quarter
  EXPECT_NEAR(d.intensity, 65, 0.5);
  EXPECT_NEAR(d.balanced_at, 1, 0.01);
  EXPECT_NEAR(d.link_roof, d.arithmetic_roof, 0.01 * d.arithmetic_roof);
  EXPECT_EQ(divide(square(195), {4, 1}, "nvlink", a100).binds("fp32"), "link");
  EXPECT_EQ(divide(square(780), {4, 1}, "nvlink", a100).binds("fp32"), "fp32");
}

TEST(ShardingTest, EachDeviceReceivesWhatItsRowAndItsColumnHold) {
  const ProductToDivide p{.m = 800, .n = 400, .k = 100, .a_bytes = 2, .b_bytes = 4};
  const Sharding d = divide(p, {2, 4}, "nvlink", a100);
  EXPECT_EQ(d.received, 400 * 100 * 2 * 3 / 4 + 100 * 100 * 4 * 1 / 2);
  EXPECT_EQ(d.read, 400 * 100 * 2 + 100 * 100 * 4);
  EXPECT_EQ(d.flops, 400.0 * 100 * 199);
}

TEST(ShardingTest, OneDeviceReceivesNothingAndGainsNothing) {
  const auto grids = grids_of(square(100), 1);
  ASSERT_EQ(grids, (std::vector<DeviceGrid>{{1, 1}}));
  const Sharding d = divide(square(100), grids[0], "pcie", a100);
  EXPECT_EQ(d.received, 0);
  EXPECT_EQ(d.overlapped, 1);
  EXPECT_EQ(d.in_turn, 1);
  EXPECT_NE(d.binds("fp32"), "link");
}

TEST(ShardingTest, TheGridInBothDirectionsIsTheOneThatReceivesLeast) {
  EXPECT_EQ(grids_of(square(4096), 16).back(), (DeviceGrid{4, 4}));
  // Eight times as many rows as columns: eight times as many devices in that direction.
  EXPECT_EQ(grids_of({.m = 8192, .n = 1024, .k = 64}, 32).back(), (DeviceGrid{16, 2}));
  EXPECT_EQ(grids_of(square(4096), 7).size(), 2u) << "seven have rows and columns only";
}

TEST(ShardingTest, NoShardingGainsMoreThanItsDevices) {
  for (const double m : {1.0, 63.0, 390.0, 5000.0}) {
    for (const double n : {1.0, 64.0, 3001.0}) {
      for (const unsigned count : {1u, 2u, 6u, 8u, 12u}) {
        const ProductToDivide p{.m = m, .n = n, .k = 777};
        for (const Sharding& d : shardings(p, count, a100)) {
          EXPECT_EQ(d.grid.count(), count);
          EXPECT_LE(d.overlapped, count * (1 + 1e-12));
          EXPECT_LE(d.in_turn, d.overlapped);
        }
      }
    }
  }
}

TEST(ShardingTest, LinksComeFromTheFastestToTheSlowest) {
  const auto all = shardings(square(1024), 4, a100);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all.front().link, "nvlink");
  EXPECT_EQ(all.back().link, "pcie");
}

TEST(ShardingTest, WhatIsNotKnownIsNotGuessed) {
  testing::expect_error([] { shardings(square(64), 2, device({})); }, Outcome::unsupported,
                        {"no link of a device is known"});
  ProductToDivide bf16 = square(64);
  bf16.arithmetic = "bf16";
  testing::expect_error([&] { shardings(bf16, 2, a100); }, Outcome::unsupported, {"'bf16'"});
}

}  // namespace division_test
}  // namespace hippuzzle
