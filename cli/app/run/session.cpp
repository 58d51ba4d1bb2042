#include "cli/app/run/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/args/option_values.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {

void Session::run(std::span<const VariantRef> refs) {
  for (const std::string& backend : backends()) run_on(backend, refs);
}

std::vector<std::string> Session::backends() const {
  if (settings_.emulate && !settings_.backend) return {emulated_platform().name};
  const std::string otherwise = learner_ != nullptr ? learner_->backend() : "auto";
  std::vector<std::string> words = comma_separated(settings_.backend.value_or(otherwise));
  if (settings_.emulate && std::ranges::find(words, emulated_platform().name) == words.end()) {
    throw Error(
        Outcome::usage,
        fmt::format("--emulate is about AMD's GPUs, and --backend {} is not; leave it out or "
                    "add amd to it",
                    *settings_.backend));
  }
  return words;
}

// A ladder is not: its rungs run as they are shipped.
bool Session::learner_solves(const VariantRef& ref) const {
  return learner_ != nullptr && learner_->solves(ref.puzzle->id());
}

void Session::run_on(const std::string& backend, std::span<const VariantRef> refs) {
  try {
    for (const VariantRef& ref : refs) {
      VariantRun& run = learner_solves(ref) ? run_learners_ : run_reference_;
      VariantResult result = run(backend, ref);
      record(ref, result);
      const bool goes_on = result.outcome == Outcome::passed || !settings_.fail_fast;
      add(std::move(result));
      if (!goes_on) return;
    }
  } catch (const Error& error) {  // the learner's kernels do not compile: so for every variant
    if (error.outcome() != Outcome::load_failed) throw;
    VariantResult result = failed_result(refs.front().id, whose(), error);
    for (const VariantRef& ref : refs) record(ref, result);
    add(std::move(result));
  }
}

void Session::record(const VariantRef& ref, const VariantResult& result) {
  if (!learner_solves(ref) || settings_.in_process) return;
  try {
    learner_->record(ref.puzzle->id(), ref.variant->name, result);
  } catch (const std::filesystem::filesystem_error& error) {  // the verdict stands all the same
    if (!std::exchange(loss_told_, true)) {
      logging::warning("progress is not kept: {}", sentence_of(error));
    }
  }
}

VariantResult failed_result(const std::string& id, Kernels whose, const Error& error) {
  VariantResult result;
  result.puzzle = id;
  result.kernels = whose;
  result.fail(error);
  return result;
}

void Session::add(VariantResult result) {
  take_(result);
  results_.push_back(std::move(result));
}

void Session::add(const std::string& id, const Error& error) {
  add(failed_result(id, whose(), error));
}

Outcome Session::worst_outcome() const {
  std::vector<Outcome> outcomes;
  for (const VariantResult& result : results_) outcomes.push_back(result.outcome);
  return worst(outcomes);
}

}  // namespace hippuzzle
