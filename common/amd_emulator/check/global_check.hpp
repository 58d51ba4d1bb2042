// The device's memory during one launch: bounds of arrays, alignment, and races between workgroups.
#pragma once

#include "amd_emulator/check/address_pattern.hpp"
#include "amd_emulator/check/arrays.hpp"
#include "amd_emulator/check/reporter.hpp"
#include "amd_emulator/check/word_races.hpp"
#include "amd_emulator/wave/wave_observer.hpp"

namespace hippuzzle::amd {

class GlobalCheck {
 public:
  Arrays arrays;

  void start(const LaunchFacts& launch);

  // A wave of this workgroup, by its number in the grid, accesses memory. Returns the time of it.
  uint32_t begin(uint32_t workgroup);
  // The wave's accesses from this time on are still under way: its later writes do not signal to
  // other waves that they are done.
  void release_before(uint32_t time) { released_ = time - 1; }
  // Whether there is nothing to find in reading all words of a pattern, whose first active lane has
  // the address `base`.
  bool read_quietly(const Wave& wave, const Instruction& i, const AddressPattern& pattern,
                    uint64_t base);
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
    if (address % 4 != 0 || bytes % 4 != 0 || !is_in_array(address, bytes)) return false;
    for (uint64_t at = address; at < address + bytes; at += 4) {
      const uint32_t reader = shadow_.reader(at);
      if (reader != workgroup_ + 1 && reader != anyone) return false;
    }
    return true;
  }
  bool is_in_array(uint64_t address, uint64_t bytes) const {
    for (const Array* one : latest_) {
      if (one != nullptr && one->holds(address, bytes)) return true;
    }
    return false;
  }
  void look_at(const Wave& wave, const Instruction& i, unsigned lane, uint64_t address,
               uint32_t bytes, uint16_t data_row, Reporter& reporter);
  bool check_bounds(const Wave& wave, const Instruction& i, unsigned lane, uint64_t address,
                    uint32_t bytes, Reporter& reporter);
  void describe(Finding& finding, uint64_t address, const Array* array) const;

  LaunchFacts launch_;
  GlobalShadow shadow_;
  HappensBefore order_;
  std::array<const Array*, 4> latest_ = {};  // that accesses were found to lie in
  size_t next_latest_ = 0;
  uint32_t workgroup_ = 0, now_ = 0, released_ = 0;
};

}  // namespace hippuzzle::amd
