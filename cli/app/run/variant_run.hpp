// One run of a variant on a backend: the judge's verdict, known mistakes, and for a learner the
// check of what has passed.
#pragma once

#include <string>
#include <vector>

#include "cli/app/learner/learner.hpp"
#include "cli/app/run/choose_platform.hpp"
#include "cli/app/run/named_mistakes.hpp"
#include "cli/args/option_groups.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/modules/search_path.hpp"

namespace hippuzzle {

class VariantRun {
 public:
  // learner: whose kernels run in place of the reference's; nullptr for the reference.
  VariantRun(const SearchPath& search_path, const RunSettings& settings, Learner* learner);

  // A backend that cannot run the variant here gives an unsupported result; "auto" tries one
  // platform after the other and gives the first that could run it. Throws Error(load_failed) when
  // the learner's kernels do not compile.
  VariantResult operator()(const std::string& backend, const VariantRef& ref);

 private:
  bool checks() const;
  VariantResult judged(const Candidate& candidate, const VariantRef& ref);
  bool find_line(VariantResult& result, const VariantRef& ref) const;
  void check_passed(VariantResult& result, const VariantRef& ref) const;
  void explain_choice(const std::string& platform, const std::vector<PassedOver>& passed_over);

  const SearchPath& search_path_;
  const RunSettings& settings_;
  Learner* learner_;
  bool choice_explained_ = false;
  NamedMistakes mistakes_;
};

}  // namespace hippuzzle
