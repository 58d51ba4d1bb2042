// Addresses of device memory come again, the oldest first, and not before the range is used up.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hip_cpu/check/shadow/device_memory.hpp"

namespace hip_cpu::check {
namespace device_memory_test {

constexpr std::size_t range_bytes = 1 << 20, tenth = range_bytes / 10;

std::vector<void*> all_of(DeviceMemory& memory, std::size_t bytes) {
  std::vector<void*> all;
  while (void* pointer = memory.allocate(bytes)) all.push_back(pointer);
  return all;
}

TEST(DeviceMemoryAddresses, ComeAgainWhenAllHaveBeenGivenOut) {
  DeviceMemory memory(range_bytes);
  std::vector<void*> given = {memory.allocate(tenth)};
  memory.release(given[0]);
  while (memory.used() + tenth + 8192 < range_bytes) {
    given.push_back(memory.allocate(tenth));
    EXPECT_NE(given.back(), given[0]);
    memory.release(given.back());
  }
  for (std::size_t i = 0; i < 1000; ++i) {
    void* const pointer = memory.allocate(tenth);
    EXPECT_EQ(pointer, given[i % given.size()]) << i;
    memory.release(pointer);
  }
  EXPECT_EQ(memory.live_bytes(), 0u);
}

TEST(DeviceMemoryAddresses, OfNeighboursComeAgainAsOne) {
  DeviceMemory memory(range_bytes);
  const std::vector<void*> small = all_of(memory, tenth);
  ASSERT_GE(small.size(), 8u);
  EXPECT_EQ(memory.allocate(3 * tenth), nullptr);
  for (const std::size_t i : {4u, 3u, 5u}) memory.release(small[i]);
  EXPECT_EQ(memory.allocate(3 * tenth), small[3]);
}

TEST(DeviceMemoryAddresses, ThatAreLeftOverComeAgain) {
  DeviceMemory memory(range_bytes);
  const std::vector<void*> large = all_of(memory, 4 * tenth);
  memory.release(large[0]);
  const std::vector<void*> small = all_of(memory, tenth);
  EXPECT_GE(small.size(), 3u);
  for (void* const pointer : small) memory.release(pointer);
  EXPECT_EQ(memory.allocate(4 * tenth), large[0]);
}

TEST(DeviceMemoryAddresses, DoNotComeAgainInALaunch) {
  DeviceMemory memory(range_bytes);
  const std::vector<void*> all = all_of(memory, tenth);
  memory.free(all[0]);
  EXPECT_EQ(memory.allocate_in_launch(tenth), nullptr);
  EXPECT_EQ(memory.allocate(tenth), all[0]);
}

TEST(DeviceMemoryAddresses, ComeAgainUnwritten) {
  DeviceMemory memory(range_bytes);
  const std::vector<void*> all = all_of(memory, tenth);
  const auto address = reinterpret_cast<std::uintptr_t>(all[1]);
  memory.write(all[1], tenth);
  EXPECT_EQ(memory.shadow().state(address), written);
  memory.release(all[1]);
  EXPECT_EQ(memory.shadow().state(address), outside);
  EXPECT_TRUE(memory.arrays().at(address).freed);
  ASSERT_EQ(memory.allocate(tenth), all[1]);
  EXPECT_EQ(memory.shadow().state(address), unwritten);
  EXPECT_FALSE(memory.arrays().at(address).freed);
}

}  // namespace device_memory_test
}  // namespace hip_cpu::check
