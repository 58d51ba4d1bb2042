// The inputs of timed launches, and the floor under their times.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/performance/roofline/time_floor.hpp"
#include "engine/protocol/mixture.hpp"

namespace hippuzzle {
namespace timed_inputs_test {

TEST(Mixture, CoversABufferWithoutGapsFromBothSets) {
  for (const uint64_t elements : {1, 2, 3, 17, 1000, 1'000'000}) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
      uint64_t next = 0;
      for (const Stretch& s : mixture(seed, 1, elements, false)) {
        EXPECT_EQ(s.first, next);
        EXPECT_GT(s.count, 0u);
        EXPECT_LT(s.set, 2u);
        next = s.first + s.count;
      }
      EXPECT_EQ(next, elements) << seed;
    }
  }
}

TEST(Mixture, IsAnotherForEachSeedAndBuffer) {
  std::set<std::vector<uint64_t>> seen;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    for (uint32_t buffer = 0; buffer < 3; ++buffer) {
      std::vector<uint64_t> shape;
      for (const Stretch& s : mixture(seed, buffer, 4096, false)) {
        shape.push_back(2 * s.first + s.set);
      }
      EXPECT_TRUE(seen.insert(shape).second) << seed << " " << buffer;
      EXPECT_GE(shape.size(), 4u);
      EXPECT_EQ(mixture(seed, buffer, 4096, false), mixture(seed, buffer, 4096, false));
    }
  }
}

TEST(Mixture, OfBuffersThatStayWholeIsOneSetForAll) {
  std::set<uint32_t> sets;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto one = mixture(seed, 1, 100, true), other = mixture(seed, 2, 7, true);
    ASSERT_EQ(one.size(), 1u);
    ASSERT_EQ(other.size(), 1u);
    EXPECT_EQ(one[0].set, other[0].set);
    EXPECT_EQ(one[0].count, 100u);
    sets.insert(one[0].set);
  }
  EXPECT_EQ(sets.size(), 2u);
}

const Ceilings device{.device = "a device",
                      .source = "this test",
                      .all = {{"dram", {1000, 990, 1010}},
                              {"l2", {4000, 3900, 4100}},
                              {"fp32", {50'000, 49'000, 51'000}},
                              {"bf16", {800'000, 790'000, 810'000}}}};

TEST(TimeFloor, IsTheLongestTimeThatARoofNeeds) {
  const LeastWork copies{.flops = 1e6, .read_bytes = 1.01e9};
  EXPECT_NEAR(floor_of(copies, true, device).milliseconds, 1, 1e-9);
  EXPECT_NEAR(floor_of(copies, false, device).milliseconds, 1.01 / 4.1, 1e-9);
  const LeastWork computes{.flops = 8.1e12, .read_bytes = 1e6};
  EXPECT_NEAR(floor_of(computes, true, device).milliseconds, 10, 1e-9) << "matrix cores may do it";
  const LeastWork shared{.flops = 8.1e12, .read_bytes = 1e6, .devices = 4};
  EXPECT_NEAR(floor_of(shared, true, device).milliseconds, 2.5, 1e-9);
}

TEST(TimeFloor, RefusesOnlyTimesBelowIt) {
  const TimeFloor floor{.milliseconds = 1, .because = "1.01 GB of inputs at 1010 GB/s"};
  Measurement m;
  m.time.count = 10;
  refuse_below(floor, 0.8, 0.81, m);
  EXPECT_EQ(m.outcome, Outcome::passed);
  refuse_below(floor, 0.8, 0.79, m);
  EXPECT_EQ(m.outcome, Outcome::wrong_answer);
  EXPECT_EQ(m.time.count, 0u);
  EXPECT_NE(m.reason.find("the device needs 1 ms for 1.01 GB of inputs"), std::string::npos)
      << m.reason;
}

}  // namespace timed_inputs_test
}  // namespace hippuzzle
