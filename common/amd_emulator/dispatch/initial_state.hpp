// The initial state of a launch's waves: the argument block, the dispatch packet and the registers
// that the kernel descriptor asks for. Source: LLVM, User Guide for AMDGPU Backend, "Kernel
// Dispatch", "Initial Kernel Execution State"; HSA Runtime Programmer's Reference, 2.6 (the
// packet).
#pragma once

#include <vector>

#include "amd_emulator/dispatch/dispatched_launch.hpp"
#include "amd_emulator/wave/wave.hpp"
#include "amd_emulator/wave/wave_observer.hpp"

namespace hippuzzle::amd {

// Throws Fault where the kernel cannot be launched like this, or asks for what is not emulated.
void check_launch(const Launch& launch);

struct InitialState {
  std::vector<uint8_t> arguments;  // aligned as the allocator does
  std::array<uint8_t, 64> packet = {};
  std::vector<uint32_t> user_scalars;

  explicit InitialState(const Launch& launch);
  LaunchFacts facts(const Launch& launch) const;
  InitialState(const InitialState&) = delete;
  InitialState& operator=(const InitialState&) = delete;
};

// The registers of one wave of the workgroup at `place`; first_thread: its first in the workgroup.
void start_wave(Wave& wave, const Launch& launch, const InitialState& state,
                const std::array<uint32_t, 3>& place, uint32_t first_thread);

}  // namespace hippuzzle::amd
