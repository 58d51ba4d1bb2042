// Shadow memory holds the epochs of each byte exactly, in no more memory than
// promised.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <vector>

#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {
namespace {

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
    return Epoch(0xfffffff0u + i, 1023 - i, 0xffff - i, i % 2 == 0);
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
  memory.cell(begin).write = Epoch(5, 6, 7, true);
  memory.visit_byte(begin + 2, [](ShadowCell& cell) { cell.write = Epoch(8, 9, 10, false); });
  EXPECT_FALSE(memory.is_plain(begin));
  EXPECT_TRUE(memory.is_plain(begin + 4));
  EXPECT_EQ(memory.state(begin, 8), written);
  for (unsigned i : {0u, 1u, 3u}) expect_same(memory.last_write(begin + i), Epoch(5, 6, 7, true));
  expect_same(memory.last_write(begin + 2), Epoch(8, 9, 10, false));
}

// The bytes of a word that is taken apart go on with what was known of the word, each for itself.
TEST(ShadowCells, OfEachByteHaveTheirOwnHistory) {
  ShadowMemory memory(begin, bytes, false);
  memory.mark_written(begin, 4);
  std::uint32_t number = 0;
  for (unsigned i = 0; i < 70000; ++i) number = memory.histories().make();  // more than 16 bits
  memory.histories()[number].reads.add(Epoch(5, 6, 7, false), 1,
                                       [](const Epoch&) { return false; });
  memory.cell(begin).reads[1] = Epoch::history(5, number);
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

TEST(ShadowCells, OfWordsTakeSevenBytesAByte) {
  ShadowMemory memory(begin, bytes, false);
  const std::size_t before = resident_bytes();
  memory.set_state(begin, bytes, written);
  for (std::size_t i = 0; i < bytes; i += 4) memory.cell(begin + i).write = Epoch(1, 2, 3, false);
  EXPECT_EQ(memory.footprint(bytes), 7 * bytes);
  EXPECT_LE(resident_bytes() - before, 8 * bytes);
}

TEST(ShadowCells, OfSingleBytesTakeAtMostTwentyFourBytesAByte) {
  ShadowMemory memory(begin, bytes, false);
  const std::size_t before = resident_bytes();
  memory.set_state(begin, bytes, written);
  for (std::size_t i = 0; i < bytes; ++i)
    memory.visit_byte(begin + i, [](ShadowCell& cell) { cell.write = Epoch(1, 2, 3, false); });
  EXPECT_LE(memory.footprint(bytes), 24 * bytes);
  EXPECT_LE(resident_bytes() - before, 24 * bytes);
}

}  // namespace
}  // namespace hip_cpu::check
