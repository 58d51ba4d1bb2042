// Registers of one wave: which lanes hold a value that somebody has written, and whose results are
// still under way (results_under_way.hpp). A value without meaning may be moved and computed with,
// as compilers do; it is reported where it matters: as an address, as data that is stored, where a
// branch depends on it.
#pragma once

#include <array>
#include <cstdint>

#include "amd_emulator/check/reporter.hpp"
#include "amd_emulator/check/results_under_way.hpp"
#include "amd_emulator/wave/wave_observer.hpp"

namespace hippuzzle::amd {

class RegisterCheck {
 public:
  void start(const LaunchFacts& launch, unsigned lanes);

  // Whether nothing is found in it, and nothing changes by it: its registers hold values and are
  // not under way.
  bool is_in_order(const Effects& e) const { return e.is_quiet && !attention_.meets(e.touched); }
  void before(const Wave& wave, const Instruction& i, Reporter& reporter);

  const ResultsUnderWay& under_way() const { return under_way_; }

 private:
  void gather_attention();
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

  void set_row(unsigned number, uint64_t undefined) {
    undefined &= all_lanes_;
    undefined_rows_[number] = undefined;
    if (number < row::accumulators) undefined_.set_row(number, undefined != 0);
  }
  void set_scalar(unsigned number, uint32_t undefined) {
    undefined_scalars_[number] = undefined;
    undefined_.set_scalar(number, undefined != 0);
  }

  uint64_t all_lanes_ = 0;                                      // that the wave has
  std::array<uint64_t, row::count> undefined_rows_ = {};        // a bit a lane
  std::array<uint32_t, scalar::count> undefined_scalars_ = {};  // a bit a bit
  RegisterSet undefined_;  // those with such bits, except accumulators; SCC
  RegisterSet attention_;  // the same, and registers with results under way
  ResultsUnderWay under_way_;
};

}  // namespace hippuzzle::amd
