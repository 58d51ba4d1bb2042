// Requests cost as much as on hardware.
#include "hip_cpu/check/requests/request_cost.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace hip_cpu::check {
namespace request_cost_test {

using Addresses = std::vector<std::uintptr_t>;

Request request(const Addresses& by_lane, unsigned bytes, bool shared = false,
                hip_cpu_access access = HIP_CPU_READ) {
  const std::uint64_t lanes =
      by_lane.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << by_lane.size()) - 1;
  return {1, access, shared, bytes, 0, by_lane.size() > 32 ? 64u : 32u, lanes, by_lane.data()};
}

Addresses addresses(unsigned lanes, const std::function<std::uintptr_t(unsigned)>& of_lane) {
  Addresses all;
  for (unsigned lane = 0; lane < lanes; ++lane) all.push_back(0x10000 + of_lane(lane));
  return all;
}

TEST(RequestCost, CountsSectorsOfThirtyTwoBytes) {
  const auto cost = [](unsigned bytes, const std::function<std::uintptr_t(unsigned)>& of_lane) {
    return sectors(request(addresses(32, of_lane), bytes));
  };
  EXPECT_EQ(cost(4, [](unsigned i) { return 4 * i; }), 4u);         // neighbours
  EXPECT_EQ(cost(4, [](unsigned i) { return 4 * (31 - i); }), 4u);  // in any order
  EXPECT_EQ(cost(4, [](unsigned i) { return 4 * i + 4; }), 5u);     // not from a sector's begin
  EXPECT_EQ(cost(4, [](unsigned i) { return 8 * i; }), 8u);         // every second one
  EXPECT_EQ(cost(4, [](unsigned i) { return 128 * i; }), 32u);      // a column
  EXPECT_EQ(cost(4, [](unsigned) { return 0; }), 1u);               // all the same
  EXPECT_EQ(cost(16, [](unsigned i) { return 16 * i; }), 16u);      // four floats each
  EXPECT_EQ(cost(1, [](unsigned i) { return i; }), 1u);             // bytes
  EXPECT_EQ(cost(8, [](unsigned i) { return 8 * (i % 2 * 16 + i / 2); }), 8u);  // interleaved
  EXPECT_EQ(cost(4, [](unsigned i) { return i == 0 ? 30 : 64 + 4 * i; }), 6u);  // across two
  EXPECT_EQ(sectors(request(addresses(64, [](unsigned i) { return 4 * i; }), 4)), 8u);
}

// The counts of an H200.
TEST(RequestCost, CountsSectorsOfAtomicOperationsOnOneAddressOneByOne) {
  const auto cost = [](unsigned bytes, const std::function<std::uintptr_t(unsigned)>& element) {
    const Addresses at = addresses(32, [&](unsigned i) { return bytes * element(i); });
    return sectors(request(at, bytes, false, HIP_CPU_ATOMIC));
  };
  EXPECT_EQ(cost(4, [](unsigned i) { return i; }), 4u);
  EXPECT_EQ(cost(8, [](unsigned i) { return i; }), 8u);
  EXPECT_EQ(cost(4, [](unsigned) { return 0; }), 32u);
  EXPECT_EQ(cost(4, [](unsigned i) { return i / 2; }), 4u);
  EXPECT_EQ(cost(8, [](unsigned i) { return i / 2; }), 8u);
  EXPECT_EQ(cost(4, [](unsigned i) { return i % 4; }), 8u);
  EXPECT_EQ(cost(4, [](unsigned i) { return i / 4 * 8; }), 32u);
  EXPECT_EQ(cost(4, [](unsigned i) { return i < 5 ? 0 : i; }), 8u);
  EXPECT_EQ(cost(8, [](unsigned i) { return i < 5 ? 0 : i; }), 12u);
}

void expect_wavefronts(const Request& request, unsigned count, unsigned least) {
  const Wavefronts found = wavefronts(request);
  EXPECT_EQ(found.count, count);
  EXPECT_EQ(found.least, least);
}

TEST(RequestCost, CountsWavefrontsOfSharedMemory) {
  const auto expect = [](unsigned lanes, unsigned bytes,
                         const std::function<std::uintptr_t(unsigned)>& of_lane, unsigned count,
                         unsigned least) {
    expect_wavefronts(request(addresses(lanes, of_lane), bytes, true), count, least);
  };
  expect(
      32, 4, [](unsigned i) { return 4 * i; }, 1, 1);
  expect(
      32, 4, [](unsigned) { return 0; }, 1, 1);  // a broadcast
  expect(
      32, 4, [](unsigned i) { return 8 * i; }, 2, 1);  // two words a bank
  expect(
      32, 4, [](unsigned i) { return 128 * i; }, 32, 1);  // a column of 32 floats
  expect(
      32, 4, [](unsigned i) { return 132 * i; }, 1, 1);  // the same, padded
  expect(
      32, 4, [](unsigned i) { return 128 * (i / 16) + 4 * (i % 16); }, 2, 1);
  expect(
      32, 1, [](unsigned i) { return i; }, 1, 1);
  expect(
      32, 2, [](unsigned i) { return 64 * i; }, 16, 1);
  expect(
      9, 4, [](unsigned i) { return 4 * i; }, 1, 1);  // a block of nine threads
  expect(
      32, 8, [](unsigned i) { return 8 * i; }, 2, 2);  // half a warp at a time
  expect(
      32, 8, [](unsigned i) { return 16 * i; }, 4, 2);
  expect(
      32, 16, [](unsigned i) { return 16 * i; }, 4, 4);  // a quarter
  expect(
      32, 16, [](unsigned i) { return 32 * i; }, 8, 4);
  expect(
      8, 16, [](unsigned i) { return 128 * i; }, 8, 1);
  expect(
      64, 4, [](unsigned i) { return 4 * i; }, 2, 2);  // a wavefront of AMD's
}

// The counts of an H200.
TEST(RequestCost, ServesTwiceAsManyLanesWhereNeighboursReadTheSame) {
  struct Row {
    unsigned bytes;
    std::uint64_t lanes;
    std::function<std::uintptr_t(unsigned)> element;
    unsigned count, least;
  };
  constexpr std::uint64_t all = 0xffffffff, even = 0x55555555;
  const Row reads[] = {
      {8, all, [](unsigned) { return 0; }, 1, 1},
      {8, all, [](unsigned i) { return i / 2; }, 1, 1},
      {8, all, [](unsigned i) { return 16 * (i / 16); }, 2, 1},  // of one bank
      {8, all, [](unsigned i) { return i % 16; }, 2, 2},         // no neighbours
      {8, even, [](unsigned i) { return i / 2; }, 1, 1},         // the neighbours take no part
      {8, even, [](unsigned i) { return i; }, 2, 1},
      {16, all, [](unsigned) { return 0; }, 2, 2},
      {16, all, [](unsigned i) { return i / 2; }, 2, 2},
      {16, all, [](unsigned i) { return i % 2; }, 2, 2},  // the next but one
      {16, all, [](unsigned i) { return i % 4; }, 4, 4},
      {16, all, [](unsigned i) { return 8 * (i / 8); }, 4, 2},
      {16, 0xffff, [](unsigned i) { return 8 * (i / 2); }, 8, 1},
      {16, all, [](unsigned i) { return i == 31 ? 1 : 0; }, 4, 4},  // all but one pair
  };
  for (const Row& row : reads) {
    SCOPED_TRACE(&row - reads);
    const Addresses at = addresses(32, [&](unsigned i) { return row.bytes * row.element(i); });
    Request r = request(at, row.bytes, true);
    r.lanes = row.lanes;
    expect_wavefronts(r, row.count, row.least);
  }
  const Addresses same = addresses(32, [](unsigned) { return 0; });
  expect_wavefronts(request(same, 16, true, HIP_CPU_WRITE), 4, 4);
  expect_wavefronts(request(same, 8, true, HIP_CPU_WRITE), 2, 2);
}

// The local data share of AMD's GPUs.
TEST(RequestCost, ServesWarpsOf64AsAmdDoes) {
  const auto expect = [](unsigned bytes, hip_cpu_access access,
                         const std::function<std::uintptr_t(unsigned)>& element, unsigned count) {
    const Addresses at = addresses(64, [&](unsigned i) { return bytes * element(i); });
    expect_wavefronts(request(at, bytes, true, access), count, std::max(2u, bytes / 2));
  };
  expect(
      4, HIP_CPU_READ, [](unsigned i) { return i; }, 2);
  expect(
      4, HIP_CPU_READ, [](unsigned i) { return 2 * i; }, 4);
  expect(
      8, HIP_CPU_READ, [](unsigned i) { return i; }, 4);
  expect(
      8, HIP_CPU_READ, [](unsigned i) { return i / 2; }, 4);  // equal neighbours do not help
  expect(
      16, HIP_CPU_READ, [](unsigned i) { return i; }, 8);
  // Lanes 0-3 and 4-7 want the same banks: they are written together, and read in two turns.
  const auto crossed = [](unsigned i) { return 8 * (i / 4) + (i / 4 % 8 < 4 ? 0 : 4) + i % 4; };
  expect(16, HIP_CPU_READ, crossed, 8);
  expect(16, HIP_CPU_WRITE, crossed, 16);
}

TEST(RequestCost, CountsAtomicOperationsOnOneWordOneByOne) {
  const Addresses same = addresses(32, [](unsigned) { return 0; });
  expect_wavefronts(request(same, 4, true, HIP_CPU_ATOMIC), 32, 1);
  const Addresses row = addresses(32, [](unsigned i) { return 4 * i; });
  expect_wavefronts(request(row, 4, true, HIP_CPU_ATOMIC), 1, 1);
}

// Patterns that come back shifted, some by no whole sector, with some lanes missing, and more of
// them than are remembered.
TEST(RequestCost, IsKnownFromRequestsOfTheSamePattern) {
  std::uint64_t random = 1;
  const auto next = [&](unsigned below) {
    return static_cast<unsigned>(random = mix(random, 5)) % below;
  };
  for (const bool shared : {false, true}) {
    for (const unsigned bytes : {4u, 8u}) {
      KnownCosts known;
      for (unsigned i = 0; i < 2000; ++i) {
        const unsigned stride = next(6), shift = next(100);
        const std::uint64_t lanes = next(2) == 0 ? 0xffffffff : 0xffff0fff >> next(4);
        const Addresses all =
            addresses(32, [&](unsigned lane) { return bytes * (shift + stride * lane); });
        Request one = request(all, bytes, shared);
        one.lanes = lanes;
        const Wavefronts found = known.of(one);
        if (shared) {
          const Wavefronts expected = wavefronts(one);
          ASSERT_EQ(found.count, expected.count);
          ASSERT_EQ(found.least, expected.least);
        } else {
          ASSERT_EQ(found.count, sectors(one));
        }
      }
    }
  }
}

}  // namespace request_cost_test
}  // namespace hip_cpu::check
