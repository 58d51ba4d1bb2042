// Verdicts as they come, in each format. The engine knows none of them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/judge/result.hpp"

namespace hippuzzle {

// All results, once the last one is there.
struct Verdicts {
  std::span<const VariantResult> results;
  Outcome worst;
};

using VerdictFormat = StreamedFormat<VariantResult, Verdicts>;
using VerdictOutputs = StreamedOutputs<VariantResult, Verdicts>;

// How the text format shows a result.
struct VerdictStyle {
  std::optional<size_t> columns;  // of a terminal: long lines are folded and arrays elided for it
  bool brief = false;             // of passed results the verdict only
  std::string options;            // of the run, for commands that show more: " --seed 7"
  bool colour = false;
};

// Text for people, as the puzzle's README prints it: out, expected, the verdict; of a failure also
// the command that shows more of it.
std::unique_ptr<VerdictFormat> make_verdict_text(VerdictStyle style);

// JSON: an object a line, {"kind": "variant", …} for each result, then one
// {"kind": "summary", …}.
std::unique_ptr<VerdictFormat> make_verdict_json();

// One SARIF 2.1.0 document at the end: for editors and code hosts.
std::unique_ptr<VerdictFormat> make_sarif();

// Text or JSON, of a run; of a check SARIF, too.
std::vector<FormatName> run_format_names();
std::vector<FormatName> check_format_names();

}  // namespace hippuzzle
