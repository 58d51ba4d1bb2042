// Which platforms --backend means, and why one of them cannot be used.
#include "engine/judge/catalog/backend.hpp"

#include <gtest/gtest.h>

#include "tests/support/build_tree.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace backend_test {

TEST(Choices, AutoIsEveryPlatformInOrder) {
  const auto all = choices("auto", SearchPath({}), "p16", {});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].platform, "nvidia");
  EXPECT_EQ(all[1].platform, "amd");
  EXPECT_EQ(all[2].platform, "cpu");
}

TEST(Choices, RefusesAWordThatIsNoPlatform) {
  for (const char* word : {"", "gpu", "CPU", "cpu "}) {
    testing::expect_error([&] { choices(word, SearchPath({}), "p16", {}); }, Outcome::usage,
                          {std::string("'") + word + "'", "auto, cpu, nvidia or amd"});
  }
}

TEST(Choices, SaysWhyThereIsNoCandidate) {
  // The test program has no shipped modules next to it.
  const auto cpu = choices("cpu", SearchPath({}), "p16", {});
  ASSERT_EQ(cpu.size(), 1u);
  EXPECT_FALSE(cpu[0].candidate);
  EXPECT_NE(cpu[0].why_not.find("built without the platform 'cpu'"), std::string::npos);
}

TEST(DeviceWarpLanes, FollowFromThePlatformAndTheEmulatedTarget) {
  EXPECT_EQ(device_warp_lanes({.platform = "cpu"}), 32u);
  EXPECT_EQ(device_warp_lanes({.platform = "nvidia"}), 32u);
  EXPECT_EQ(device_warp_lanes({.platform = "amd", .target = "gfx90a"}), 64u);
  EXPECT_EQ(device_warp_lanes({.platform = "amd", .target = "gfx1030"}), 32u);
}

TEST(MissingHardware, NamesTheDeviceNodeThatIsNotThere) {
  EXPECT_EQ(missing_hardware("cpu"), std::nullopt);
  for (const auto& [platform, node] :
       {std::pair{"nvidia", "/dev/nvidiactl"}, {"amd", "/dev/kfd"}}) {
    const auto missing = missing_hardware(platform);
    EXPECT_EQ(missing.has_value(), !std::filesystem::exists(node));
    EXPECT_NE(missing.value_or(node).find(node), std::string::npos);
  }
}

}  // namespace backend_test
}  // namespace hippuzzle
