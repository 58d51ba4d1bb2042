// Names the known mistakes that show the same as a result: a run's or a check's.
#pragma once

#include "cli/app/learner/learner.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/judge/result.hpp"
#include "engine/modules/search_path.hpp"

namespace hippuzzle {

class NamedMistakes {
 public:
  // learner: whose kernels the results are about; nullptr for the reference's.
  NamedMistakes(const SearchPath& search_path, const Learner* learner)
      : search_path_(search_path), learner_(learner) {}

  // Sets result.mistakes. Mistakes are recorded by a build of everything; a line says once if they
  // are not. They are other people's changes of a kernel, so they do not describe a stub that
  // nobody has changed, or other inputs than the puzzle's.
  void add_to(VariantResult& result, const VariantRef& ref);

 private:
  const SearchPath& search_path_;
  const Learner* learner_;
  bool missing_told_ = false;
};

}  // namespace hippuzzle
