#include "commands/checking.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hippuzzle::commands {
namespace {

// Each access is looked at: that takes this many times as long, give or take.
constexpr int slowdown = 30;

// Why nothing can be checked; "" when it can.
std::string find_candidate(const std::string& id, const SearchPath& search_path, Learner* learner,
                           Candidate& candidate) {
  const auto runtime = search_path.device_runtime("cpu");
  if (!runtime) return not_built("cpu");
  candidate.platform = "cpu";
  candidate.runtime = *runtime;
  if (learner != nullptr) return learner->check_part(candidate, id);
  const auto module = search_path.checked_module(id);
  if (!module) {
    return fmt::format(
        "there is no cpu/{}.check.so in {}; build the puzzle with g++ and without "
        "sanitizers",
        id, search_path.describe());
  }
  candidate.module = *module;
  return "";
}

// judged(candidate, options) with what a check needs, if it can be had.
template <class Judged>
VariantResult run_checked(const Exercise& exercise, const SearchPath& search_path, Learner* learner,
                          RunOptions options, const Judged& judged) {
  Candidate candidate;
  VariantResult result;
  const std::string why_not =
      find_candidate(exercise.puzzle->id(), search_path, learner, candidate);
  if (why_not.empty()) {
    options.check = true;
    options.timeout *= slowdown;
    result = judged(candidate, options);
  } else {
    result.outcome = Outcome::unsupported;
    result.reason = why_not;
  }
  result.puzzle = exercise.id;
  result.variant = exercise.flag;
  return result;
}

}  // namespace

VariantResult check(const Exercise& exercise, const SearchPath& search_path, Learner* learner,
                    RunOptions options, const CheckSettings& settings) {
  options.example = exercise.example;
  options.only = settings.only;
  options.max_steps = settings.max_steps;
  options.count = settings.counts;
  return run_checked(exercise, search_path, learner, options,
                     [&](const Candidate& candidate, const RunOptions& checked) {
                       return judge(*exercise.puzzle, *exercise.variant, candidate, checked);
                     });
}

VariantResult trace(const Exercise& exercise, const SearchPath& search_path, Learner* learner,
                    RunOptions options, const CaseSet& cases, size_t number) {
  const CaseView one{std::span(cases.cases).subspan(number - 1, 1), cases.memory};
  return run_checked(exercise, search_path, learner, options,
                     [&](const Candidate& candidate, const RunOptions& checked) {
                       return judge_cases(*exercise.puzzle, *exercise.variant, candidate, checked,
                                          one);
                     });
}

}  // namespace hippuzzle::commands
