// Roofs: the lesson's worked example to the figure, and the technique that follows from figures.
#include "engine/roofline/roofline.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/build_tree.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace {

Ceilings device(double dram, double fp32) {
  Ceilings c;
  c.device = "a device";
  c.all["dram"] = {dram, dram, dram};
  c.all["fp32"] = {fp32, fp32, fp32};
  return c;
}

class RooflineTest : public ::testing::Test {
 protected:
  Placed naive(uint64_t n, double milliseconds, const Ceilings& ceilings) const {
    return place(*p16_.find("naive"), "naive", {{n}}, milliseconds, ceilings);
  }

  // A product of n = 4096 that runs at so many GFLOP/s.
  std::string technique(double gflops) const {
    const double flops = 2.0 * 4096 * 4096 * 4096;
    return naive(4096, flops / gflops / 1e6, device(4000, 60'000)).technique;
  }

  JudgeModule p16_{testing::shipped() / "judge" / "p16.so", "p16"};
  const Ceilings a100_ = device(1555, 19'500);
};

TEST_F(RooflineTest, TheLessonsExampleComesOutToTheFigure) {
  EXPECT_NEAR(a100_.critical_intensity("fp32"), 12.5, 0.05);
  const Placed placed = naive(2, 0, a100_);
  ASSERT_EQ(placed.placements.size(), 2u);
  const Placement& requested = placed.placements[0];
  EXPECT_EQ(requested.model, "requested");
  EXPECT_EQ(requested.flops, 4 * 3);   // 3 FLOPs an element
  EXPECT_EQ(requested.bytes, 4 * 16);  // 16 bytes an element
  EXPECT_EQ(requested.intensity, 0.1875);
  EXPECT_NEAR(requested.roof, 292, 0.5);
  EXPECT_NEAR(requested.roof / requested.arithmetic_roof, 0.015, 0.0005);
  EXPECT_TRUE(requested.memory_binds);
  EXPECT_EQ(placed.technique, "shared memory tiling");
}

TEST_F(RooflineTest, TheCompulsoryModelMovesEachMatrixOnce) {
  const Placement compulsory = naive(3000, 0, a100_).placements[1];
  EXPECT_EQ(compulsory.model, "compulsory");
  EXPECT_EQ(compulsory.flops, 2.0 * 3000 * 3000 * 3000);
  EXPECT_EQ(compulsory.bytes, 3.0 * 4 * 3000 * 3000);
  EXPECT_DOUBLE_EQ(compulsory.intensity, 500);
  EXPECT_FALSE(compulsory.memory_binds);
  EXPECT_EQ(compulsory.roof, 19'500);
}

TEST_F(RooflineTest, WhatWasMeasuredIsHeldAgainstTheRoof) {
  const Placed placed = naive(1000, 2, device(4000, 60'000));  // 1 TFLOP/s
  EXPECT_NEAR(placed.placements[0].measured, 999.5, 1e-9);
  EXPECT_NEAR(placed.placements[1].measured, 1000, 1e-9);
}

TEST_F(RooflineTest, TheTechniqueFollowsFromWhatBinds) {
  EXPECT_EQ(technique(900), "shared memory tiling");  // memory feeds 1000 with all anew
  EXPECT_EQ(technique(8'400), "register blocking");   // a fifth of 60 000 is 12 000
  EXPECT_EQ(technique(30'000), "asynchronous memory copies");
  EXPECT_EQ(technique(57'000), "mixed precision");
}

TEST_F(RooflineTest, MemoryBoundKernelsAreToldOfBandwidthAndFusion) {
  const JudgeModule p01(testing::shipped() / "judge" / "p01.so", "p01");
  const hippuzzle_variant& map = p01.variants().front();
  const Ceilings ceilings = device(1000, 50'000);
  const double bytes = map.bytes(std::array{hippuzzle_extents{{1000}}}.data());
  const auto technique_at = [&](double gigabytes_per_second) {
    return place(map, "map", {{1000}}, bytes / gigabytes_per_second / 1e6, ceilings).technique;
  };
  EXPECT_EQ(technique_at(300), "memory coalescing");
  EXPECT_EQ(technique_at(950), "kernel fusion");
  EXPECT_EQ(place(map, "map", {{1000}}, 0, ceilings).placements.size(), 1u) << "it is no product";
}

TEST_F(RooflineTest, AnUnknownRoofIsNamed) {
  Ceilings ceilings = device(1000, 1000);
  ceilings.all.erase("fp32");
  testing::expect_error([&] { naive(2, 0, ceilings); }, Outcome::unsupported,
                        {"the roof 'fp32' of a device is not known"});
}

}  // namespace
}  // namespace hippuzzle
