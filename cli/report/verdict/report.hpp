// Reports of results. One file per format; the engine knows none of them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/judge/result.hpp"

namespace hippuzzle {

class Report {
 public:
  virtual ~Report() = default;
  virtual void variant(const VariantResult& result) = 0;  // as soon as it is there
  virtual void summary(std::span<const VariantResult> results, Outcome worst) = 0;
};

// The look of results for people.
struct TextLook {
  std::optional<size_t> columns;  // of a terminal: long lines are folded and arrays elided for it
  bool brief = false;             // of what passes the verdict only
  std::string options;            // of the run, for commands that show more: " --seed 7"
};

// Text for people, on standard output, as the puzzle's README prints it: out, expected, the
// verdict; of a failure also the command that shows more of it. Colour as terminal.hpp says.
std::unique_ptr<Report> make_text_report(TextLook look);

}  // namespace hippuzzle
