// A result in a batch: a variant's outcome, and its cause.
#pragma once

#include <string>
#include <vector>

#include "engine/judge/result.hpp"

namespace hippuzzle {

struct BatchResult {
  VariantResult result;
  double seconds = 0;                // of wall-clock time, judge and runner together
  int repetition = 1;                // of the repetitions that --repeat asks for
  bool counts = true;                // else it decides over the outcome only if nothing else does
  std::string command;               // that repeats it
  std::vector<std::string> answers;  // of a ResultPlan; several where nothing could begin
};

// Passed, or nothing that anybody failed at.
inline bool is_failure(const BatchResult& batch) {
  const Outcome outcome = batch.result.outcome;
  return batch.counts && outcome != Outcome::passed && outcome != Outcome::unsupported;
}

}  // namespace hippuzzle
