// A mistake that a GPU would not forgive, as it was seen in a launch.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "amd_emulator/wave/effects.hpp"
#include "amd_emulator/wave/instruction.hpp"

namespace hippuzzle::amd {

struct Finding {
  enum class Kind : uint8_t {
    out_of_bounds,  // of an array, or of the workgroup's LDS
    wild,           // an address that the device does not have
    misaligned,
    race,
    race_same_value,  // two writes of the same value
    uninitialised,    // a register or a word of LDS that nobody has written
    barrier,          // that waves have left without
    too_early,        // a result under way
    wait_states,      // too few between two instructions
  };

  struct Side {
    MemoryAccess::Kind access = MemoryAccess::Kind::none;
    std::array<uint32_t, 3> block = {}, thread = {};
    uint64_t address = 0;  // of the instruction; 0: there is none
    std::string text;      // of the instruction
  };

  Kind kind = Kind::out_of_bounds;
  std::string kernel;
  std::string array;  // "" where its name is not known
  bool is_local = false;
  uint32_t bytes = 0;        // of the access
  uint64_t array_bytes = 0;  // 0: there is no array
  int64_t offset = 0;        // in it
  uint64_t address = 0;      // of the memory
  uint64_t count = 1;
  bool between_blocks = false;
  // The read that may prove to be right, of a race with an atomic access; read: nullptr for none.
  struct Doubt {
    const Instruction* read = nullptr;
    uint32_t workgroup = 0, wave = 0;
  };
  Doubt doubt = {};
  uint32_t waiting = 0, threads = 0, missing = 0;  // threads, of a barrier
  std::string detail;                              // one sentence's worth
  std::vector<Side> sides;                         // the later one first
};

}  // namespace hippuzzle::amd
