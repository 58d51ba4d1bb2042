// LDS of one workgroup: bounds, alignment, words that nobody has written, and races between waves.
#pragma once

#include <array>
#include <unordered_map>

#include "amd_emulator/check/address_pattern.hpp"
#include "amd_emulator/check/lds_word.hpp"
#include "amd_emulator/check/reporter.hpp"
#include "amd_emulator/check/word_races.hpp"
#include "amd_emulator/wave/wave_observer.hpp"

namespace hippuzzle::amd {

class LdsCheck {
 public:
  void start(const LaunchFacts& launch, size_t waves);
  void barrier();
  // Reads that are remembered by their patterns alone are noted in their words.
  void note_reads();

  // The wave's lanes access these bytes of it.
  void begin(const Wave& wave, const Instruction& i);
  // All active ones, by addresses to which `offset` is added. pattern: of the addresses; nullptr
  // for none.
  void access(const Wave& wave, const Instruction& i, const Row& address,
              const AddressPattern* pattern, uint32_t offset, uint16_t data_row,
              Reporter& reporter);
  void access(const Wave& wave, const Instruction& i, unsigned lane, uint32_t address,
              uint16_t data_row, Reporter& reporter) {
    access(wave, i, i.effects->memory, lane, address, data_row, reporter);
  }
  // A lane's word comes from memory.
  void load(const Wave& wave, const Instruction& i, unsigned lane, uint32_t address,
            Reporter& reporter) {
    constexpr MemoryAccess write{.kind = MemoryAccess::Kind::write,
                                 .space = MemoryAccess::Space::local};
    access(wave, i, write, lane, address, 0, reporter);
  }

 private:
  // A value of words' readers: see readers_.
  static constexpr uint32_t anyone = 255;
  uint32_t mark(uint32_t wave) const { return phase_ << 8 | wave; }

  bool remember_read(const AddressPattern& pattern, uint32_t base);
  void begin_writing();
  bool read_quietly(const AddressPattern& pattern, uint32_t base);
  bool write_quietly(const AddressPattern& pattern, uint32_t base);
  bool access_quietly(const MemoryAccess& m, uint32_t word, uint32_t count, unsigned lane);
  void access(const Wave& wave, const Instruction& i, const MemoryAccess& m, unsigned lane,
              uint32_t address, uint16_t data_row, Reporter& reporter);
  void look_at_part(const Wave& wave, const Instruction& i, const MemoryAccess& m, unsigned lane,
                    uint32_t begin, uint32_t at, uint32_t bytes, uint16_t data_row,
                    Reporter& reporter);
  uint32_t number_of(const Instruction& i);
  LastAccess expanded(LdsEntry entry) const;
  void report(Finding::Kind kind, const Wave& wave, const Instruction& i, unsigned lane,
              uint32_t address, Reporter& reporter) const;

  uint32_t bytes_ = 0;
  unsigned lanes_ = 64;  // of a wave
  LdsNow now_;
  uint32_t time_ = 0;                // of the last access
  uint32_t phase_ = 1, reader_ = 0;  // barriers met, and one; mark() of who accesses it
  LdsWords words_;
  // Reads since the last barrier, as long as nobody wrote: most are never needed, because the next
  // write follows the next barrier.
  struct Read {
    LdsEntry entry;
    const AddressPattern* pattern;
    uint32_t base;  // word
  };
  static constexpr size_t most_reads = 4096;
  std::vector<Read> reads_;
  std::unordered_map<uint32_t, LastAccess> plain_writes_;     // of flags, before they were: by word
  bool has_written_ = false;                                  // anybody, since the last barrier
  std::vector<const Instruction*> instructions_ = {nullptr};  // by the numbers in entries
  std::unordered_map<const Instruction*, uint32_t> numbers_;
  std::array<uint32_t, 256> latest_ = {};  // numbers, by the instruction's address
  HappensBefore order_;
};

}  // namespace hippuzzle::amd
