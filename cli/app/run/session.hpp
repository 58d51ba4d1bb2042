// Runs variants on the platforms that --backend names, keeps a learner's progress, and hands on
// each result.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/app/learner/learner.hpp"
#include "cli/app/run/variant_run.hpp"
#include "cli/args/option_groups.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/judge/result.hpp"
#include "engine/modules/search_path.hpp"

namespace hippuzzle {

// The result of a puzzle of which no variant could run, with the error as its reason.
VariantResult failed_result(const std::string& id, Kernels whose, const Error& error);

class Session {
 public:
  using Take = std::function<void(const VariantResult& result)>;

  // take: called with each result as soon as it is there. learner: whose kernels run in place of
  // the reference's; nullptr for the reference.
  Session(const SearchPath& search_path, const RunSettings& settings, Take take, Learner* learner)
      : settings_(settings),
        take_(std::move(take)),
        learner_(learner),
        run_learners_(search_path, settings, learner),
        run_reference_(search_path, settings, nullptr) {}

  // Runs each variant once for every backend. Reports progress that cannot be written.
  void run(std::span<const VariantRef> refs);

  // The same for one backend, "auto" among them.
  void run_on(const std::string& backend, std::span<const VariantRef> refs);

  // The backends that the settings name, else the workspace's.
  std::vector<std::string> backends() const;

  // A puzzle that could not even be opened counts as a result as well.
  void add(VariantResult result);

  // A result of the whole puzzle: that there was nothing to run, and why.
  void add(const std::string& id, const Error& error);

  const std::vector<VariantResult>& results() const { return results_; }
  Outcome worst_outcome() const;

 private:
  bool learner_solves(const VariantRef& ref) const;
  void record(const VariantRef& ref, const VariantResult& result);
  Kernels whose() const { return learner_ != nullptr ? Kernels::yours : Kernels::reference; }

  const RunSettings& settings_;
  Take take_;
  Learner* learner_;
  VariantRun run_learners_, run_reference_;
  std::vector<VariantResult> results_;
  bool loss_told_ = false;  // that progress is not kept
};

}  // namespace hippuzzle
