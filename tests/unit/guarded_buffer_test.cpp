// A write past either end of a buffer is seen, with its place and extent.
#include "engine/runner/guarded_buffer.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/unit/fake_device.hpp"

namespace hippuzzle {
namespace guarded_buffer_test {

class GuardedBufferTest : public ::testing::Test {
 protected:
  // The fake device's memory is host memory, so a test writes where a kernel would.
  static std::byte* data(const GuardedBuffer& buffer) {
    return static_cast<std::byte*>(buffer.data());
  }

  FakeDevice& fake_ = testing::fake_device();
  DeviceRuntime runtime_{testing::fake_runtime_path(), "cpu"};
  Device device_{runtime_, 0};
};

TEST_F(GuardedBufferTest, RoundTripsItsContents) {
  GuardedBuffer buffer(device_, 5);
  const std::vector<std::byte> in = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                                     std::byte{5}};
  std::vector<std::byte> out(5);
  buffer.upload(in);
  buffer.download(out);
  EXPECT_EQ(out, in);
  buffer.fill(std::byte{9});
  buffer.download(out);
  EXPECT_EQ(out, std::vector<std::byte>(5, std::byte{9}));
  EXPECT_TRUE(buffer.damage().empty());
}

TEST_F(GuardedBufferTest, IsAligned) {
  for (uint64_t bytes : {1, 4, 255, 257}) {
    const GuardedBuffer buffer(device_, bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 256, 0u) << bytes;
  }
}

TEST_F(GuardedBufferTest, SeesOneByteOnEitherSide) {
  for (const std::byte value : {std::byte{0}, std::byte{0x5a}, std::byte{0xff}}) {
    for (const ptrdiff_t distance : {0, 1, 100, 4095}) {
      GuardedBuffer buffer(device_, 12);
      buffer.fill(std::byte{0});
      std::byte& behind = data(buffer)[12 + distance];
      std::byte& before = data(buffer)[-1 - distance];
      if (behind == value || before == value) continue;  // 0x5a is a value of the zones, too
      behind = value;
      before = value;
      const auto damage = buffer.damage();
      ASSERT_EQ(damage.size(), 2u);
      EXPECT_TRUE(damage[0].before);
      EXPECT_FALSE(damage[1].before);
      for (const GuardDamage& d : damage) {
        EXPECT_EQ(d.first_offset, static_cast<uint64_t>(distance));
        EXPECT_EQ(d.bytes, 1u);
      }
    }
  }
}

TEST_F(GuardedBufferTest, CountsZerosAndPoisonByteByByte) {
  // Kernels write most often one of these past an end; neither may look like the zone.
  for (const int value : {0, 0xff}) {
    const GuardedBuffer buffer(device_, 4);
    std::memset(data(buffer) + 4, value, 4096);
    std::memset(data(buffer) - 4096, value, 4096);
    const auto damage = buffer.damage();
    ASSERT_EQ(damage.size(), 2u);
    EXPECT_EQ(damage[0].bytes, 4096u);
    EXPECT_EQ(damage[1].bytes, 4096u);
  }
}

TEST_F(GuardedBufferTest, SeesAnotherBuffersZonesCopiedOverItsOwn) {
  // A kernel without a guard reads after its input's end, and writes these bytes after its output's
  // end.
  const GuardedBuffer input(device_, 16);
  const GuardedBuffer output(device_, 16);
  std::memcpy(data(output) + 16, data(input) + 16, 4096);
  std::memcpy(data(output) - 4096, data(input) - 4096, 4096);
  const auto damage = output.damage();
  ASSERT_EQ(damage.size(), 2u);
  for (const GuardDamage& d : damage) EXPECT_LT(d.first_offset, 4u);
}

TEST_F(GuardedBufferTest, TellsTheNearestDamagedByte) {
  GuardedBuffer buffer(device_, 8);
  for (ptrdiff_t i : {40, 7, 300}) {
    data(buffer)[8 + i] ^= std::byte{0xff};
    data(buffer)[-1 - i] ^= std::byte{0xff};
  }
  const auto damage = buffer.damage();
  ASSERT_EQ(damage.size(), 2u);
  for (const GuardDamage& d : damage) {
    EXPECT_EQ(d.first_offset, 7u);
    EXPECT_EQ(d.bytes, 3u);
  }
}

TEST_F(GuardedBufferTest, WritesInsideAreNoDamage) {
  const GuardedBuffer buffer(device_, 64);
  std::memset(buffer.data(), 0xff, 64);
  EXPECT_TRUE(buffer.damage().empty());
}

TEST_F(GuardedBufferTest, AnEmptyBufferHasZonesToo) {
  GuardedBuffer buffer(device_, 0);
  buffer.fill(std::byte{1});
  EXPECT_TRUE(buffer.damage().empty());
  *data(buffer) ^= std::byte{1};
  EXPECT_EQ(buffer.damage().size(), 1u);
}

TEST_F(GuardedBufferTest, FreesItsMemory) {
  const size_t before = fake_.allocations;
  {
    const GuardedBuffer first(device_, 4), second(device_, 4);
    EXPECT_EQ(fake_.allocations, before + 2);
  }
  EXPECT_EQ(fake_.allocations, before);
}

TEST_F(GuardedBufferTest, FreesItsMemoryWhenItsZonesCannotBeWritten) {
  const size_t before = fake_.allocations;
  fake_.upload_error = 1;
  EXPECT_THROW(GuardedBuffer(device_, 4), DeviceError);
  EXPECT_EQ(fake_.allocations, before);
}

TEST_F(GuardedBufferTest, SaysWhichCallFailed) {
  const auto message = [](auto call) -> std::string {
    try {
      call();
    } catch (const DeviceError& error) {
      return error.what();
    }
    return "was not refused";
  };
  GuardedBuffer buffer(device_, 4);
  std::vector<std::byte> contents(4);
  fake_.download_error = 1;
  EXPECT_EQ(message([&] { buffer.download(contents); }),
            "copying from the device failed: fakeError (an error on demand)");
  EXPECT_EQ(message([&] { buffer.damage(); }),
            "reading a guard zone failed: fakeError (an error on demand)");
  fake_.upload_error = 1;
  EXPECT_EQ(message([&] { buffer.upload(contents); }),
            "copying to the device failed: fakeError (an error on demand)");
  fake_.allocate_error = 1;
  EXPECT_EQ(message([&] { GuardedBuffer(device_, 4); }),
            "allocating device memory failed: fakeError (an error on demand)");
}

}  // namespace guarded_buffer_test
}  // namespace hippuzzle
