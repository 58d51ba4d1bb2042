// Accesses of threads become the requests of warps.
#include "hip_cpu/check/requests/requests.hpp"

#include <array>
#include <map>
#include <ostream>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/hip_cpu/check/grouping.hpp"

namespace hip_cpu::check {
namespace requests_test {

TEST_F(Grouping, PutsLanesOfOneInstructionTogether) {
  begin(40);
  for (unsigned thread = 0; thread < 40; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    read(1010);
    read(1020);
    requests.arrive(thread);
  }
  requests.hand_over();
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
  requests.hand_over();
  const std::vector<Taken> expected = {
      {1160, 1, 4}, {1160, 1, 4}, {1410, 3, 4}, {1160, 2, 4}, {1160, 2, 4}};
  EXPECT_EQ(taken, expected);
}

// Loops of different lengths, one in the other; after them the lanes are together again.
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
  requests.hand_over();
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
  requests.hand_over();
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
  requests.hand_over();
  const std::vector<Taken> expected = {{1010, 1, 4}, {1010, 2, 4}};
  EXPECT_EQ(taken, expected);
}

// A loop without a step back to an earlier address: each pass is a request of its own all the same.
TEST_F(Grouping, CountsWhereItCannotTellIterations) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    for (unsigned k = 0; k < 3; ++k) read(1010);
  }
  requests.hand_over();
  const std::vector<Taken> expected = {{1010, 3, 4}, {1010, 3, 4}, {1010, 3, 4}};
  EXPECT_EQ(taken, expected);
}

// Lane 1 makes two rounds of a loop before the barrier, lane 0 makes one. Later accesses in the
// loop are in different rounds, accesses after the loop are not.
TEST_F(Grouping, KeepsLanesApartThatCameToABarrierInDifferentIterations) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    for (unsigned k = 0; k <= thread; ++k) block(1100);
    requests.arrive(thread);
  }
  for (unsigned thread = 0; thread < 2; ++thread) requests.resume(thread);
  for (unsigned thread = 0; thread < 2; ++thread) {
    requests.run(thread);
    block(1150);
    read(1160);
    block(1100);
    block(1200);
    read(1210);
    requests.end_thread(thread);
  }
  const std::vector<Taken> expected = {{1160, 1, 4}, {1210, 3, 4}, {1160, 2, 4}};
  EXPECT_EQ(taken, expected);
}

// A lane that runs ahead for very long is counted by itself, and the next one begins anew.
TEST_F(Grouping, HoldsBackOnlySoMuch) {
  constexpr unsigned rounds = (1u << 18) + 10;
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    for (unsigned k = 0; k < rounds; ++k) {
      block(1100);
      read(1110);
    }
  }
  requests.hand_over();
  EXPECT_GT(taken.size(), std::size_t{rounds});
  std::array<unsigned, 2> accesses{};
  for (const Taken& t : taken)
    for (unsigned lane = 0; lane < 2; ++lane) accesses[lane] += t.lanes >> lane & 1;
  EXPECT_EQ(accesses[0], rounds);
  EXPECT_EQ(accesses[1], rounds);
}

// A function with a barrier in it, called from two places: the accesses after the barrier have the
// same code, but not the same place.
TEST_F(Grouping, TellsSitesApartByTheCallsAroundThem) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    call(2000, 1110);
    block(2001);
    requests.arrive(thread);
  }
  for (unsigned thread = 0; thread < 2; ++thread) requests.resume(thread);
  for (unsigned thread = 0; thread < 2; ++thread) {
    requests.run(thread);
    context = 100;
    block(2100);
    read(2110);
    leave();
    call(2000, 1210);
    block(2001);
    requests.arrive(thread);
  }
  for (unsigned thread = 0; thread < 2; ++thread) requests.resume(thread);
  for (unsigned thread = 0; thread < 2; ++thread) {
    requests.run(thread);
    context = 200;
    block(2100);
    read(2110);
  }
  requests.hand_over();
  const std::vector<Taken> expected = {{2210, 3, 4}, {2310, 3, 4}};
  EXPECT_EQ(taken, expected);
}

TEST_F(Grouping, TakesCopiesApartAsTheirAddressesAllow) {
  begin(1);
  begin_thread(0, 1000);
  read(1010, 24, 0x1010);
  read(1020, 48, 0x1010);
  read(1030, 8, 0x1014);
  read(1040, 8, 0x1010, 4);
  requests.hand_over();
  const std::vector<Taken> expected = {{1010, 1, 8},  {1010, 1, 8},  {1010, 1, 8}, {1020, 1, 16},
                                       {1020, 1, 16}, {1020, 1, 16}, {1030, 1, 4}, {1030, 1, 4},
                                       {1040, 1, 4},  {1040, 1, 4}};
  EXPECT_EQ(taken, expected);
}

}  // namespace requests_test
}  // namespace hip_cpu::check
