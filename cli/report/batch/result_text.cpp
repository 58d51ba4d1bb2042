// A batch for people: a line for each result, and at the end their sum.
#include <fmt/format.h>

#include <map>
#include <vector>

#include "cli/report/batch/result_format.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "cli/terminal/text/folded_text.hpp"
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

std::string again(std::span<const BatchResult> results) {
  std::string text;
  for (const BatchResult& batch : results) {
    if (!is_failure(batch) || did_not_begin(batch.result.outcome)) continue;
    text += fmt::format("  {}, {}: {}\n", title(batch.result), to_string(batch.result.outcome),
                        batch.command);
  }
  return text.empty() ? "" : "To repeat the failures:\n" + text;
}

// "12 passed, 1 failed, 0 unsupported here: wrong answer"; before it the commands that repeat
// failures, and the names of puzzles that were not started, in lines of at most `columns`.
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

class TextFormat : public ResultFormat {
 public:
  explicit TextFormat(Look look) : look_(look) {}

  std::string one(const BatchResult& batch) const override {
    if (did_not_begin(batch.result.outcome)) return "";  // the summary names them
    const std::string text = verdict_text(batch.result, look_.colour) + '\n';
    return look_.folds ? folded(text, look_.columns) : text;
  }
  std::string tail(std::span<const BatchResult> results, Outcome worst) const override {
    const std::string text = summary_text(results, worst, look_.colour, look_.columns);
    return look_.folds ? folded(text, look_.columns) : text;
  }

 private:
  Look look_;
};

}  // namespace

std::unique_ptr<ResultFormat> make_text_format(Look look) {
  return std::make_unique<TextFormat>(look);
}

}  // namespace hippuzzle
