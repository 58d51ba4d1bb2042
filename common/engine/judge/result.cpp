#include "engine/judge/result.hpp"

#include <algorithm>

#include "engine/results/finding_kinds.hpp"

namespace hippuzzle {

void VariantResult::fail(const Error& error) {
  outcome = error.outcome();
  reason = error.what();
  advice = error.advice();
}

size_t VariantResult::error_count() const {
  return static_cast<size_t>(std::ranges::count_if(
      findings, [](const Finding& f) { return is_error(f) && f.suppressed.empty(); }));
}

const CaseResult* VariantResult::example() const {
  const auto first = std::ranges::find(cases, true, &CaseResult::is_run);
  return first == cases.end() ? nullptr : &*first;
}

size_t VariantResult::run_count() const {
  return static_cast<size_t>(std::ranges::count(cases, true, &CaseResult::is_run));
}

std::optional<double> VariantResult::kernel_milliseconds() const {
  if (run_count() < 2 || emulated) return std::nullopt;
  return (example() + 1)->milliseconds;
}

}  // namespace hippuzzle
