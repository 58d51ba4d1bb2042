#include "cli/report/verdict/verdict_text.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "cli/report/verdict/batch/result_format.hpp"
#include "cli/report/words/advice.hpp"
#include "cli/report/words/numbers.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

// "not started: p02, p03 (…)", in lines that fit; nothing when there is none.
std::string named(std::span<const BatchResult> results, Outcome outcome, const char* help,
                  size_t columns) {
  std::vector<std::string> ids;
  for (const BatchResult& batch : results) {
    if (batch.result.outcome == outcome) ids.push_back(batch.result.puzzle);
  }
  if (ids.empty()) return "";
  const std::string text =
      fmt::format("{}: {} ({})", to_string(outcome), fmt::join(ids, ", "), help);
  return fmt::format("{}\n", fmt::join(wrapped(text, columns), "\n"));
}

bool did_not_begin(Outcome outcome) {
  return outcome == Outcome::not_started || outcome == Outcome::not_built ||
         outcome == Outcome::not_submitted;
}

class TextFormat : public ResultFormat {
 public:
  TextFormat(bool colour, size_t columns) : colour_(colour), columns_(columns) {}

  std::string one(const BatchResult& batch) const override {
    if (did_not_begin(batch.result.outcome)) return "";  // the summary names them
    return verdict_text(batch.result, colour_) + '\n';
  }
  std::string tail(std::span<const BatchResult> results, Outcome worst) const override {
    return summary_text(results, worst, colour_, columns_);
  }

 private:
  bool colour_;
  size_t columns_;
};

std::string again(std::span<const BatchResult> results) {
  std::string text;
  for (const BatchResult& batch : results) {
    if (!is_failure(batch) || did_not_begin(batch.result.outcome)) continue;
    text += fmt::format("  {}, {}: {}\n", title(batch.result), to_string(batch.result.outcome),
                        batch.command);
  }
  return text.empty() ? "" : "To repeat what failed:\n" + text;
}

}  // namespace

std::string title(const std::string& puzzle, const std::string& variant) {
  return variant.empty() ? puzzle : fmt::format("{} --{}", puzzle, variant);
}

std::string title(const VariantResult& result) {
  std::string text = title(result.puzzle, result.variant);
  if (!result.size.empty()) text += " at " + result.size;
  return text;
}

std::string sampled_text(const SampledBlocks& sampled) {
  return fmt::format("{} of {} blocks of larger grids", sampled.looked_at, sampled.in_all);
}

std::string whose(const VariantResult& result) {
  return result.kernels == Kernels::yours ? "your kernels" : "reference";
}

std::string coloured(const std::string& text, Outcome outcome, bool colour) {
  if (!colour) return text;
  const char* code = outcome == Outcome::passed                                  ? "32"
                     : outcome == Outcome::unsupported || did_not_begin(outcome) ? "33"
                                                                                 : "31";
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string verdict_text(const VariantResult& result, bool colour) {
  // The sentence of what was never loaded says by itself that it does not compile.
  if (result.outcome == Outcome::load_failed && result.platform.empty()) {
    return fmt::format("{}: {} [{}]", title(result),
                       coloured(reason_in_words(result), result.outcome, colour), whose(result));
  }
  std::string text = fmt::format("{}: {}", title(result),
                                 coloured(to_string(result.outcome), result.outcome, colour));
  if (!result.platform.empty()) text += fmt::format(" on {}", result.platform);
  if (!result.device.empty()) text += fmt::format(" ({})", result.device);
  if (result.outcome == Outcome::passed) {
    if (const auto time = result.kernel_milliseconds()) {
      text += fmt::format(", kernel {}", duration(*time));
    }
    text += fmt::format(", {} further cases passed", result.cases.size() - 1);
    if (result.checked) text += ", checked";
    if (result.sampled.in_all > 0) text += " on " + sampled_text(result.sampled);
  } else {
    text += fmt::format(": {}", reason_in_words(result));
    if (result.outcome == Outcome::wrong_answer) text += fmt::format(" (seed {})", result.seed);
  }
  text += fmt::format(" [{}]", whose(result));
  if (result.in_process) text += " [in process: for debugging, not a verdict]";
  return text;
}

std::string summary_text(std::span<const BatchResult> results, Outcome worst, bool colour,
                         size_t columns) {
  std::map<Outcome, size_t> counts;
  for (const BatchResult& batch : results) ++counts[batch.result.outcome];
  std::string text = again(results);
  text += named(results, Outcome::not_started, "`hippuzzle start` puts a stub into the workspace",
                columns);
  text += named(results, Outcome::not_built, "`./dev build` builds all puzzles", columns);
  size_t failed = results.size() - counts[Outcome::passed] - counts[Outcome::unsupported];
  std::string others;
  for (const Outcome outcome : {Outcome::not_checked, Outcome::not_started, Outcome::not_built}) {
    failed -= counts[outcome];
    if (counts[outcome] > 0) others += fmt::format(", {} {}", counts[outcome], to_string(outcome));
  }
  return text + fmt::format("{} passed, {} failed, {} unsupported here{}: {}\n",
                            counts[Outcome::passed], failed, counts[Outcome::unsupported], others,
                            coloured(to_string(worst), worst, colour));
}

std::unique_ptr<ResultFormat> make_text_format(bool colour, size_t columns) {
  return std::make_unique<TextFormat>(colour, columns);
}

}  // namespace hippuzzle
