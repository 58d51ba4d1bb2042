// The report of what checks found.
#pragma once

#include <string>

#include "amd_emulator/check/wave_finding.hpp"
#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

// Takes a check's finding about a wave's instruction; adds thread, block and kernel.
class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual void report(Finding finding, const Wave& wave, unsigned lane, const Instruction& i) = 0;
};

}  // namespace hippuzzle::amd
