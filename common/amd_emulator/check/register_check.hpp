// Registers of one wave: which lanes hold a value that somebody has written, and which results are
// still under way. A value without meaning may be moved and computed with, as compilers do; it is
// reported where it matters: as an address, as data that is stored, where a branch depends on it.
#pragma once

#include <array>
#include <cstdint>

#include "amd_emulator/check/reporter.hpp"
#include "amd_emulator/wave/observer.hpp"

namespace hippuzzle::amd {

class RegisterCheck {
 public:
  void start(const LaunchFacts& launch);
  void before(const Wave& wave, const Instruction& i, Reporter& reporter);

  // A write to LDS whose end the wave did not wait for; nullptr for none.
  const Instruction* local_store_under_way() const {
    return local_store_ > local_.done ? local_store_by_ : nullptr;
  }

 private:
  // Instructions of a kind, in the order of their beginning.
  struct Counter {
    uint32_t issued = 0, done = 0;
    void wait(uint32_t most) {
      if (issued > done + most) done = issued - most;
    }
  };
  // The number of the instruction that will write a register.
  struct UnderWay {
    uint32_t memory = 0, local = 0, scalar = 0;
    const Instruction* by = nullptr;
  };

  void check_results(const Wave& wave, const Instruction& i, Reporter& reporter);
  void wait(const Effects& e);
  void issue(const Instruction& i);
  const UnderWay* unfinished(const Registers& registers) const;
  UnderWay& under_way(const Registers& registers, unsigned k);
  const UnderWay& under_way(const Registers& registers, unsigned k) const;

  void check_values(const Wave& wave, const Instruction& i, Reporter& reporter);
  uint64_t undefined_bits(const Registers& scalars) const;
  uint64_t undefined_lanes(const Wave& wave, const Instruction& i) const;
  uint64_t undefined_source(const Wave& wave, const Instruction& i, unsigned operand) const;
  void check_scalar(const Wave& wave, const Instruction& i, Reporter& reporter);
  void check_vector(const Wave& wave, const Instruction& i, Reporter& reporter);
  void check_memory(const Wave& wave, const Instruction& i, Reporter& reporter);
  uint64_t undefined_halves(const Instruction& i) const;
  void define(const Registers& scalars, uint64_t undefined);
  void report_unwritten(const Wave& wave, const Instruction& i, Reporter& reporter, uint64_t lanes,
                        bool is_decision);

  std::array<uint64_t, row::count> undefined_rows_ = {};        // a bit a lane
  std::array<uint32_t, scalar::count> undefined_scalars_ = {};  // a bit a bit
  bool undefined_scc_ = true;
  std::array<UnderWay, row::count> rows_ = {};
  std::array<UnderWay, scalar::count> scalars_ = {};
  Counter memory_, local_, scalar_;
  uint32_t local_store_ = 0;  // the last one's number
  const Instruction* local_store_by_ = nullptr;
};

}  // namespace hippuzzle::amd
