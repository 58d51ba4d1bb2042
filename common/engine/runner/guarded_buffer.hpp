// Device memory between two guard zones, so that a write past either end is seen.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/protocol/event.hpp"
#include "engine/runner/device.hpp"

namespace hippuzzle {

class GuardedBuffer {
 public:
  enum class Zones { around, none };

  // The buffer's contents are undefined until upload() or fill(). Throws DeviceError.
  GuardedBuffer(const Device& device, uint64_t bytes, Zones zones = Zones::around);

  void* data() const { return data_; }  // device pointer, 256-byte aligned
  void upload(std::span<const std::byte> contents);
  void fill(std::byte value);
  void download(std::span<std::byte> contents) const;

  // Bytes of the zones that the kernels changed.
  std::vector<GuardDamage> damage() const;

 private:
  struct Release {
    const Device* device;
    void operator()(void* allocation) const;
  };

  const Device& device_;
  uint64_t bytes_;
  uint64_t zone_bytes_;  // of each
  std::unique_ptr<void, Release> allocation_;
  void* data_ = nullptr;
  std::vector<std::byte> before_, behind_;  // the zones' contents until a kernel writes there
};

}  // namespace hippuzzle
