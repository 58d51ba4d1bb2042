// Runs variants on the platforms that --backend names and hands each result to a report.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/app/learner.hpp"
#include "cli/args/option_groups.hpp"
#include "cli/report/report.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/modules/search_path.hpp"

namespace hippuzzle {

class Session {
 public:
  // learner: whose kernels run in place of the reference's; nullptr for the reference.
  Session(const SearchPath& search_path, const RunSettings& settings, Report& report,
          Learner* learner)
      : search_path_(search_path), settings_(settings), report_(report), learner_(learner) {
    if (checks()) learner_->expect_checks();
  }

  // Runs each variant once for every backend. A backend that cannot run here gives an unsupported
  // result; "auto" tries one platform after the other and gives the first that could run. What
  // passed on the CPU and is a learner's is checked, too. Progress that cannot be written is said.
  void run(std::span<const VariantRef> refs);

  // A puzzle that could not even be opened counts as a result as well.
  void add(VariantResult result);

  // Prints the summary and returns the worst outcome.
  Outcome finish();

 private:
  bool checks() const {
    return learner_ != nullptr && !settings_.no_check && !settings_.in_process;
  }
  void run_all_on(const std::string& backend, std::span<const VariantRef> refs);
  VariantResult run_on(const std::string& backend, const VariantRef& ref);
  VariantResult run_candidate(const Candidate& candidate, const VariantRef& ref);
  void check_passed(VariantResult& result, const VariantRef& ref);

  const SearchPath& search_path_;
  const RunSettings& settings_;
  Report& report_;
  Learner* learner_;
  std::vector<VariantResult> results_;
  bool choice_explained_ = false;
  bool loss_told_ = false;
};

}  // namespace hippuzzle
