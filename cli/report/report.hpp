// How results are shown. One file per format; the engine knows none of them.
#pragma once

#include <memory>
#include <span>

#include "engine/judge/result.hpp"

namespace hippuzzle {

class Report {
 public:
  virtual ~Report() = default;
  virtual void variant(const VariantResult& result) = 0;  // as soon as it is there
  virtual void summary(std::span<const VariantResult> results, Outcome worst) = 0;
};

// For people, on standard output, as the puzzle's README prints it: out, expected, the verdict.
// Colour as terminal.hpp says.
std::unique_ptr<Report> make_text_report();

// For programs, on standard output: a JSON object a line, {"kind": "variant", …} for each result,
// then one {"kind": "summary", …}.
std::unique_ptr<Report> make_json_report();

}  // namespace hippuzzle
