#include "support/outcome.hpp"

#include <algorithm>
#include <array>

namespace hippuzzle {
namespace {

constexpr std::array worst_first = {
    Outcome::crashed,      Outcome::timed_out, Outcome::load_failed, Outcome::usage,
    Outcome::wrong_answer, Outcome::findings,  Outcome::not_checked, Outcome::not_submitted,
    Outcome::not_started,  Outcome::not_built, Outcome::passed,      Outcome::unsupported};

}  // namespace

std::string to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      return "passed";
    case Outcome::wrong_answer:
      return "wrong answer";
    case Outcome::usage:
      return "usage";
    case Outcome::load_failed:
      return "could not load";
    case Outcome::findings:
      return "findings";
    case Outcome::timed_out:
      return "timed out";
    case Outcome::crashed:
      return "crashed";
    case Outcome::not_checked:
      return "not checked";
    case Outcome::not_started:
      return "not started";
    case Outcome::not_built:
      return "not built";
    case Outcome::not_submitted:
      return "not submitted";
    case Outcome::unsupported:
      return "unsupported here";
  }
  return "unknown";
}

std::string to_key(Outcome outcome) {
  std::string key = to_string(outcome);
  std::ranges::replace(key, ' ', '-');
  return key;
}

std::optional<Outcome> outcome_of_key(std::string_view key) {
  for (const Outcome outcome : worst_first) {
    if (to_key(outcome) == key) return outcome;
  }
  return std::nullopt;
}

std::optional<Outcome> outcome_of_exit_code(int code) {
  for (const Outcome outcome : worst_first) {
    if (static_cast<int>(outcome) == code) return outcome;
  }
  return std::nullopt;
}

Outcome worst(std::span<const Outcome> outcomes) {
  for (Outcome candidate : worst_first) {
    if (std::ranges::find(outcomes, candidate) != outcomes.end()) return candidate;
  }
  return Outcome::passed;
}

}  // namespace hippuzzle
