#include "cli/report/authoring/lint_text.hpp"

#include <fmt/format.h>

namespace hippuzzle {

std::string lint_text(std::span<const ShapeFault> faults, size_t puzzles) {
  const std::string count = fmt::format("{} puzzle{}", puzzles, puzzles == 1 ? "" : "s");
  if (faults.empty()) return fmt::format("{} checked, nothing missing\n", count);
  std::string text;
  for (const ShapeFault& fault : faults) {
    text += std::filesystem::proximate(fault.file).string();
    if (fault.line > 0) text += fmt::format(":{}", fault.line);
    text += fmt::format(": {}\n", fault.sentence);
  }
  return text +
         fmt::format("{} problem{} in {}\n", faults.size(), faults.size() == 1 ? "" : "s", count);
}

}  // namespace hippuzzle
