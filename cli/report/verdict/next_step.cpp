#include "cli/report/verdict/next_step.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/verdict/verdict_text.hpp"
#include "cli/terminal/text/typed_command.hpp"

namespace hippuzzle {

std::string next_step(const VariantResult& result, const std::string& options) {
  const std::string name = title(result.puzzle, result.variant) + options;
  if (result.outcome == Outcome::findings) {
    return as_typed(fmt::format("`hippuzzle check {}` shows all that it found.", name));
  }
  const auto failed = std::ranges::find(result.cases, false, &CaseResult::passed);
  if (result.outcome != Outcome::wrong_answer || failed == result.cases.end()) return "";
  if (failed->comparison.wrong == 0) {
    if (result.error_count() > 0) return "";  // the check has run, and its findings stand above
    return as_typed(fmt::format("`hippuzzle check {}` names the line.", name));
  }
  return as_typed(
      fmt::format("`hippuzzle trace {} --case {}` shows each step of it.", name, failed->number));
}

}  // namespace hippuzzle
