// Requests of a running kernel to its host.
#pragma once

#include <array>
#include <cstdint>

namespace hippuzzle::amd {

class HostCalls {
 public:
  virtual ~HostCalls() = default;

  // One lane's call of a service, by its number. Throws Fault(not_emulated) for an unknown service.
  virtual std::array<uint64_t, 2> call(uint32_t service, const std::array<uint64_t, 8>& words) = 0;
};

}  // namespace hippuzzle::amd
