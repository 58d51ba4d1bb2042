#include "cli/app/session.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "cli/app/check_run.hpp"
#include "cli/app/run_options.hpp"
#include "cli/app/way_to_run.hpp"
#include "cli/args/option_values.hpp"
#include "cli/report/advice.hpp"
#include "cli/terminal/logging.hpp"
#include "cli/terminal/output_file.hpp"
#include "engine/catalog/backend.hpp"
#include "engine/judge/known_mistakes.hpp"

namespace hippuzzle {
namespace {

VariantResult unsupported(const std::string& platform, const std::string& reason) {
  VariantResult result;
  result.platform = platform;
  result.outcome = Outcome::unsupported;
  result.reason = reason;
  return result;
}

}  // namespace

VariantResult Session::run_candidate(const Candidate& candidate, const VariantRef& ref) {
  const JudgeModule& puzzle = *ref.puzzle;
  logging::debug("{} --{} on {}: {}", ref.id, ref.flag, candidate.platform,
                 candidate.module.string());
  RunOptions options = run_options(settings_);
  options.example = ref.example;
  VariantResult result =
      judge(puzzle, *ref.variant, candidate, options, way_to_run(settings_.in_process));
  result.in_process = settings_.in_process;
  const auto recorded = search_path_.recorded_mistakes(puzzle.id());
  if (result.ended_in_kernels) {
    result.reason =
        fmt::format("{}; `hippuzzle check {}{}` looks for the line", reason_in_words(result),
                    ref.id, ref.flag.empty() ? "" : " --" + ref.flag);
    result.advice.reset();
  }
  if (result.outcome == Outcome::wrong_answer && recorded && !ref.example) {
    result.mistakes = KnownMistakes(*recorded).recognise(result);
  }
  return result;
}

// Only cases of few threads, so that nobody waits for what they did not ask for.
void Session::check_passed(VariantResult& result, const VariantRef& ref) {
  constexpr uint64_t few = 1024;
  if (!checks() || result.outcome != Outcome::passed || result.platform != "cpu") return;
  RunOptions options = run_options(settings_);
  options.most_threads = few;
  options.quiet = true;  // the run has shown it
  VariantResult checked = check(ref, search_path_, learner_, options, {});
  if (checked.outcome != Outcome::passed && checked.outcome != Outcome::findings) {
    logging::debug("not checked: {}", reason_in_words(checked));
    return;
  }
  result.checked = true;
  result.findings = std::move(checked.findings);
  result.notes = std::move(checked.notes);
  if (checked.outcome == Outcome::findings) {
    result.outcome = Outcome::findings;
    result.reason = fmt::format(
        "the answer is right, but the check has {} (--no-check leaves it out)", checked.reason);
  }
}

VariantResult Session::run_on(const std::string& backend, const VariantRef& ref) {
  std::string passed_over;  // "nvidia: no GPU …; amd: …"
  VariantResult result;
  const std::string module = ref.puzzle->id();
  for (Choice& choice : choices(backend, search_path_, module, settings_.device)) {
    if (learner_ != nullptr) learner_->take_part(choice, module);
    result = choice.candidate ? run_candidate(*choice.candidate, ref)
                              : unsupported(choice.platform, choice.why_not);
    if (result.outcome != Outcome::unsupported) break;
    passed_over += fmt::format("{}{}: {}", passed_over.empty() ? "" : "; ", choice.platform,
                               reason_in_words(result));
  }
  check_passed(result, ref);
  result.puzzle = ref.id;
  result.variant = ref.flag;
  if (backend != "auto" || passed_over.empty()) return result;
  if (result.outcome == Outcome::unsupported) {
    result.platform.clear();
    result.reason = passed_over;
    result.advice.reset();
  } else if (!choice_explained_) {
    choice_explained_ = true;
    // In a workspace the line about the learner's file names the platform, at every run.
    const auto level = learner_ == nullptr ? logging::Level::info : logging::Level::debug;
    logging::write(level, fmt::format("backend {} ({})", result.platform, passed_over));
  }
  return result;
}

void Session::run(std::span<const VariantRef> refs) {
  const std::string otherwise = learner_ != nullptr ? learner_->backend() : "auto";
  for (const std::string& backend : comma_separated(settings_.backend.value_or(otherwise))) {
    run_all_on(backend, refs);
  }
}

void Session::run_all_on(const std::string& backend, std::span<const VariantRef> refs) {
  const auto record = [&](const VariantRef& ref, const VariantResult& result) {
    if (learner_ == nullptr || settings_.in_process) return;
    try {
      learner_->record(ref.puzzle->id(), ref.variant->name, result);
    } catch (const std::filesystem::filesystem_error& error) {  // the verdict stands all the same
      if (!std::exchange(loss_told_, true)) {
        logging::warning("progress is not kept: {}", sentence_of(error));
      }
    }
  };
  try {
    for (const VariantRef& ref : refs) {
      VariantResult result = run_on(backend, ref);
      record(ref, result);
      add(std::move(result));
    }
  } catch (const Error& error) {  // the learner's kernels do not compile: so for every variant
    if (error.outcome() != Outcome::load_failed) throw;
    VariantResult result;
    result.puzzle = refs.front().id;
    result.outcome = error.outcome();
    result.reason = error.what();
    result.advice = error.advice();
    for (const VariantRef& ref : refs) record(ref, result);
    add(std::move(result));
  }
}

void Session::add(VariantResult result) {
  report_.variant(result);
  results_.push_back(std::move(result));
}

Outcome Session::finish() {
  std::vector<Outcome> outcomes;
  for (const VariantResult& result : results_) outcomes.push_back(result.outcome);
  const Outcome outcome = worst(outcomes);
  report_.summary(results_, outcome);
  return outcome;
}

}  // namespace hippuzzle
