#include "engine/runner/emulator.hpp"

#include <fmt/format.h>

#include <string>

namespace hippuzzle {

// Libraries that are opened from here on and need the runtime find it loaded, by its SONAME.
Emulator::Emulator(const Candidate& candidate)
    : library_(candidate.emulator),
      entry_(&library_.entry<hippuzzle_emulator>(HIPPUZZLE_EMULATOR_SYMBOL)) {
  const std::string why_not = entry_->use(candidate.target.c_str(), candidate.seed);
  if (!why_not.empty()) throw Error(Outcome::unsupported, why_not);
}

Error Emulator::explained(const Error& verdict) const {
  const std::string why = entry_->why();
  if (why.empty()) return verdict;
  if (entry_->not_emulated() != 0) return {Outcome::unsupported, why};
  return {verdict.outcome(), fmt::format("{}: {}", verdict.what(), why)};
}

std::optional<Emulator> open_emulator(const Candidate& candidate) {
  if (candidate.emulator.empty()) return std::nullopt;
  return Emulator(candidate);
}

}  // namespace hippuzzle
