// The possible outcomes of running something, and the exit code of each.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "support/advice.hpp"

namespace hippuzzle {

enum class Outcome {
  passed = 0,
  wrong_answer = 1,  // a mismatch, NaN, an element never written, a guard zone or an input changed
  usage = 2,         // unknown puzzle, variant, flag or value
  load_failed = 3,   // not ELF, wrong ABI, missing symbol, compile error
  findings = 4,      // the answer was right, the checker has something to say
  timed_out = 5,
  crashed = 6,         // a signal, a GPU fault, exit() from inside a kernel's process
  not_checked = 7,     // the answer was right, the check that belongs to it did not come to an end
  not_started = 8,     // the learner has no kernels for it
  unsupported = 77,    // cannot run here: no device, or a capability is missing
  not_built = 108,     // the puzzle is known, its modules were not built
  not_submitted = 208  // a student handed nothing in for it
};

// The value's last two digits: all outcomes without a run share one code.
constexpr int exit_code(Outcome outcome) { return static_cast<int>(outcome) % 100; }

// "passed", "wrong answer", … for people; for machines "wrong-answer".
std::string to_string(Outcome outcome);
std::string to_key(Outcome outcome);

// The outcome of such a key, of an exit code; nullopt when it is none.
std::optional<Outcome> outcome_of_key(std::string_view key);
std::optional<Outcome> outcome_of_exit_code(int code);

// The outcome of several results: the worst of 6 5 3 2 1 4 7 8 0. Unsupported ones count only when
// all are; of nothing at all it is passed.
Outcome worst(std::span<const Outcome> outcomes);

// A failure that has an outcome and one sentence for the user: the fault, its place, the
// expectation, the fix. A fix that takes a flag or a command is in the advice.
class Error : public std::runtime_error {
 public:
  Error(Outcome outcome, const std::string& sentence, std::optional<Advice> advice = std::nullopt)
      : std::runtime_error(sentence), outcome_(outcome), advice_(std::move(advice)) {}
  Outcome outcome() const { return outcome_; }
  const std::optional<Advice>& advice() const { return advice_; }

 private:
  Outcome outcome_;
  std::optional<Advice> advice_;
};

}  // namespace hippuzzle
