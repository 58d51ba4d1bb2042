// A launch: its grid, and the memory and registers with which a kernel starts.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "amd_emulator/code_object/code_object.hpp"
#include "amd_emulator/decode/decoded_program.hpp"
#include "amd_emulator/wave/host_calls.hpp"
#include "amd_emulator/wave/wave_memory.hpp"
#include "amd_emulator/wave/wave_observer.hpp"

namespace hippuzzle::amd {

struct Launch {
  const Kernel& kernel;
  Program& program;
  std::array<uint32_t, 3> grid, block;  // in workgroups; in threads
  uint32_t dynamic_shared_bytes = 0;
  std::span<void* const> arguments;  // the explicit ones, in order
  uint64_t seed = 1;                 // of the order in which waves take turns
  HostCalls* host = nullptr;         // whom its kernels may call
};

// Runs it to its end, and returns how many instructions its waves executed. memory: the device's
// memory, which contains the launch's own blocks meanwhile. observer: who looks on; nullptr for
// nobody. Throws Fault.
uint64_t run(const Launch& launch, Memory& memory, Observer* observer = nullptr);

// Bytes of LDS that a workgroup may have.
inline constexpr uint32_t most_shared_bytes = 65536;

}  // namespace hippuzzle::amd
