// Registers that instructions of one wave have yet to write: finds results that are used or
// overwritten before an s_waitcnt has waited for them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "amd_emulator/check/reporter.hpp"

namespace hippuzzle::amd {

class ResultsUnderWay {
 public:
  void start();
  // Whether something has ended that was waited for.
  bool wait(const Effects& e);
  // Whether what the instruction touches is under way.
  void check(const Wave& wave, const Instruction& i, Reporter& reporter);
  // An instruction of memory begins.
  void issue(const Instruction& i);

  // Registers that are under way, except accumulators.
  void add_to(RegisterSet& set) const {
    for (const Counter* counter : {&memory_, &local_, &scalar_}) {
      if (!counter->is_idle()) set.add(counter->busy);
    }
  }
  // A write to LDS whose end the wave did not wait for; nullptr for none.
  const Instruction* local_store() const {
    return local_store_ > local_.done ? local_store_by_ : nullptr;
  }
  // The same of a write to memory, where stores have a counter of their own.
  const Instruction* store() const { return stores_.is_idle() ? nullptr : store_by_; }
  // The operations that vmcnt counts: the numbers of the last one begun, and of the last one ended.
  uint32_t memory_issued() const { return memory_.issued; }
  uint32_t memory_done() const { return memory_.done; }
  // The same of the counter of stores alone.
  uint32_t stores_issued() const { return stores_.issued; }
  uint32_t stores_done() const { return stores_.done; }

 private:
  // Instructions of a kind, in the order of their beginning.
  struct Counter {
    static constexpr uint32_t most_kept = 64;  // more than counters of the hardware hold

    uint32_t issued = 0, done = 0;
    RegisterSet busy = {};                                  // that all under way will write
    std::array<const Instruction*, most_kept> latest = {};  // by their numbers

    bool is_idle() const { return issued == done; }
    uint32_t issue(const Instruction& i);
    bool wait(uint32_t most);  // whether something has ended
  };
  // The number of the instruction that will write a register.
  struct UnderWay {
    uint32_t memory = 0, local = 0, scalar = 0;
    const Instruction* by = nullptr;
  };

  const UnderWay* unfinished(const Registers& registers) const;
  UnderWay& under_way(const Registers& registers, unsigned k);
  const UnderWay& under_way(const Registers& registers, unsigned k) const;

  std::array<UnderWay, row::count> rows_ = {};
  std::array<UnderWay, scalar::count> scalars_ = {};
  Counter memory_, stores_, local_, scalar_;
  uint32_t local_store_ = 0;  // the last one's number
  const Instruction* local_store_by_ = nullptr;
  const Instruction* store_by_ = nullptr;  // the last one
};

// "v3" of the third of v[1:4].
std::string register_name(const Registers& registers, unsigned k);

}  // namespace hippuzzle::amd
