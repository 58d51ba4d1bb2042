#include "cli/app/session.hpp"

#include <filesystem>
#include <utility>

#include "cli/args/option_values.hpp"
#include "cli/terminal/logging.hpp"
#include "cli/terminal/output_file.hpp"

namespace hippuzzle {

void Session::run(std::span<const VariantRef> refs) {
  const std::string otherwise = learner_ != nullptr ? learner_->backend() : "auto";
  for (const std::string& backend : comma_separated(settings_.backend.value_or(otherwise))) {
    run_all_on(backend, refs);
  }
}

void Session::run_all_on(const std::string& backend, std::span<const VariantRef> refs) {
  try {
    for (const VariantRef& ref : refs) {
      VariantResult result = run_variant_(backend, ref);
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

void Session::record(const VariantRef& ref, const VariantResult& result) {
  if (learner_ == nullptr || settings_.in_process) return;
  try {
    learner_->record(ref.puzzle->id(), ref.variant->name, result);
  } catch (const std::filesystem::filesystem_error& error) {  // the verdict stands all the same
    if (!std::exchange(loss_told_, true)) {
      logging::warning("progress is not kept: {}", sentence_of(error));
    }
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
