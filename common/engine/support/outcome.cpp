#include "engine/support/outcome.hpp"

#include <algorithm>
#include <array>

namespace hippuzzle {

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
    case Outcome::unsupported:
      return "unsupported here";
  }
  return "unknown";
}

std::string to_key(Outcome outcome) {
  std::string key = to_string(outcome);
  std::replace(key.begin(), key.end(), ' ', '-');
  return key;
}

Outcome worst(std::span<const Outcome> outcomes) {
  constexpr std::array worst_first = {Outcome::crashed, Outcome::timed_out,    Outcome::load_failed,
                                      Outcome::usage,   Outcome::wrong_answer, Outcome::findings,
                                      Outcome::passed,  Outcome::unsupported};
  for (Outcome candidate : worst_first) {
    if (std::ranges::find(outcomes, candidate) != outcomes.end()) return candidate;
  }
  return Outcome::passed;
}

}  // namespace hippuzzle
