// LDS of one workgroup: bounds, alignment, words that nobody has written, and races between waves.
#pragma once

#include <array>
#include <unordered_map>

#include "amd_emulator/check/lds_word.hpp"
#include "amd_emulator/check/reporter.hpp"
#include "amd_emulator/check/word_races.hpp"
#include "amd_emulator/wave/observer.hpp"

namespace hippuzzle::amd {

class LdsCheck {
 public:
  void start(const LaunchFacts& launch, size_t waves);
  void barrier();

  // The wave's lanes access these bytes of it.
  void begin(const Wave& wave, const Instruction& i);
  // All active ones, by addresses to which `offset` is added.
  void access(const Wave& wave, const Instruction& i, const Row& address, uint32_t offset,
              uint16_t data_row, Reporter& reporter);
  void access(const Wave& wave, const Instruction& i, unsigned lane, uint32_t address,
              uint16_t data_row, Reporter& reporter);

 private:
  // Of words' readers: see readers_.
  static constexpr uint32_t anyone = 255;
  uint32_t mark(uint32_t wave) const { return phase_ << 8 | wave; }
  // So many words between the first and the last of an access are looked at together.
  static constexpr uint32_t most_at_once = 256;
  static uint64_t repeating(const Wave& wave, const Row& address);
  bool may_read_all_again(uint32_t word, uint32_t end) const;

  bool read_quietly(uint32_t word, uint32_t end, LdsEntry now);
  bool write_quietly(uint32_t word, uint32_t end, LdsEntry now);
  void look_at_part(const Wave& wave, const Instruction& i, unsigned lane, uint32_t begin,
                    uint32_t at, uint32_t bytes, uint16_t data_row, Reporter& reporter);
  uint32_t number_of(const Instruction& i);
  LastAccess expanded(LdsEntry entry) const;
  void report(Finding::Kind kind, const Wave& wave, const Instruction& i, unsigned lane,
              uint32_t address, Reporter& reporter) const;

  uint32_t bytes_ = 0;
  unsigned lanes_ = 64;              // of a wave
  LdsEntry now_;                     // of the first lane, without bytes
  uint32_t time_ = 0;                // of the last access
  uint32_t met_ = 0;                 // of the last before the last barrier
  uint32_t phase_ = 1, reader_ = 0;  // barriers met, and one; mark() of who accesses it
  std::vector<LdsWord> words_;
  // Of each word: mark() of who may read it again without a finding, or anything to remember.
  std::vector<uint32_t> readers_;
  std::vector<const Instruction*> instructions_ = {nullptr};  // by the numbers in entries
  std::unordered_map<const Instruction*, uint32_t> numbers_;
  std::array<uint32_t, 256> latest_ = {};  // numbers, by the instruction's address
  HappensBefore order_;
};

}  // namespace hippuzzle::amd
