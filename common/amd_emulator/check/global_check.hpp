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
  // Whether all bytes from `begin` to `end` may be read without more ado.
  bool may_read_again(uint64_t begin, uint64_t end);
  void access(const Wave& wave, const Instruction& i, unsigned lane, uint64_t address,
              uint32_t bytes, uint16_t data_row, Reporter& reporter) {
    if (i.effects->memory.is_plain_read() && reads_again(address, bytes)) return;
    look_at(wave, i, lane, address, bytes, data_row, reporter);
  }

 private:
  static constexpr uint32_t anyone = ~0u;

  // Whether it reads words of an array that its workgroup, or two others, read without a finding:
  // then there is none now, and nothing to remember.
  bool reads_again(uint64_t address, uint32_t bytes) {
    if (last_ == nullptr || !last_->holds(address, bytes) || address % 4 != 0 || bytes % 4 != 0)
      return false;
    for (uint64_t at = address; at < address + bytes; at += 4) {
      const uint32_t reader = shadow_.reader(at);
      if (reader != workgroup_ + 1 && reader != anyone) return false;
    }
    return true;
  }
  void look_at(const Wave& wave, const Instruction& i, unsigned lane, uint64_t address,
               uint32_t bytes, uint16_t data_row, Reporter& reporter);
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
