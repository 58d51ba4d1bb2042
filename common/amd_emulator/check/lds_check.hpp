// LDS of one workgroup: bounds, alignment, words that nobody has written, and races between waves.
#pragma once

#include "amd_emulator/check/reporter.hpp"
#include "amd_emulator/check/word_races.hpp"
#include "amd_emulator/wave/observer.hpp"

namespace hippuzzle::amd {

class LdsCheck {
 public:
  void start(const LaunchFacts& launch, size_t waves);
  void barrier() { order_.meet(); }

  // The wave's lanes access these bytes of it.
  void begin(const Wave& wave) { now_ = order_.tick(wave.number); }
  void access(const Wave& wave, const Instruction& i, unsigned lane, uint32_t address,
              uint16_t data_row, Reporter& reporter);

 private:
  void report(Finding::Kind kind, const Wave& wave, const Instruction& i, unsigned lane,
              uint32_t address, Reporter& reporter) const;

  uint32_t bytes_ = 0, now_ = 0;
  std::vector<ShadowWord> words_;
  HappensBefore order_;
};

}  // namespace hippuzzle::amd
