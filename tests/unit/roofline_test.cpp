// Roofs: the lesson's worked example to the figure, and the technique that follows from figures.
#include "engine/performance/roofline/roofline_model.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/build_tree.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace roofline_test {

Ceilings device(std::map<std::string, double> rates) {
  Ceilings c;
  c.device = "a device";
  for (const auto& [name, rate] : rates) c.all[name] = {rate, rate, rate};
  return c;
}

const Ceilings a100 = device({{"dram", 1555},
                              {"l2", 7219},
                              {"l1", 19'492},
                              {"shared", 19'492},
                              {"fp32", 19'500},
                              {"tf32", 156'000},
                              {"bf16", 312'000}});

class RooflineTest : public ::testing::Test {
 protected:
  Placed naive(uint64_t n, const std::optional<Traffic>& traffic = std::nullopt,
               double milliseconds = 0, const Ceilings& ceilings = a100) const {
    return place(*p16_.find("naive"), "naive", {{n}}, traffic, {.milliseconds = milliseconds},
                 ceilings);
  }

  JudgeModule p16_{testing::shipped() / "judge" / "p16.so", "p16"};
};

TEST(Ceilings, AreUncertainWhereTheirIntervalIsWide) {
  Ceilings measured = a100;
  EXPECT_TRUE(uncertain_ceilings(measured).empty());
  measured.all["dram"] = {100, 91, 110};
  EXPECT_TRUE(uncertain_ceilings(measured).empty());
  measured.all["dram"] = {100, 80, 130};
  measured.all["launch"] = {1, 0.5, 2};  // a time, and no roof
  EXPECT_EQ(uncertain_ceilings(measured), std::vector<std::string>{"dram"});
}

TEST_F(RooflineTest, TheLessonsExampleComesOutToTheFigure) {
  EXPECT_NEAR(a100.critical_intensity("fp32"), 12.5, 0.05);
  const Traffic traffic{.read_bytes = 64,
                        .written_bytes = 16,
                        .read_sectors = 8,
                        .first_read_bytes = 32,
                        .written_sectors = 2,
                        .l1_wavefronts = 5,
                        .least_l1_wavefronts = 5};
  const Placed placed = naive(2, traffic);
  const Placement& counted = *placed.find("counted");
  EXPECT_EQ(counted.flops, 4 * 3);   // 3 FLOPs an element
  EXPECT_EQ(counted.bytes, 4 * 16);  // 16 bytes an element
  EXPECT_EQ(counted.written, 16);
  EXPECT_EQ(counted.intensity, 0.1875);
  EXPECT_NEAR(counted.roof, 292, 0.5);
  EXPECT_NEAR(counted.of_peak(), 0.015, 0.0005);
  EXPECT_EQ(placed.binding().level, "l1") << "five requests of a few words each";
  EXPECT_EQ(placed.find("requested")->intensity, 0.1875);
  EXPECT_EQ(placed.next.technique, Technique::shared_tiling);
}

TEST_F(RooflineTest, AllModelsOfAProductCountTheSameOperations) {
  for (const uint64_t n : {1, 2, 9, 100, 1024}) {
    const auto k = static_cast<double>(n);
    const Traffic traffic{.read_bytes = 1, .read_sectors = 1, .wavefronts = 1};
    const Placed placed = naive(n, traffic);
    ASSERT_EQ(placed.placements.size(), 6u);
    for (const Placement& p : placed.placements) {
      EXPECT_EQ(p.flops, 2 * k * k * k - k * k) << p.model << " at " << n;
    }
  }
}

TEST_F(RooflineTest, TheCompulsoryModelReadsEachMatrixOnce) {
  const Placed placed = naive(3000);
  const Placement& compulsory = placed.placements.back();
  EXPECT_EQ(compulsory.model, "compulsory");
  EXPECT_EQ(compulsory.bytes, 2.0 * 4 * 3000 * 3000);
  EXPECT_EQ(compulsory.written, 4.0 * 3000 * 3000);
  EXPECT_DOUBLE_EQ(compulsory.intensity, 5999.0 / 8);
  EXPECT_EQ(compulsory.roof, 19'500);
  EXPECT_EQ(placed.binding().level, "fp32");
}

TEST_F(RooflineTest, EachLevelHasItsOwnRoof) {
  const Traffic traffic{
      .read_bytes = 1000, .read_sectors = 100, .shared_bytes = 500, .wavefronts = 10};
  const Placed placed = naive(10, traffic);
  const double flops = 1900;
  EXPECT_EQ(placed.find("counted", "dram")->memory_roof, 1555 * flops / 1000);
  EXPECT_EQ(placed.find("sectors", "dram")->memory_roof, 1555 * flops / 3200);
  EXPECT_EQ(placed.find("sectors", "l2")->memory_roof, 7219 * flops / 3200);
  EXPECT_EQ(placed.find("shared", "shared")->memory_roof, 19'492 * flops / 1280);
  const Ceilings bare = device({{"dram", 1555}, {"fp32", 19'500}});
  EXPECT_EQ(naive(10, traffic, 0, bare).find("shared"), nullptr);
}

TEST_F(RooflineTest, TheLowestRoofOfAllLevelsBinds) {
  const double flops = 1900;  // at 10
  const Traffic traffic{.read_bytes = 8000,
                        .shared_bytes = 500,
                        .wavefronts = 10,
                        .first_read_bytes = 4000,
                        .written_sectors = 50,
                        .l1_wavefronts = 200,
                        .least_l1_wavefronts = 200};
  const Placed placed = naive(10, traffic, 1);
  ASSERT_EQ(placed.roofs.size(), 5u);
  EXPECT_EQ(placed.roof("shared")->roof, 19'492 * flops / 1280);
  EXPECT_EQ(placed.roof("l1")->bytes, 128 * 200);
  EXPECT_EQ(placed.roof("l1")->roof, 19'492 * flops / 25'600);
  EXPECT_EQ(placed.roof("l2")->bytes, 4000 + 32 * 50);
  EXPECT_EQ(placed.roof("dram")->bytes, 3 * 4 * 100) << "each matrix once";
  EXPECT_EQ(placed.roof("dram")->origin, Origin::compulsory);
  EXPECT_EQ(placed.roofs.back().roof, 19'500);
  EXPECT_EQ(placed.binding().level, "l1");
  EXPECT_DOUBLE_EQ(placed.of_roof(), placed.measured / placed.roof("l1")->roof);
  const Ceilings bare = device({{"dram", 1555}, {"fp32", 19'500}});
  EXPECT_EQ(naive(10, traffic, 0, bare).roofs.size(), 2u);
}

TEST_F(RooflineTest, WhatWasMeasuredIsHeldAgainstTheRoof) {
  const Placed placed = naive(1000, std::nullopt, 2);  // about 1 TFLOP/s
  EXPECT_NEAR(placed.placements[0].measured, 999.5, 1e-9);
  EXPECT_NEAR(placed.placements[1].measured, 999.5, 1e-9);
}

TEST_F(RooflineTest, AnUnknownRoofIsNamed) {
  const Ceilings ceilings = device({{"dram", 1000}});
  testing::expect_error([&] { naive(2, std::nullopt, 0, ceilings); }, Outcome::unsupported,
                        {"the roof 'fp32' of a device is not known"});
}

LaunchCounts launch_of_warps() {
  LaunchCounts launch;
  launch.grid = {4, 1, 1};
  launch.block = {32, 1, 1};
  launch.warp_size = 32;
  launch.counted_blocks = 4;
  return launch;
}

TEST(RooflineTraffic, IsAddedUpFromInstructionsAndLaunches) {
  LaunchCounts launch = launch_of_warps();
  launch.of(Counted::global_read_bytes).total = 1024;
  launch.of(Counted::global_write_bytes).total = 512;
  launch.of(Counted::global_atomic_bytes).total = 4;
  launch.of(Counted::shared_read_bytes).total = 256;
  // 4 warps read 32 words from 32 sectors each; 4 others the one word that all lanes share.
  launch.instructions.push_back({.bytes = 4, .accesses = 128, .requests = 4, .sectors = 4 * 32});
  launch.instructions.push_back(
      {.bytes = 4, .accesses = 128, .requests = 4, .sectors = 4, .repeated = 100});
  launch.instructions.push_back(
      {.access = Access::write, .bytes = 4, .accesses = 128, .requests = 4, .sectors = 16});
  launch.instructions.push_back(
      {.shared = true, .bytes = 4, .accesses = 64, .requests = 2, .wavefronts = 6, .conflicts = 4});
  const Traffic traffic = traffic_of(std::array{launch, launch});
  EXPECT_EQ(traffic.read_bytes, 2 * (1024 + 4));
  EXPECT_EQ(traffic.written_bytes, 2 * (512 + 4));
  EXPECT_EQ(traffic.read_sectors, 2 * (4 * 32 + 4));
  EXPECT_EQ(traffic.least_sectors, 2 * (4 * 4 + 4)) << "4 sectors hold 32 words";
  EXPECT_EQ(traffic.l1_wavefronts, 2 * (4 * 8 + 4 + 4)) << "four sectors at once";
  EXPECT_EQ(traffic.least_l1_wavefronts, 2 * (4 + 4 + 4));
  EXPECT_EQ(traffic.written_sectors, 2 * 16);
  EXPECT_EQ(traffic.first_read_bytes, 2 * (128 + 128 - 100) * 4);
  EXPECT_EQ(traffic.shared_bytes, 2 * 256);
  EXPECT_EQ(traffic.wavefronts, 2 * 6);
  EXPECT_EQ(traffic.conflicts, 2 * 4);
  EXPECT_TRUE(traffic.has_whole_warps);
  EXPECT_FALSE(traffic.is_by_single_lanes());
  EXPECT_EQ(traffic.blocks, 8u);
  EXPECT_EQ(traffic.launches, 2u);
  EXPECT_EQ(traffic.most_blocks, 4u);
  EXPECT_EQ(traffic.warps_of_each, 1u);
  EXPECT_FALSE(traffic.is_sample());
  launch.counted_blocks = 1;
  EXPECT_TRUE(traffic_of(std::array{launch}).is_sample());
}

// A kernel that this level binds; by default it reads nothing twice.
Observed observed(const std::string& binds) {
  return {.traffic = Traffic{.read_bytes = 1000,
                             .read_sectors = 32,
                             .least_sectors = 32,
                             .read_requests = 8,
                             .reads = 250,
                             .first_read_bytes = 1000,
                             .l1_wavefronts = 8,
                             .least_l1_wavefronts = 8,
                             .has_whole_warps = true},
          .flops = 1000,
          .compulsory_bytes = 1000,
          .binds = binds,
          .arithmetic_binds = binds == "fp32",
          .is_narrowest = false};
}

TEST(RooflineAdvice, KernelsThatTheL1CacheBindsAreToldWhatTheyDoNotDoYet) {
  Observed kernel = observed("l1");
  EXPECT_EQ(recommend(kernel).technique, Technique::none) << "it reads nothing twice";
  kernel.traffic->l1_wavefronts = 8 * 8;
  EXPECT_EQ(recommend(kernel).technique, Technique::coalescing);
  kernel.traffic->has_whole_warps = false;  // a few threads cannot fill a sector
  kernel.traffic->read_bytes = 64'000;
  EXPECT_EQ(recommend(kernel).technique, Technique::shared_tiling);
  kernel.traffic->shared_bytes = 16'000;  // 4000 words for 500 multiply-adds
  EXPECT_EQ(recommend(kernel).technique, Technique::register_blocking);
  kernel.traffic->shared_bytes = 500;
  EXPECT_EQ(recommend(kernel).technique, Technique::none) << "it does all of these";
}

TEST(RooflineAdvice, KernelsThatTheL2CacheBindsAreToldToShareMore) {
  Observed kernel = observed("l2");
  EXPECT_EQ(recommend(kernel).technique, Technique::none);
  kernel.traffic->first_read_bytes = 64'000;
  EXPECT_EQ(recommend(kernel).technique, Technique::shared_tiling);
  kernel.traffic->shared_bytes = 16'000;
  EXPECT_EQ(recommend(kernel).technique, Technique::register_blocking);
}

TEST(RooflineAdvice, KernelsThatMemoryBindsAreToldToFuseOrToWaitLess) {
  Observed kernel = observed("dram");
  kernel.traffic->l1_wavefronts = 8 * 8;
  EXPECT_EQ(recommend(kernel).technique, Technique::fusion) << "no access of L1 binds";
  kernel.reached = 0.9;
  EXPECT_EQ(recommend(kernel).technique, Technique::fusion);
  kernel.reached = 0.5;
  EXPECT_EQ(recommend(kernel).technique, Technique::coalescing);
  kernel.traffic->l1_wavefronts = 8;
  EXPECT_EQ(recommend(kernel).technique, Technique::overlap);
}

// A sum has one output for many inputs, so no thread has several outputs to compute.
TEST(RooflineAdvice, AReductionIsNotToldToBlockRegisters) {
  Observed kernel = observed("shared");
  kernel.flops = 250;  // an addition for each of 250 words
  kernel.traffic->shared_bytes = 16'000;
  EXPECT_EQ(recommend(kernel).technique, Technique::none);
  EXPECT_NE(recommend(kernel).reason.find("several inputs in a register"), std::string::npos);
  kernel.binds = "l1";
  kernel.traffic->read_bytes = 64'000;
  EXPECT_NE(recommend(kernel).technique, Technique::register_blocking);
}

TEST(RooflineAdvice, LaunchesThatHandOnTheirResultsAreToldToFuse) {
  LaunchCounts first, second;
  first.grid = second.grid = {1, 1, 1};
  first.block = second.block = {32, 1, 1};
  first.warp_size = second.warp_size = 32;
  first.of(Counted::global_read_bytes).total = second.of(Counted::global_read_bytes).total = 128;
  const auto access = [](Access kind, const char* array) {
    return InstructionCounts{
        .access = kind, .bytes = 4, .array = array, .accesses = 32, .requests = 1, .sectors = 4};
  };
  first.instructions = {access(Access::read, "a"), access(Access::write, "output")};
  second.instructions = {access(Access::read, "output"), access(Access::write, "output")};
  EXPECT_EQ(traffic_of(std::array{first, second}).handed_on_bytes, 128);
  EXPECT_EQ(traffic_of(std::array{second, first}).handed_on_bytes, 0);
  EXPECT_EQ(traffic_of(std::array{second}).handed_on_bytes, 0) << "of the same launch";

  for (const char* binds : {"l1", "l2", "dram", "shared"}) {
    Observed kernel = observed(binds);
    kernel.traffic->read_bytes = 64'000;
    kernel.traffic->handed_on_bytes = 32'000;
    EXPECT_EQ(recommend(kernel).technique, Technique::fusion) << binds;
    EXPECT_TRUE(recommend(kernel).reason.starts_with("50 % of the bytes"));
  }
  Observed kernel = observed("fp32");
  kernel.traffic->handed_on_bytes = 500;
  EXPECT_NE(recommend(kernel).technique, Technique::fusion) << "memory does not bind";
}

TEST(RooflineAdvice, SharedMemoryThatBindsAsksForBanksThenForRegisters) {
  Observed kernel = observed("shared");
  kernel.traffic->shared_bytes = 16'000;
  kernel.traffic->wavefronts = 100;
  kernel.traffic->conflicts = 50;
  EXPECT_EQ(recommend(kernel).technique, Technique::bank_layout);
  kernel.traffic->conflicts = 0;
  EXPECT_EQ(recommend(kernel).technique, Technique::register_blocking);
  kernel.traffic->shared_bytes = 500;
  EXPECT_EQ(recommend(kernel).technique, Technique::narrower_arithmetic);
  kernel.uses_matrix_cores = true;
  EXPECT_EQ(recommend(kernel).technique, Technique::none);
}

// On an H100 at 1024: gemm_rungs --register-blocked reaches 12 % of its lowest roof with 256 blocks
// of two warps, fusion --fused-sum as little with 64 blocks of eight.
TEST(RooflineAdvice, KernelsFarBelowAllRoofsAreToldTheReasonThatTheirLaunchesShow) {
  for (const char* binds : {"l1", "l2", "dram", "shared", "fp32"}) {
    SCOPED_TRACE(binds);
    Observed kernel = observed(binds);
    kernel.reached = 0.12;
    kernel.timed = {.milliseconds = 0.3, .multiprocessors = 132, .launch_milliseconds = 0.002};
    kernel.traffic->launches = 1;
    kernel.traffic->most_blocks = 256;
    kernel.traffic->warps_of_each = 2;
    EXPECT_EQ(recommend(kernel).technique, Technique::more_blocks);
    EXPECT_TRUE(
        recommend(kernel).reason.starts_with("256 blocks of 2 warps for 132 multiprocessors, "))
        << recommend(kernel).reason;
    kernel.traffic->most_blocks = 64;
    kernel.traffic->warps_of_each = 32;
    EXPECT_EQ(recommend(kernel).technique, Technique::more_blocks) << "half of them have no block";
    kernel.traffic->most_blocks = 4096;
    EXPECT_NE(recommend(kernel).technique, Technique::more_blocks);
    EXPECT_NE(recommend(kernel).technique, Technique::narrower_arithmetic) << "no roof binds it";
    EXPECT_NE(recommend(kernel).technique, Technique::none);
    kernel.timed.multiprocessors = 0;
    kernel.traffic->most_blocks = 1;
    EXPECT_NE(recommend(kernel).technique, Technique::more_blocks);
    kernel.timed.is_simulated = true;
    EXPECT_EQ(recommend(kernel).technique, Technique::none) << "no GPU waits for data here";
    kernel.timed.is_simulated = false;

    kernel.timed.milliseconds = 0.003;
    EXPECT_EQ(recommend(kernel).technique, Technique::none);
    EXPECT_TRUE(recommend(kernel).reason.starts_with("its launch alone takes 67 % of its time"))
        << recommend(kernel).reason;
    kernel.traffic->launches = 3;
    kernel.timed.milliseconds = 0.008;
    EXPECT_EQ(recommend(kernel).technique, Technique::fusion);
    EXPECT_TRUE(recommend(kernel).reason.starts_with("its 3 launches alone take 75 % of its time"))
        << recommend(kernel).reason;
    kernel.reached = 0.6;
    EXPECT_EQ(recommend(kernel).reason.find("of its time"), std::string::npos);
  }
}

TEST(RooflineAdvice, ComputeBoundKernelsAreToldOfWaitingAndOfMatrixCores) {
  Observed kernel = observed("fp32");
  EXPECT_EQ(recommend(kernel).technique, Technique::narrower_arithmetic);
  kernel.reached = 0.4;
  EXPECT_EQ(recommend(kernel).technique, Technique::overlap);
  kernel.reached = 0.95;
  EXPECT_EQ(recommend(kernel).technique, Technique::narrower_arithmetic);
  kernel.is_narrowest = true;
  EXPECT_EQ(recommend(kernel).technique, Technique::none);
}

TEST(RooflineAdvice, NothingIsSaidOfWhatWasNotCounted) {
  EXPECT_EQ(recommend({}).technique, Technique::none);
  EXPECT_NE(recommend({}).reason, "");
}

}  // namespace roofline_test
}  // namespace hippuzzle
