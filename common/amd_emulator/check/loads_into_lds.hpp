// Loads from memory into LDS that are under way: their words are not there before the wave that
// began them has waited for them by s_waitcnt vmcnt.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "amd_emulator/wave/instruction.hpp"

namespace hippuzzle::amd {

class LoadsIntoLds {
 public:
  struct Load {
    const Instruction* by;
    unsigned wave;
    uint32_t number;  // among the wave's operations that vmcnt counts
    uint32_t begin;   // in LDS, of the first lane's word
    uint64_t lanes;   // whose words it writes
  };

  void start() { loads_.clear(); }
  bool is_idle() const { return loads_.empty(); }
  void begin(const Load& load) { loads_.push_back(load); }

  // Takes out one of a wave's that has ended, those up to number `done` having ended.
  std::optional<Load> take_ended(unsigned wave, uint32_t done);

  // Takes out a load that has yet to write some of these bytes.
  std::optional<Load> take_writer_of(uint32_t address, uint32_t bytes);

 private:
  std::vector<Load> loads_;
};

}  // namespace hippuzzle::amd
