// Shadow memory holds the epochs of each byte exactly, in no more memory than
// promised.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <vector>

#include "hip_cpu/check/shadow/pages.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {
namespace shadow_memory_test {

constexpr std::size_t bytes = std::size_t{1} << 20;
constexpr std::uintptr_t begin = 0x10000000;  // of memory that is not there, and not asked for

void expect_same(const Epoch& epoch, const Epoch& expected) {
  EXPECT_EQ(epoch.time(), expected.time());
  EXPECT_EQ(epoch.thread(), expected.thread());
  EXPECT_EQ(epoch.site(), expected.site());
  EXPECT_EQ(epoch.atomic(), expected.atomic());
}

std::size_t resident_bytes() {
  std::size_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(ShadowCells, OfEachByteAreItsOwn) {
  ShadowMemory memory(begin, bytes, false);
  const auto epoch = [](unsigned i) {
    return Epoch(0x7ffffff0u + i, 1023 - i, 0xfffff - 2 - i, i % 2 == 0);
  };
  for (unsigned i = 0; i < 8; ++i) {
    memory.visit_byte(begin + i, [&](ShadowCell& cell) {
      cell.reads[0] = Epoch(7, i, 8, false);
      cell.reads[1] = Epoch(9, 1023, i, false);
      cell.write = epoch(i);
    });
  }
  for (unsigned i = 0; i < 8; ++i) {
    expect_same(memory.last_write(begin + i), epoch(i));
    memory.visit_byte(begin + i, [&](const ShadowCell& cell) {
      expect_same(cell.reads[0], Epoch(7, i, 8, false));
      expect_same(cell.reads[1], Epoch(9, 1023, i, false));
    });
  }
}

TEST(ShadowCells, OfAWordBecomeThoseOfItsBytes) {
  ShadowMemory memory(begin, bytes, false);
  memory.mark_written(begin, 8);
  EXPECT_TRUE(memory.is_plain(begin));
  memory.visit(begin, [](ShadowCell& cell) { cell.write = Epoch(5, 6, 7, true); });
  memory.visit_byte(begin + 2, [](ShadowCell& cell) { cell.write = Epoch(8, 9, 10, false); });
  EXPECT_FALSE(memory.is_plain(begin));
  EXPECT_TRUE(memory.is_plain(begin + 4));
  EXPECT_EQ(memory.state(begin, 8), written);
  for (unsigned i : {0u, 1u, 3u}) expect_same(memory.last_write(begin + i), Epoch(5, 6, 7, true));
  expect_same(memory.last_write(begin + 2), Epoch(8, 9, 10, false));
}

// When a word is taken apart, each of its bytes goes on with the word's history.
TEST(ShadowCells, OfEachByteHaveTheirOwnHistory) {
  ShadowMemory memory(begin, bytes, false);
  memory.mark_written(begin, 4);
  std::uint32_t number = 0;
  for (unsigned i = 0; i < 70000; ++i) number = memory.histories().make();  // more than 16 bits
  memory.histories()[number].reads.add(Epoch(5, 6, 7, false), 1,
                                       [](const Epoch&) { return false; });
  memory.visit(begin, [&](ShadowCell& cell) { cell.reads[1] = Epoch::history(5, number); });
  std::vector<AccessHistory*> seen;
  for (unsigned i = 0; i < 4; ++i) {
    memory.visit_byte(begin + i, [&](const ShadowCell& cell) {
      EXPECT_EQ(memory.history(cell, 6), nullptr) << "of the past";
      seen.push_back(memory.history(cell, 5));
      ASSERT_NE(seen.back(), nullptr);
      ASSERT_NE(seen.back()->reads.begin(), seen.back()->reads.end());
      expect_same(*seen.back()->reads.begin(), Epoch(5, 6, 7, false));
    });
    for (unsigned other = 0; other < i; ++other) EXPECT_NE(seen[i], seen[other]);
  }
}

TEST(AccessSets, KeepOneAccessAThreadAndForgetTheOldest) {
  const auto nothing_is_before = [](const Epoch&) { return false; };
  AccessSet set;
  for (const Time time : {10u, 11u, 12u}) set.add(Epoch(time, 3, 1, false), 10, nothing_is_before);
  ASSERT_EQ(set.end() - set.begin(), 1);
  EXPECT_EQ(set.begin()->time(), 12u);
  for (Time block = 20; block < 20000; block += 10)
    set.add(Epoch(block, 3, 1, false), block, nothing_is_before);
  EXPECT_LE(set.end() - set.begin(), 512);
  EXPECT_EQ((set.end() - 1)->time(), 19990u);
}

TEST(AccessSets, KeepSoManyThreadsOfABlock) {
  AccessSet set;
  for (unsigned thread = 0; thread < 200; ++thread)
    set.add(Epoch(10, thread, 1, false), 10, [](const Epoch&) { return false; });
  EXPECT_EQ(set.end() - set.begin(), 128);
  set.add(Epoch(11, 300, 1, false), 10, [](const Epoch& access) { return access.thread() < 64; });
  EXPECT_EQ(set.end() - set.begin(), 65) << "what happened before gives way";
}

TEST(AccessHistories, AreSoManyUntilSomeAreDropped) {
  AccessHistories histories;
  std::uint32_t made = 0, last = 0;
  for (; histories.has_room(); ++made) last = histories.make();
  EXPECT_EQ(made, 1u << 20);
  histories.drop(last);
  ASSERT_TRUE(histories.has_room());
  EXPECT_EQ(histories.make(), last);
}

// Whether a page that is only read takes memory. Kernels usually show the same zeros in all of
// these pages; where one does not, the shadow memory cannot leave pages untouched.
bool reading_takes_memory() {
  constexpr std::size_t bytes = std::size_t{4} << 20;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto* const memory = static_cast<volatile char*>(reserve_sparse(bytes));
  const std::size_t before = resident_bytes();
  for (std::size_t at = 0; at < bytes; at += page) static_cast<void>(memory[at]);
  const bool takes = resident_bytes() - before > bytes / 2;
  unreserve(const_cast<char*>(memory), bytes);
  return takes;
}

// Memory of 6 MiB, so that pages of tables that are shared with others do not count.
class ShadowOfMuch : public ::testing::Test {
 protected:
  static constexpr std::size_t much = std::size_t{6} << 20;

  ShadowOfMuch() : memory_(begin, much, false), before_(resident_bytes()) {
    memory_.set_state(begin, much, written);
  }

  void SetUp() override {
    if (reading_takes_memory()) GTEST_SKIP() << "here pages that are only read take memory";
  }

  // Each word, by blocks of 256 threads one after the other.
  template <typename Visit>
  void launch(const Visit& visit) {
    for (std::size_t i = 0; i < much / 4; ++i) {
      if (i % 256 == 0) ++now_;
      memory_.visit(begin + 4 * i, [&](ShadowCell& cell) {
        visit(cell, Epoch(now_, static_cast<unsigned>(i % 256), 5, false));
      });
    }
  }

  void expect_little_less_than(double bytes_a_byte) {
    const auto most = static_cast<std::size_t>(bytes_a_byte * much);
    EXPECT_LE(memory_.footprint(much), most);
    EXPECT_GE(memory_.footprint(much), most * 9 / 10);
    EXPECT_LE(resident_bytes() - before_, most + (1u << 20));
  }

  // The access of another thread, at one of many times.
  static Epoch in_disorder(const Epoch& epoch) {
    const unsigned thread = epoch.thread() * epoch.thread() % 251;
    return {epoch.time() + thread % 16, thread, 5, false};
  }

  ShadowMemory memory_;
  const std::size_t before_;
  Time now_ = 1;
};

TEST_F(ShadowOfMuch, ThatIsWrittenTakesLessThanOneByteAByte) {
  launch([](ShadowCell& cell, const Epoch& epoch) { cell.write = epoch; });
  expect_little_less_than(0.65);
}

// Two reads of different blocks; later the second is by each of the following blocks.
TEST_F(ShadowOfMuch, ThatManyReadTakesNoMoreThanItself) {
  for (int reader = 0; reader < 2; ++reader)
    launch([&](ShadowCell& cell, const Epoch& epoch) { cell.reads[reader] = epoch; });
  for (int reader = 0; reader < 3; ++reader)
    launch([](ShadowCell& cell, const Epoch& epoch) { cell.reads[1] = epoch; });
  expect_little_less_than(1.05);
}

// Written by threads in no order of their own.
TEST_F(ShadowOfMuch, ThatIsWrittenInDisorderTakesLessThanTwoBytesAByte) {
  launch([](ShadowCell& cell, const Epoch& epoch) {
    cell.write = Epoch(epoch.time(), epoch.thread() * epoch.thread() % 251, 5, false);
  });
  expect_little_less_than(1.65);
}

// Written by blocks in no order: the words of a line have more than two times.
TEST_F(ShadowOfMuch, ThatBlocksWriteInDisorderTakesLessThanThreeBytesAByte) {
  launch([&](ShadowCell& cell, const Epoch& epoch) { cell.write = in_disorder(epoch); });
  expect_little_less_than(2.65);
}

TEST_F(ShadowOfMuch, OfWhichEachByteIsWrittenAndReadInDisorderTakes26BytesAByte) {
  for (std::size_t i = 0; i < much; ++i) {
    ++now_;
    memory_.visit_byte(begin + i, [&](ShadowCell& cell) {
      for (Epoch& read : cell.reads) read = in_disorder(Epoch(now_, i % 256, 5, false));
      cell.write = in_disorder(Epoch(now_, i % 251, 5, false));
    });
  }
  expect_little_less_than(26);
}

TEST_F(ShadowOfMuch, IsGivenBackWhenALaunchComesBehindEverything) {
  const Arrays arrays = {{begin, {"", begin, much, false, false, false}}};
  for (int reader = 0; reader < 2; ++reader)
    launch([&](ShadowCell& cell, const Epoch& epoch) { cell.reads[reader] = epoch; });
  launch([](ShadowCell& cell, const Epoch& epoch) { cell.write = epoch; });
  memory_.begin_launch(++now_, false, arrays);
  EXPECT_GT(memory_.footprint(much), much);
  memory_.begin_launch(++now_, true, arrays);
  expect_little_less_than(0.65);
  EXPECT_EQ(memory_.last_write(begin + much / 2), Epoch::of_the_past());
  launch([](ShadowCell& cell, const Epoch& epoch) { cell.write = epoch; });
  expect_little_less_than(0.65);
}

TEST_F(ShadowOfMuch, OfWhichEachByteIsWrittenTakesFiveBytesAByte) {
  ++now_;
  for (std::size_t i = 0; i < much; ++i)
    memory_.visit_byte(begin + i, [&](ShadowCell& cell) { cell.write = Epoch(now_, 2, 3, false); });
  expect_little_less_than(5);
}

}  // namespace shadow_memory_test
}  // namespace hip_cpu::check
