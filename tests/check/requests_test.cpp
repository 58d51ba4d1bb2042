// Accesses of threads become the requests of warps, and requests cost what hardware asks for them.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <ostream>
#include <vector>

#include "request_cost.hpp"

namespace hip_cpu::check {
namespace {

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

// As an H200 counted them.
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

// As an H200 counted them.
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
      8, HIP_CPU_READ, [](unsigned i) { return i / 2; }, 4);  // neighbours help nobody
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

// What a kernel's code would announce: functions at 1000 … 1999, 2000 … 2999, and so on.
CodeRange thousand(std::uintptr_t code) { return {code / 1000 * 1000, code / 1000 * 1000 + 1000}; }

class Grouping : public ::testing::Test, public RequestSink {
 protected:
  struct Taken {
    SiteId site;
    std::uint64_t lanes;
    unsigned bytes;
    bool operator==(const Taken&) const = default;
  };
  friend void PrintTo(const Taken& t, std::ostream* out) {
    *out << "site " << t.site << " lanes " << std::hex << t.lanes << std::dec << " bytes "
         << t.bytes;
  }

  void take(const Request& request) override {
    taken.push_back({request.site, request.lanes, request.bytes});
  }

  void begin(unsigned threads, unsigned width = 32) { requests.begin_block(threads, width); }
  void begin_thread(unsigned thread, std::uintptr_t function) {
    current = thread;
    requests.begin_thread(thread);
    requests.iterations(thread).enter(function, 0);
  }
  void call(std::uintptr_t function, std::uintptr_t from) {
    requests.iterations(current).enter(function, from);
  }
  void leave() { requests.iterations(current).leave(); }
  void block(std::uintptr_t code) {
    requests.iterations(current).block(code, requests.loop_ends(), thousand);
  }
  // The instruction's address is its site.
  void read(std::uintptr_t code, std::size_t bytes = 4, std::uintptr_t address = 0) {
    requests.add(current, reinterpret_cast<const void*>(code), HIP_CPU_READ, false, address, bytes,
                 [&] { return static_cast<SiteId>(code); });
  }

  std::vector<Taken> taken;
  Requests requests{*this};
  unsigned current = 0;
};

TEST_F(Grouping, PutsLanesOfOneInstructionTogether) {
  begin(40);
  for (unsigned thread = 0; thread < 40; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    read(1010);
    read(1020);
    requests.arrive(thread);
  }
  requests.end_block();
  const std::vector<Taken> expected = {
      {1010, 0xffffffff, 4}, {1020, 0xffffffff, 4}, {1010, 0xff, 4}, {1020, 0xff, 4}};
  EXPECT_EQ(taken, expected);
}

// for (k = 0; k < 4; ++k) if (k % 2 == thread % 2) read;
TEST_F(Grouping, TellsIterationsApartThatEachHaveOtherLanes) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    block(1300);  // the condition
    for (unsigned k = 0; k < 4; ++k) {
      block(1100);
      if (k % 2 == thread) {
        block(1150);
        read(1160);
      }
      block(1200);
      block(1300);
    }
    block(1400);
    read(1410);
  }
  requests.end_block();
  const std::vector<Taken> expected = {
      {1160, 1, 4}, {1160, 1, 4}, {1410, 3, 4}, {1160, 2, 4}, {1160, 2, 4}};
  EXPECT_EQ(taken, expected);
}

// Loops of different lengths, one in the other; behind them the lanes are together again.
TEST_F(Grouping, JoinsLanesBehindLoopsOfDifferentLengths) {
  begin(3);
  for (unsigned thread = 0; thread < 3; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    for (unsigned outer = 0; outer < 2; ++outer) {
      block(1100);
      for (unsigned inner = 0; inner <= thread; ++inner) {
        block(1200);
        read(1210);
      }
      block(1300);
      read(1310);
    }
    block(1400);
    read(1410);
  }
  requests.end_block();
  std::map<std::pair<SiteId, std::uint64_t>, int> count;
  for (const Taken& t : taken) ++count[{t.site, t.lanes}];
  const std::map<std::pair<SiteId, std::uint64_t>, int> expected = {
      {{1210, 7}, 2}, {{1210, 6}, 2}, {{1210, 4}, 2}, {{1310, 7}, 2}, {{1410, 7}, 1}};
  EXPECT_EQ(count, expected);
}

TEST_F(Grouping, TellsCallsOfAFunctionApart) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    for (unsigned k = 0; k < 2; ++k) {
      block(1100);
      call(2000, 1110);
      block(2001);
      read(2010);
      leave();
      block(3001);  // of a function that announces no calls
    }
    if (thread == 0) {
      block(1200);
      call(2000, 1210);
    } else {
      block(1300);
      call(2000, 1310);
    }
    block(2001);
    read(2010);
    leave();
    block(1400);
    read(1410);
  }
  requests.end_block();
  std::map<std::pair<SiteId, std::uint64_t>, int> count;
  for (const Taken& t : taken) ++count[{t.site, t.lanes}];
  const std::map<std::pair<SiteId, std::uint64_t>, int> expected = {
      {{2010, 3}, 2}, {{2010, 1}, 1}, {{2010, 2}, 1}, {{1410, 3}, 1}};
  EXPECT_EQ(count, expected);
}

TEST_F(Grouping, SeparatesWhatABarrierSeparates) {
  begin(2);
  begin_thread(0, 1000);
  block(1001);
  read(1010);
  begin_thread(1, 1000);
  block(1001);
  requests.arrive(0);
  requests.arrive(1);
  EXPECT_EQ(taken.size(), 1u);
  requests.resume(0);
  requests.resume(1);
  read(1010);
  requests.end_block();
  const std::vector<Taken> expected = {{1010, 1, 4}, {1010, 2, 4}};
  EXPECT_EQ(taken, expected);
}

// A loop that is no step back to an earlier address: each pass is a request of its own all the
// same.
TEST_F(Grouping, CountsWhereItCannotTellIterations) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    for (unsigned k = 0; k < 3; ++k) read(1010);
  }
  requests.end_block();
  const std::vector<Taken> expected = {{1010, 3, 4}, {1010, 3, 4}, {1010, 3, 4}};
  EXPECT_EQ(taken, expected);
}

TEST_F(Grouping, TakesCopiesApartAsTheirAddressesAllow) {
  begin(1);
  begin_thread(0, 1000);
  read(1010, 24, 0x1010);
  read(1020, 48, 0x1010);
  requests.end_block();
  const std::vector<Taken> expected = {{1010, 1, 8},  {1010, 1, 8},  {1010, 1, 8},
                                       {1020, 1, 16}, {1020, 1, 16}, {1020, 1, 16}};
  EXPECT_EQ(taken, expected);
}

}  // namespace
}  // namespace hip_cpu::check
