// The state of a wavefront, and of the workgroup that it belongs to.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "amd_emulator/wave/fault.hpp"
#include "amd_emulator/wave/instruction.hpp"
#include "amd_emulator/wave/wave_memory.hpp"

namespace hippuzzle::amd {

inline constexpr unsigned most_lanes = 64, half = 32;  // lanes are worked on 32 at a time

struct alignas(64) Row {
  uint32_t lane[most_lanes];
};

// Generations whose instructions of one name differ.
enum class Generation : uint8_t { gfx9, gfx10, gfx11 };

// The code to which the address of a jump leads.
class Code {
 public:
  virtual ~Code() = default;
  // Throws Fault when there is no code.
  virtual const Instruction* at(uint64_t address) = 0;
};

// Windows of the flat address space that stand for LDS and for a lane's private memory: the upper
// halves of addresses.
inline constexpr uint32_t shared_aperture = 0x10000, private_aperture = 0x20000;

// The address at which a kernel that prints believes the host's buffer to be; nothing is there, and
// only the function whose call is emulated would look.
inline constexpr uint64_t hostcall_window = uint64_t{0x30000} << 32;

class HostCalls;

struct Workgroup {
  std::vector<uint8_t> lds;  // as much as the launch allocated, in whole granules
};

struct Wave {
  enum class State : uint8_t { running, at_barrier, ended };

  Row* rows = nullptr;  // row::count of them
  uint32_t scalars[scalar::count] = {};
  const Instruction* next = nullptr;
  bool scc = false;
  State state = State::running;
  Generation generation = Generation::gfx9;
  unsigned lanes = 64;    // 32 or 64
  unsigned number = 0;    // in its workgroup
  uint64_t executed = 0;  // instructions

  Workgroup* workgroup = nullptr;
  Code* code = nullptr;
  HostCalls* host = nullptr;  // nullptr: there is none to be called
  const Memory* memory = nullptr;
  Memory::Range last_range = {};      // that a memory instruction found its addresses in
  uint8_t* private_memory = nullptr;  // private_bytes of each lane
  uint32_t private_bytes = 0;

  uint64_t pair(uint16_t index) const {
    return static_cast<uint64_t>(scalars[index + 1]) << 32 | scalars[index];
  }
  void set_pair(uint16_t index, uint64_t value) {
    scalars[index] = static_cast<uint32_t>(value);
    scalars[index + 1] = static_cast<uint32_t>(value >> 32);
  }

  // One bit a lane: a register of 32 or of 64 bits, as the wave is wide.
  uint64_t mask(uint16_t index) const { return lanes == 64 ? pair(index) : scalars[index]; }
  void set_mask(uint16_t index, uint64_t value) {
    if (lanes == 64) {
      set_pair(index, value);
    } else {
      scalars[index] = static_cast<uint32_t>(value);
    }
  }
  uint64_t exec() const { return mask(scalar::exec); }

  // The place in this process of the bytes that a lane reaches by a global address. Throws
  // Fault(memory).
  uint8_t* global(uint64_t address, uint32_t bytes, const Instruction& i) {
    if (!last_range.holds(address, bytes)) look_up(address, bytes, i);
    return reinterpret_cast<uint8_t*>(address);
  }

 private:
  void look_up(uint64_t address, uint32_t bytes, const Instruction& i);
};

// "0x1c24" of the instruction, for sentences.
std::string place(const Instruction& i);

}  // namespace hippuzzle::amd
