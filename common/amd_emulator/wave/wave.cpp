#include "amd_emulator/wave/wave.hpp"

#include <fmt/format.h>

namespace hippuzzle::amd {

void Wave::look_up(uint64_t address, uint32_t bytes, const Instruction& i) {
  const Memory::Range* range = memory->find(address, bytes);
  if (address >> 32 == hostcall_window >> 32) {
    throw Fault(Fault::Kind::not_emulated,
                "it prints or asserts, for which it calls the host, and that is not emulated");
  }
  if (range == nullptr) {
    throw Fault(
        Fault::Kind::memory,
        fmt::format("the instruction at {} accesses {} bytes at {:#x}, which the device does "
                    "not have",
                    place(i), bytes, address));
  }
  last_range = *range;
}

std::string place(const Instruction& i) { return fmt::format("{:#x}", i.address); }

}  // namespace hippuzzle::amd
