// Looks for instructions of one wave that stand closer to each other than the hardware of their
// target asks for (hazard_rules.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "amd_emulator/check/hazard_rules.hpp"
#include "amd_emulator/check/reporter.hpp"
#include "amd_emulator/wave/instruction.hpp"

namespace hippuzzle::amd {

class HazardCheck {
 public:
  explicit HazardCheck(const std::string& target) : family_(family_of(target)) {}

  void start();
  void before(const Wave& wave, const Instruction& i, Reporter& reporter) {
    if (family_ == 0) return;
    const Roles roles = i.effects->roles;
    if (roles != 0 && is_subject(roles)) look_at(wave, i, reporter);
    remember(i);
  }

 private:
  // The time in wait states, in vector instructions and in transcendental ones of them.
  struct Time {
    uint64_t states = 0, vectors = 0, transcendentals = 0;
  };
  struct Past {
    const Instruction* instruction = nullptr;
    Time when = {};
  };
  static constexpr unsigned longest = 19;            // that any rule looks back
  static constexpr unsigned rows_until_settled = 8;  // vector instructions that gfx11's look back

  // Whether any rule is about the instruction, by what it is and what was executed just before.
  bool is_subject(Roles roles) const {
    if (family_ == gfx11)
      return (roles & (role::vector | role::matrix)) != 0 && now_.vectors < watched_until_;
    const Roles of_family = role::is_subject | (family_ == gfx940 ? role::reads_scalars : Roles{0});
    return (roles & of_family) != 0 || now_.states < matrix_until_ ||
           now_.states < wide_store_until_;
  }
  void remember(const Instruction& i) {
    const Effects& now = *i.effects;
    if ((now.roles & (role::vector | role::matrix | role::vector_memory)) != 0)
      past_[next_++ % past_.size()] = {&i, now_};
    if ((now.roles & role::matrix) != 0) matrix_until_ = now_.states + longest + 1;
    if ((now.roles & role::wide_store) != 0) wide_store_until_ = now_.states + 3;
    if (family_ == gfx11) count_vectors(now);
    now_.states += now.wait_states;
  }
  void count_vectors(const Effects& now);
  void look_at(const Wave& wave, const Instruction& i, Reporter& reporter);
  int between(const HazardRule& rule, const Past& past) const;

  Families family_;
  std::array<Past, 32> past_ = {};
  unsigned next_ = 0;
  Time now_ = {.states = longest};
  uint64_t matrix_until_ = 0, wide_store_until_ = 0;  // wait states
  uint64_t watched_until_ = 0;                        // gfx11: vector instructions
  uint64_t settled_ = 0;  // gfx11: the number of vector instructions whose results are all there
};

}  // namespace hippuzzle::amd
