// Looks for instructions of one wave that stand closer to each other than the hardware of their
// target asks for (hazard_rules.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "amd_emulator/check/hazard_rules.hpp"
#include "amd_emulator/check/reporter.hpp"

namespace hippuzzle::amd {

class HazardCheck {
 public:
  explicit HazardCheck(const std::string& target) : family_(family_of(target)) {}

  void start();
  void before(const Wave& wave, const Instruction& i, Reporter& reporter);

 private:
  // When: in wait states, in vector instructions and in transcendental ones of them.
  struct Time {
    uint64_t states = 0, vectors = 0, transcendentals = 0;
  };
  struct Past {
    const Instruction* instruction = nullptr;
    Roles roles = 0;
    Time when = {};
  };
  static constexpr unsigned longest = 19;  // that any rule looks back

  Roles known_roles(const Instruction& i);
  bool is_subject(const Effects& now) const;
  void look_at(const Wave& wave, const Instruction& i, Roles roles, Reporter& reporter);
  void remember(const Instruction& i, Roles roles);
  int between(const HazardRule& rule, const Past& past) const;

  Families family_;
  struct Known {
    const Instruction* instruction = nullptr;
    Roles roles = 0;
  };
  std::array<Known, 512> known_ = {};  // by the instruction's address
  std::array<Past, 32> past_ = {};
  unsigned next_ = 0;
  Time now_ = {.states = longest};
  uint64_t matrix_until_ = 0, wide_store_until_ = 0;  // wait states
  uint64_t watched_until_ = 0;                        // gfx11: vector instructions
  uint64_t settled_ = 0;  // gfx11: all results of so many vector instructions are there
};

}  // namespace hippuzzle::amd
