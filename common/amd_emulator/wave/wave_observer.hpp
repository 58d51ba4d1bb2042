// Observers look at launches without taking part in them. Executing instructions knows nothing of
// what is looked for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

struct LaunchFacts {
  std::string kernel, target;
  std::array<uint32_t, 3> grid = {}, block = {};   // in workgroups; in threads
  uint32_t lds_bytes = 0;                          // that a workgroup asked for
  unsigned initial_scalars = 0, initial_rows = 0;  // registers that waves start with
  // Waves of a workgroup may run on two compute units, whose caches differ (WGP mode of gfx10 and
  // later).
  bool is_spread = false;
};

// Looks at one workgroup at a time.
class WorkgroupObserver {
 public:
  virtual ~WorkgroupObserver() = default;

  // Its waves stand at their first instruction.
  virtual void start(const std::array<uint32_t, 3>& place, std::span<Wave> waves) = 0;

  // The wave is about to execute it.
  virtual void before(Wave& wave, const Instruction& i) = 0;

  // All waves that have not ended wait at a barrier, which opens now.
  virtual void barrier(std::span<Wave> waves) = 0;
};

class Observer {
 public:
  virtual ~Observer() = default;

  // A launch begins; its workgroups are watched one by one or several at a time.
  virtual void begin(const LaunchFacts& launch) = 0;
  virtual std::unique_ptr<WorkgroupObserver> watch() = 0;
};

}  // namespace hippuzzle::amd
