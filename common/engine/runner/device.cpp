#include "engine/runner/device.hpp"

#include <fmt/format.h>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

SharedLibrary open_runtime(const std::filesystem::path& path, const std::string& platform) {
  require_note(path, HIPPUZZLE_KIND_DEVICE, platform, platform);
  return SharedLibrary(path);
}

}  // namespace

DeviceRuntime::DeviceRuntime(const std::filesystem::path& path, const std::string& platform)
    : library_(open_runtime(path, platform)),
      entry_(&library_.entry<hippuzzle_device_runtime>(HIPPUZZLE_DEVICE_SYMBOL)) {}

const hip_cpu_check* DeviceRuntime::open_checker() const {
  if (entry_->checker == nullptr) return nullptr;
  const SharedLibrary library(library_.path().parent_path() / entry_->checker);
  return static_cast<const hip_cpu_check*>(library.data(HIPPUZZLE_CHECKER_SYMBOL));
}

int DeviceRuntime::device_count() const {
  int32_t count = 0;
  return entry_->device_count(&count) == 0 ? count : 0;
}

std::string DeviceRuntime::why_none() const {
  int32_t count = 0;
  const int32_t code = entry_->device_count(&count);
  if (code != 0) return fmt::format("the driver reports {}", error(code));
  return "the driver reports no device";
}

hippuzzle_device_info DeviceRuntime::describe(int device) const {
  hippuzzle_device_info info = {};
  info.struct_size = sizeof info;
  const int32_t code = entry_->describe(device, &info);
  if (code != 0) {
    throw Error(Outcome::unsupported, fmt::format("device {} of {} cannot be used: {}", device,
                                                  entry_->platform, error(code)));
  }
  return info;
}

std::string DeviceRuntime::error(int32_t code) const {
  return fmt::format("{} ({})", entry_->error_name(code), entry_->error_text(code));
}

Device::Device(const DeviceRuntime& runtime, int device, uint32_t most) : runtime_(runtime) {
  const int count = runtime.device_count();
  if (count == 0) {
    throw Error(Outcome::unsupported, fmt::format("no {} device can be used: {}",
                                                  runtime.api().platform, runtime.why_none()));
  }
  if (device >= count) {
    throw Error(Outcome::unsupported,
                fmt::format("there is no {} device {}: the last one here is {}",
                            runtime.api().platform, device, count - 1));
  }
  info_ = runtime.describe(device);
  check(runtime.api().open(device, &stream_), "opening the device");
  if (most <= 1) return;
  all_.resize(most);
  uint32_t opened = 0;
  const int32_t code = runtime.api().open_more(most, all_.data(), &opened);
  all_.resize(opened);
  check(code, "opening the other devices");
}

Device::~Device() {
  if (const auto set = runtime_.api().set_warp_size) static_cast<void>(set(info_.warp_size));
}

hippuzzle_launch Device::launch(const hippuzzle_launch_configuration& configuration,
                                const hippuzzle_extents& extents,
                                std::span<void* const> buffers) const {
  hippuzzle_launch launch = {};
  launch.struct_size = sizeof launch;
  launch.buffer_count = static_cast<uint32_t>(buffers.size());
  launch.configuration = configuration;
  launch.extents = extents;
  launch.buffers = buffers.data();
  launch.stream = stream_;
  launch.device_count = static_cast<uint32_t>(all_.size());
  launch.devices = all_.data();
  return launch;
}

bool Device::set_warp_lanes(uint32_t lanes) const {
  if (lanes == 0) return true;
  const auto set = runtime_.api().set_warp_size;
  if (set == nullptr) return static_cast<int32_t>(lanes) == info_.warp_size;
  check(set(static_cast<int32_t>(lanes)), "setting the width of warps");
  return true;
}

bool Device::scatters(const hippuzzle_kernel& kernel) const {
  return all_.size() > 1 && kernel.scatter != nullptr && kernel.gather != nullptr;
}

void Device::scatter_operands(const hippuzzle_kernel& kernel,
                              const hippuzzle_launch& launch) const {
  if (scatters(kernel)) check(kernel.scatter(&launch), "scattering the operands");
}

void Device::gather_result(const hippuzzle_kernel& kernel, const hippuzzle_launch& launch) const {
  if (scatters(kernel)) check(kernel.gather(&launch), "gathering the result");
}

void Device::check(int32_t code, const char* what) const {
  if (code != 0) {
    throw DeviceError(fmt::format("{} failed: {}", what, runtime_.error(code)), code);
  }
}

}  // namespace hippuzzle
