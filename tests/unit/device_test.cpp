// A device runtime is checked before it is used, and its errors become sentences.
#include "engine/runner/device.hpp"

#include <gtest/gtest.h>

#include "tests/unit/expect_error.hpp"
#include "tests/unit/fake_device.hpp"

namespace hippuzzle {
namespace device_test {

using testing::expect_error;
using testing::fake_device;
using testing::fake_runtime_path;

TEST(DeviceRuntime, DescribesItsDevices) {
  fake_device();
  const DeviceRuntime runtime(fake_runtime_path(), "cpu");
  EXPECT_EQ(runtime.device_count(), 1);
  EXPECT_EQ(runtime.toolkit(), "plain host memory");
  EXPECT_STREQ(runtime.describe(0).name, "Fake device");
  EXPECT_EQ(runtime.error(1), "fakeError (an error on demand)");
}

TEST(DeviceRuntime, RefusesAModuleOfAnotherPlatformOrKind) {
  expect_error([] { DeviceRuntime(fake_runtime_path(), "nvidia"); }, Outcome::load_failed,
               {"'cpu'", "expected 'nvidia'"});
  expect_error([] { DeviceRuntime(testing::fixture("right") / "cpu" / "p16.so", "cpu"); },
               Outcome::load_failed, {"kernel module", "expected a device runtime"});
}

TEST(DeviceRuntime, SaysWhyThereIsNoDevice) {
  FakeDevice& fake = fake_device();
  const DeviceRuntime runtime(fake_runtime_path(), "cpu");
  fake.devices = 0;
  EXPECT_EQ(runtime.device_count(), 0);
  EXPECT_EQ(runtime.why_none(), "the driver reports no device");
  fake.devices = 3;  // a count that comes with an error is none
  fake.count_error = 35;
  EXPECT_EQ(runtime.device_count(), 0);
  EXPECT_EQ(runtime.why_none(), "the driver reports fakeError (an error on demand)");
}

TEST(DeviceRuntime, NamesACheckerThatIsNotBesideIt) {
  const DeviceRuntime runtime(fake_runtime_path(), "cpu");
  const auto missing = testing::fixture("device") / "libhippuzzle_no_checker.so";
  expect_error([&] { runtime.open_checker(); }, Outcome::load_failed, {missing.string()});
}

TEST(Device, IsUnsupportedWhenThereIsNone) {
  FakeDevice& fake = fake_device();
  const DeviceRuntime runtime(fake_runtime_path(), "cpu");
  expect_error([&] { Device(runtime, 1); }, Outcome::unsupported, {"no cpu device 1", "is 0"});
  fake.describe_error = 1;
  expect_error([&] { Device(runtime, 0); }, Outcome::unsupported, {"device 0", "fakeError"});
  fake.devices = 0;
  expect_error([&] { Device(runtime, 0); }, Outcome::unsupported, {"no cpu device can be used"});
}

TEST(Device, HasSoManyMoreAsAreAskedForAndThere) {
  FakeDevice& fake = fake_device();
  fake.devices = 3;
  const DeviceRuntime runtime(fake_runtime_path(), "cpu");
  EXPECT_TRUE(Device(runtime, 0).all().empty());
  EXPECT_EQ(Device(runtime, 0, 2).all().size(), 2u);
  const Device device(runtime, 0, 8);
  ASSERT_EQ(device.all().size(), 3u);
  EXPECT_EQ(device.all()[2].device, 2);
  const hippuzzle_launch launch = device.launch({}, {}, {});
  EXPECT_EQ(launch.device_count, 3u);
  EXPECT_EQ(launch.devices, device.all().data());
  fake = {};
}

TEST(Device, WithWarpsOfOneWidthTakesNoOther) {
  fake_device();
  const DeviceRuntime runtime(fake_runtime_path(), "cpu");
  const Device device(runtime, 0);
  EXPECT_TRUE(device.set_warp_lanes(0));
  EXPECT_TRUE(device.set_warp_lanes(32));
  EXPECT_FALSE(device.set_warp_lanes(64));
}

TEST(Device, CheckNamesTheCallThatFailed) {
  fake_device();
  const DeviceRuntime runtime(fake_runtime_path(), "cpu");
  const Device device(runtime, 0);
  EXPECT_NO_THROW(device.check(0, "the launch"));
  try {
    device.check(9, "the launch");
    ADD_FAILURE() << "was not refused";
  } catch (const DeviceError& error) {
    EXPECT_EQ(error.code(), 9);
    EXPECT_STREQ(error.what(), "the launch failed: fakeError (an error on demand)");
  }
}

TEST(Device, FailsWhenItCannotBeOpened) {
  FakeDevice& fake = fake_device();
  const DeviceRuntime runtime(fake_runtime_path(), "cpu");
  fake.open_error = 2;
  EXPECT_THROW(Device(runtime, 0), DeviceError);
}

}  // namespace device_test
}  // namespace hippuzzle
