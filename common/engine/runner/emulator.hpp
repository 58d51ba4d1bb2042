// The library that stands in for a vendor's runtime. Runner process only, before the device
// runtime.
#pragma once

#include <hippuzzle/emulator.h>

#include <optional>

#include "engine/modules/shared_library.hpp"
#include "engine/protocol/candidate.hpp"
#include "engine/runner/device.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

class Emulator {
 public:
  // Opens the candidate's and chooses its device. Throws Error(load_failed) and, where there cannot
  // be such a device, Error(unsupported).
  explicit Emulator(const Candidate& candidate);

  // The checker of the kernels that it runs.
  const hip_cpu_check* check() const { return entry_->check; }

  // The meaning of the device's error: a gap of the emulator is not a fault of the kernel.
  Error explained(const Error& verdict) const;

 private:
  SharedLibrary library_;
  const hippuzzle_emulator* entry_;
};

// None where the candidate's device is not emulated.
std::optional<Emulator> open_emulator(const Candidate& candidate);

}  // namespace hippuzzle
