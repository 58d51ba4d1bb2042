// The device's memory during one launch: bounds of arrays, alignment, and races between workgroups.
#pragma once

#include "amd_emulator/check/arrays.hpp"
#include "amd_emulator/check/reporter.hpp"
#include "amd_emulator/check/word_races.hpp"
#include "amd_emulator/wave/observer.hpp"

namespace hippuzzle::amd {

class GlobalCheck {
 public:
  Arrays arrays;

  void start(const LaunchFacts& launch);

  // A wave of this workgroup, by its number in the grid, accesses memory.
  void begin(uint32_t workgroup);
  void access(const Wave& wave, const Instruction& i, unsigned lane, uint64_t address,
              uint32_t bytes, uint16_t data_row, Reporter& reporter);

 private:
  bool check_bounds(const Wave& wave, const Instruction& i, unsigned lane, uint64_t address,
                    uint32_t bytes, Reporter& reporter);
  void describe(Finding& finding, uint64_t address, const Array* array) const;

  LaunchFacts launch_;
  GlobalShadow shadow_;
  HappensBefore order_;
  const Array* last_ = nullptr;
  uint32_t workgroup_ = 0, now_ = 0;
};

}  // namespace hippuzzle::amd
