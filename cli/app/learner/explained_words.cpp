#include "cli/app/learner/explained_words.hpp"

#include <algorithm>

#include "cli/terminal/screen/logging.hpp"
#include "engine/results/finding_kinds.hpp"

namespace hippuzzle {

void say_where_words_are_explained(const std::vector<OutputChoice>& choices,
                                   const std::string& word) {
  if (std::ranges::find(choices, "text", &OutputChoice::format) == choices.end()) return;
  logging::info("`hippuzzle explain {}` explains a word of this report", word);
}

std::string first_rule(const std::vector<Finding>& findings) {
  const auto first = std::ranges::find(findings, "", &Finding::suppressed);
  return first == findings.end() ? "" : rule_of(first->kind).id;
}

}  // namespace hippuzzle
