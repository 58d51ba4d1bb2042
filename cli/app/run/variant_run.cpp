#include "cli/app/run/variant_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>

#include "cli/app/run/check_run.hpp"
#include "cli/app/run/choose_platform.hpp"
#include "cli/app/run/run_settings.hpp"
#include "cli/app/run/runner_choice.hpp"
#include "cli/report/advice_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "engine/judge/judge.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
namespace {

// A wrong answer leaves the build of the check, which began with the kernels' own, without a use.
struct EndUnusedBuilds {
  Learner* learner;
  ~EndUnusedBuilds() {
    if (learner != nullptr) learner->modules().end_unused_builds();
  }
};

}  // namespace

VariantRun::VariantRun(const SearchPath& search_path, const RunSettings& settings, Learner* learner)
    : search_path_(search_path),
      settings_(settings),
      learner_(learner),
      mistakes_(search_path, learner) {
  if (checks()) learner_->modules().expect_checks();
  if (learner_ != nullptr && settings_.in_process) learner_->modules().expect_debugger();
}

VariantResult VariantRun::operator()(const std::string& backend, const VariantRef& ref) {
  const EndUnusedBuilds at_the_end{learner_};
  VariantResult result;
  const auto use = [&](const Candidate& candidate) {
    result = judged(candidate, ref);
    return result.outcome == Outcome::unsupported ? reason_in_words(result) : std::string();
  };
  const PlatformChoice found = choose_platform(backend, search_path_, ref.puzzle->id(),
                                               wanted_device(settings_), learner_, use);
  const bool is_auto = backend == "auto";
  if (!found.candidate) {
    result.outcome = Outcome::unsupported;
    result.platform = is_auto ? "" : backend;
    result.reason = is_auto ? why_none(found.passed_over) : found.passed_over.back().why;
    result.advice.reset();  // the reason has it in words
  } else {
    check_passed(result, ref);
    mistakes_.add_to(result, ref);
    if (is_auto) explain_choice(result.platform, found.passed_over);
  }
  result.puzzle = ref.id;
  result.variant = ref.flag;
  result.kernels = learner_ != nullptr ? Kernels::yours : Kernels::reference;
  return result;
}

bool VariantRun::checks() const {
  return learner_ != nullptr && !settings_.no_check && !settings_.in_process;
}

VariantResult VariantRun::judged(const Candidate& candidate, const VariantRef& ref) {
  const JudgeModule& puzzle = *ref.puzzle;
  logging::debug("{} --{} on {}: {}", ref.id, ref.flag, candidate.platform,
                 candidate.module.string());
  RunOptions options = run_options(settings_);
  options.example = ref.example;
  if (learner_ != nullptr) {
    options.expect_tiles = [&](const Candidate& on, const std::set<uint64_t>& tiles) {
      learner_->modules().begin_tiles(on, puzzle.id(), tiles);
    };
    options.prepare_tiles = [&](const Candidate& on, const std::set<uint64_t>& tiles) {
      learner_->modules().compile_tiles(on, puzzle.id(), tiles);
    };
  }
  VariantResult result =
      judge(puzzle, *ref.variant, candidate, options, runner_choice(settings_, learner_));
  result.in_process = settings_.in_process;
  const bool names_line = find_line(result, ref);
  if (result.ended_in_kernels && !names_line) {
    result.reason =
        fmt::format("{}; `hippuzzle check {}{}` looks for the line", reason_in_words(result),
                    ref.id, ref.flag.empty() ? "" : " --" + ref.flag);
    result.advice.reset();
  }
  return result;
}

// On a terminal, where a person reads the verdict: the check's findings in kernels that failed,
// which name the line. Returns whether there are any.
bool VariantRun::find_line(VariantResult& result, const VariantRef& ref) const {
  const bool failed = result.outcome == Outcome::wrong_answer || result.ended_in_kernels;
  if (!failed || !checks() || !is_simulated(result.platform) || isatty(fileno(stdout)) == 0 ||
      learner_->has_stub_alone(ref.puzzle->id())) {
    return false;
  }
  try {
    VariantResult checked = quick_check(ref, search_path_, learner_, run_options(settings_));
    if (checked.error_count() == 0) return false;
    result.findings = std::move(checked.findings);
    result.notes = std::move(checked.notes);
    return true;
  } catch (const Error& error) {  // the verdict stands without it
    logging::debug("{}", in_words(error));
    return false;
  }
}

void VariantRun::check_passed(VariantResult& result, const VariantRef& ref) const {
  if (!checks() || result.outcome != Outcome::passed || !is_simulated(result.platform)) return;
  RunOptions options = run_options(settings_);
  options.timeout *= check_takes;
  VariantResult checked = quick_check(ref, search_path_, learner_, options);
  if (checked.outcome == Outcome::wrong_answer) {
    result.outcome = Outcome::wrong_answer;
    result.reason =
        fmt::format("right as it ran first, and wrong in the check: {}", checked.reason);
    return;
  }
  if (checked.outcome != Outcome::passed && checked.outcome != Outcome::findings) {
    result.outcome = Outcome::not_checked;
    result.reason = fmt::format(
        "the answer is right, but the check did not come to an end: {} (--no-check leaves it out)",
        reason_in_words(checked));
    return;
  }
  result.checked = true;
  result.sampled = checked.sampled;
  result.findings = std::move(checked.findings);
  result.notes = std::move(checked.notes);
  if (checked.outcome == Outcome::findings) {
    result.outcome = Outcome::findings;
    result.reason = fmt::format(
        "the answer is right, but the check has {} (--no-check leaves it out)", checked.reason);
  } else {
    learner_->modules().warn_of_grading(ref.puzzle->id());
  }
}

// Once. In a workspace the line about the learner's file names the platform, at every run.
void VariantRun::explain_choice(const std::string& platform,
                                const std::vector<PassedOver>& passed_over) {
  if (passed_over.empty() || std::exchange(choice_explained_, true)) return;
  tell_choice(platform, passed_over,
              learner_ == nullptr ? logging::Level::info : logging::Level::debug);
}

}  // namespace hippuzzle
