// What the checker keeps of each byte: exactly who touched it last, in no more memory than
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

void expect_same(const Access& access, const Access& expected) {
  EXPECT_EQ(access.time(), expected.time());
  EXPECT_EQ(access.thread(), expected.thread());
  EXPECT_EQ(access.site(), expected.site());
  EXPECT_EQ(access.atomic(), expected.atomic());
}

std::size_t resident_bytes() {
  std::size_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Records, OfEachByteAreItsOwn) {
  Region region(begin, bytes, false);
  const auto access = [](unsigned i) {
    return Access(0xfffffff0u + i, 1023 - i, 0xffff - i, i % 2 == 0);
  };
  for (unsigned i = 0; i < 8; ++i) {
    region.visit_byte(begin + i, [&](Cell& cell) {
      cell.reads[0] = Access(7, i, 8, false);
      cell.reads[1] = Access(9, 1023, i, false);
      cell.write = access(i);
    });
  }
  for (unsigned i = 0; i < 8; ++i) {
    expect_same(region.last_write(begin + i), access(i));
    region.visit_byte(begin + i, [&](const Cell& cell) {
      expect_same(cell.reads[0], Access(7, i, 8, false));
      expect_same(cell.reads[1], Access(9, 1023, i, false));
    });
  }
}

TEST(Records, OfAWordBecomeThoseOfItsBytes) {
  Region region(begin, bytes, false);
  region.mark_written(begin, 8);
  EXPECT_TRUE(region.is_plain(begin));
  region.cell(begin).write = Access(5, 6, 7, true);
  region.visit_byte(begin + 2, [](Cell& cell) { cell.write = Access(8, 9, 10, false); });
  EXPECT_FALSE(region.is_plain(begin));
  EXPECT_TRUE(region.is_plain(begin + 4));
  EXPECT_EQ(region.state(begin, 8), written);
  for (unsigned i : {0u, 1u, 3u}) expect_same(region.last_write(begin + i), Access(5, 6, 7, true));
  expect_same(region.last_write(begin + 2), Access(8, 9, 10, false));
}

TEST(Records, OfWordsTakeSevenBytesAByte) {
  Region region(begin, bytes, false);
  const std::size_t before = resident_bytes();
  region.set_state(begin, bytes, written);
  for (std::size_t i = 0; i < bytes; i += 4) region.cell(begin + i).write = Access(1, 2, 3, false);
  EXPECT_EQ(region.footprint(bytes), 7 * bytes);
  EXPECT_LE(resident_bytes() - before, 8 * bytes);
}

TEST(Records, OfSingleBytesTakeAtMostTwentyFourBytesAByte) {
  Region region(begin, bytes, false);
  const std::size_t before = resident_bytes();
  region.set_state(begin, bytes, written);
  for (std::size_t i = 0; i < bytes; ++i)
    region.visit_byte(begin + i, [](Cell& cell) { cell.write = Access(1, 2, 3, false); });
  EXPECT_LE(region.footprint(bytes), 24 * bytes);
  EXPECT_LE(resident_bytes() - before, 24 * bytes);
}

}  // namespace
}  // namespace hip_cpu::check
