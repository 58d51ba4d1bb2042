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

enum class Detail {
  full,  // as the puzzle's README prints it: out, expected, the verdict
  line   // one line a variant, and a summary
};

// For people, on standard output; colour as terminal.hpp says.
std::unique_ptr<Report> make_text_report(Detail detail);

// For programs, on standard output: a JSON object a line, {"kind": "variant", …} for each result,
// then one {"kind": "summary", …}.
std::unique_ptr<Report> make_json_report();

// "reference" or "your kernels", as a verdict names whose kernels it is about.
std::string whose(const VariantResult& result);

// "p16 --tiled", or "p01" for a puzzle's only variant.
std::string title(const VariantResult& result);

// "64 of 4096 blocks of larger grids"; the others were not checked.
std::string sampled_text(const SampledBlocks& sampled);

}  // namespace hippuzzle
