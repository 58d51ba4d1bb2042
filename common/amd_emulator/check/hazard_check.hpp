// Distances that the hardware of gfx9 asks for between two instructions and does not keep by
// itself: s_nop or other work has to lie between them. Later generations wait by themselves in all
// cases that are looked for here. AMD's ISA documents call them manually inserted wait states; the
// distances here are those that LLVM's hazard recognizer keeps.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "amd_emulator/check/reporter.hpp"

namespace hippuzzle::amd {

class HazardCheck {
 public:
  explicit HazardCheck(const std::string& target);

  void start();
  void before(const Wave& wave, const Instruction& i, Reporter& reporter);

 private:
  struct Past {
    const Instruction* instruction = nullptr;
    uint64_t when = 0;  // in wait states
  };
  static constexpr unsigned longest = 19;  // that any rule looks back, in wait states

  bool is_subject(const Effects& now) const;
  void remember(const Instruction& i);

  // Wait states that have to lie between the two; why: what the rule is about.
  int needed(const Effects& before, const Effects& now, const char*& why) const;
  int needed_by_matrix(const Effects& before, const Effects& now, const char*& why) const;
  int needed_after_matrix(const Effects& before, const Effects& now, const char*& why) const;

  enum class Family : uint8_t { none, gfx906, gfx908, gfx90a, gfx940 } family_;
  std::array<Past, 32> past_ = {};
  unsigned next_ = 0;
  uint64_t now_ = longest, matrix_until_ = 0, wide_store_until_ = 0;
};

// Passes of a matrix instruction through the array, of four cycles each.
int matrix_passes(const std::string& name, bool is_gfx940);

}  // namespace hippuzzle::amd
