// Registers of one wave: which lanes hold a value that somebody has written, and whose results are
// still under way (results_under_way.hpp). A value without meaning may be moved and computed with,
// as compilers do; it is reported where it matters: as an address, as data that is stored, where a
// branch depends on it.
#pragma once

#include <array>
#include <cstdint>

#include "amd_emulator/check/reporter.hpp"
#include "amd_emulator/check/results_under_way.hpp"
#include "amd_emulator/wave/observer.hpp"

namespace hippuzzle::amd {

class RegisterCheck {
 public:
  void start(const LaunchFacts& launch);
  void before(const Wave& wave, const Instruction& i, Reporter& reporter);

  const ResultsUnderWay& under_way() const { return under_way_; }

 private:
  // That an instruction touches only registers that hold values, as of a version.
  struct Defined {
    const Instruction* instruction = nullptr;
    uint64_t version = 0;
  };
  void check_values(const Wave& wave, const Instruction& i, Reporter& reporter);
  bool touches_values_alone(const Effects& e) const;
  void lose(uint64_t before, uint64_t undefined) {
    if ((undefined & ~before) != 0) ++version_;
  }
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
  uint64_t version_ = 1;                 // goes up when a register loses its value
  std::array<Defined, 512> known_ = {};  // by the instruction's address
  ResultsUnderWay under_way_;
};

}  // namespace hippuzzle::amd
