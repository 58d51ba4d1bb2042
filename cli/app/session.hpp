// Runs variants on the platforms that --backend names, keeps a learner's progress, and hands each
// result to a report.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/app/learner.hpp"
#include "cli/app/variant_run.hpp"
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
      : settings_(settings),
        report_(report),
        learner_(learner),
        run_variant_(search_path, settings, learner) {}

  // Runs each variant once for every backend. Progress that cannot be written is said.
  void run(std::span<const VariantRef> refs);

  // A puzzle that could not even be opened counts as a result as well.
  void add(VariantResult result);

  // Prints the summary and returns the worst outcome.
  Outcome finish();

 private:
  void run_all_on(const std::string& backend, std::span<const VariantRef> refs);
  void record(const VariantRef& ref, const VariantResult& result);

  const RunSettings& settings_;
  Report& report_;
  Learner* learner_;
  VariantRun run_variant_;
  std::vector<VariantResult> results_;
  bool loss_told_ = false;  // that progress is not kept
};

}  // namespace hippuzzle
