// A device of one platform, reached through that platform's device runtime. Runner process only.
#pragma once

#include <hip_cpu/check.h>
#include <hippuzzle/device.h>
#include <hippuzzle/kernels.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/modules/shared_library.hpp"

namespace hippuzzle {

// libhippuzzle_device_<platform>.so, opened and checked. Opening it loads the GPU's runtime.
class DeviceRuntime {
 public:
  // Throws Error(load_failed).
  DeviceRuntime(const std::filesystem::path& path, const std::string& platform);

  // 0 when the platform has no usable device; then why_none() says why.
  int device_count() const;
  std::string why_none() const;

  hippuzzle_device_info describe(int device) const;
  std::string toolkit() const { return entry_->toolkit; }
  const hippuzzle_device_runtime& api() const { return *entry_; }

  // Opens the checker of kernels for this platform; nullptr where there is none. Throws
  // Error(load_failed).
  const hip_cpu_check* open_checker() const;

  // "hipErrorOutOfMemory (out of memory)"
  std::string error(int32_t code) const;

 private:
  SharedLibrary library_;
  const hippuzzle_device_runtime* entry_;
};

// A call to the device runtime that failed; the device may be unusable from here on.
class DeviceError : public std::runtime_error {
 public:
  DeviceError(const std::string& what, int32_t code) : std::runtime_error(what), code_(code) {}
  int32_t code() const { return code_; }
  // hipErrorOutOfMemory, under either vendor's name.
  bool is_out_of_memory() const { return code_ == 2; }

 private:
  int32_t code_;
};

// One device, opened for use, with the stream that all work is ordered on.
class Device {
 public:
  // Throws Error(unsupported) when there is no such device. most: the greatest number of devices of
  // a launch, this one and the following ones; fewer if fewer exist.
  Device(const DeviceRuntime& runtime, int device, uint32_t most = 1);
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device();  // its warps have the width again that they had

  const hippuzzle_device_info& info() const { return info_; }
  const DeviceRuntime& runtime() const { return runtime_; }
  void* stream() const { return stream_; }
  std::span<const hippuzzle_device_stream> all() const { return all_; }

  // A launch on this device's stream. `buffers` must outlive it.
  hippuzzle_launch launch(const hippuzzle_launch_configuration& configuration,
                          const hippuzzle_extents& extents, std::span<void* const> buffers) const;

  // Sets the width of warps for later launches; 0 keeps the current one. Returns false where the
  // device's warps have another width.
  bool set_warp_lanes(uint32_t lanes) const;

  // Whether the kernel's operands lie over several devices. Then they are scattered before its
  // launches and its result is collected after them; for other kernels these two do nothing.
  bool scatters(const hippuzzle_kernel& kernel) const;
  void scatter_operands(const hippuzzle_kernel& kernel, const hippuzzle_launch& launch) const;
  void gather_result(const hippuzzle_kernel& kernel, const hippuzzle_launch& launch) const;

  // Throws DeviceError("<call> failed: hipError… (…)") unless code is 0.
  void check(int32_t code, const char* what) const;

 private:
  const DeviceRuntime& runtime_;
  hippuzzle_device_info info_ = {};
  void* stream_ = nullptr;
  std::vector<hippuzzle_device_stream> all_;  // this one first; none when only one is used
};

}  // namespace hippuzzle
