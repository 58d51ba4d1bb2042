// Results for people.
#include <fmt/format.h>

#include <map>

#include "cli/report/advice.hpp"
#include "cli/report/findings.hpp"
#include "cli/report/numbers.hpp"
#include "cli/report/report.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/terminal/text_layout.hpp"
#include "engine/support/text.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_findings = 5;     // `hippuzzle check` shows them all
constexpr uint64_t widest_matrix = 12;  // larger outputs are shown by their first mismatches

class TextReport : public Report {
 public:
  explicit TextReport(Detail detail) : detail_(detail), colour_(wants_colour(stdout)) {}

  void variant(const VariantResult& result) override {
    if (detail_ == Detail::line && did_not_begin(result)) return;  // the summary names them
    if (detail_ == Detail::full) {
      if (shown_++ > 0) fmt::print("\n");
      show_example(result);
      show_failure(result);
    }
    if (detail_ == Detail::full) {
      show_mistakes(result);
      fmt::print("{}", findings_text(result, most_findings, colour_));
    }
    fmt::print("{}\n", verdict(result));
    std::fflush(stdout);
  }

  void summary(std::span<const VariantResult> results, Outcome worst) override {
    if (detail_ == Detail::full) return;
    std::map<Outcome, size_t> counts;
    for (const VariantResult& result : results) ++counts[result.outcome];
    name(results, Outcome::not_started, "`hippuzzle start` puts a stub into the workspace");
    name(results, Outcome::not_built, "`./dev build` builds all puzzles");
    size_t failed = results.size();
    std::string others;
    for (const Outcome outcome : {Outcome::not_checked, Outcome::not_started, Outcome::not_built}) {
      const size_t count = counts[outcome];
      failed -= count;
      if (count > 0) others += fmt::format(", {} {}", count, to_string(outcome));
    }
    failed -= counts[Outcome::passed] + counts[Outcome::unsupported];
    fmt::print("{} passed, {} failed, {} unsupported here{}: {}\n", counts[Outcome::passed], failed,
               counts[Outcome::unsupported], others, coloured(to_string(worst), worst));
  }

 private:
  std::string coloured(const std::string& text, Outcome outcome) const {
    if (!colour_) return text;
    const char* code = outcome == Outcome::passed        ? "32"
                       : outcome == Outcome::unsupported ? "33"
                                                         : "31";
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
  }

  static bool did_not_begin(const VariantResult& result) {
    return result.outcome == Outcome::not_started || result.outcome == Outcome::not_built;
  }

  // "not started: p02, p03 (…)", in lines that fit; nothing when there is none.
  static void name(std::span<const VariantResult> results, Outcome outcome, const char* help) {
    std::vector<std::string> ids;
    for (const VariantResult& result : results) {
      if (result.outcome == outcome) ids.push_back(result.puzzle);
    }
    if (ids.empty()) return;
    const std::string text =
        fmt::format("{}: {} ({})", to_string(outcome), fmt::join(ids, ", "), help);
    const auto columns = static_cast<size_t>(terminal_size().columns);
    for (const std::string& line : wrapped(text, columns)) fmt::print("{}\n", line);
  }

  // The two lines that the puzzle's README prints. "expected" is the recorded value that the judge
  // compared with.
  void show_example(const VariantResult& result) const {
    if (result.cases.empty()) return;
    const CaseResult& example = result.cases.front();
    fmt::print("out: {}\n", host_buffer(example.output, result.type));
    fmt::print("expected: {}\n", host_buffer(example.expected, result.type));
  }

  void show_failure(const VariantResult& result) const {
    for (const CaseResult& c : result.cases) {
      if (c.passed) continue;
      for (const std::string& fault : c.faults) fmt::print("in the case '{}': {}\n", c.name, fault);
      if (c.comparison.wrong > 0) show_mismatches(c, result.type);
      return;  // the first failing case says enough
    }
  }

  static void show_mistakes(const VariantResult& result) {
    if (result.mistakes.size() == 1) {
      fmt::print("the same comes of this mistake: {}\n", result.mistakes.front());
    } else if (!result.mistakes.empty()) {
      fmt::print("the same comes of one of these mistakes:\n  {}\n",
                 fmt::join(result.mistakes, "\n  "));
    }
  }

  void show_mismatches(const CaseResult& c, hippuzzle_type type) const {
    const bool small =
        c.shape.rank == 2 && c.shape.n[0] <= widest_matrix && c.shape.n[1] <= widest_matrix;
    fmt::print("in the case '{}':\n", c.name);
    if (small) show_matrix(c, type);
    for (const Mismatch& m : c.comparison.first) {
      fmt::print("  {} is {}, expected {}\n",
                 element_text(static_cast<int64_t>(m.index), {c.shape.n, c.shape.rank}),
                 m.never_written ? "never written" : to_text(m.got, type),
                 to_text(m.expected, type));
    }
    if (const uint64_t more = c.comparison.wrong - c.comparison.first.size(); more > 0) {
      fmt::print("  and {} more\n", more);
    }
  }

  // The output as a matrix, wrong cells marked with '*' (and red on a terminal).
  void show_matrix(const CaseResult& c, hippuzzle_type type) const {
    const std::vector<bool>& wrong = c.comparison.is_wrong;
    std::vector<std::string> cells;
    size_t width = 0;
    for (uint64_t i = 0; i < c.output.size(); ++i) {
      cells.push_back(to_text(c.output[i], type) + (wrong[i] ? "*" : " "));
      width = std::max(width, cells.back().size());
    }
    for (uint64_t row = 0; row < c.shape.n[0]; ++row) {
      fmt::print("  ");
      for (uint64_t col = 0; col < c.shape.n[1]; ++col) {
        const uint64_t i = row * c.shape.n[1] + col;
        const std::string padded = fmt::format(" {:>{}}", cells[i], width);
        fmt::print("{}", wrong[i] ? coloured(padded, Outcome::wrong_answer) : padded);
      }
      fmt::print("\n");
    }
  }

  std::string verdict(const VariantResult& result) const {
    std::string text =
        fmt::format("{}: {}", title(result), coloured(to_string(result.outcome), result.outcome));
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

  Detail detail_;
  bool colour_;
  int shown_ = 0;
};

}  // namespace

std::unique_ptr<Report> make_text_report(Detail detail) {
  return std::make_unique<TextReport>(detail);
}

std::string whose(const VariantResult& result) {
  return result.kernels == Kernels::yours ? "your kernels" : "reference";
}

std::string title(const VariantResult& result) {
  std::string text = result.variant.empty() ? result.puzzle
                                            : fmt::format("{} --{}", result.puzzle, result.variant);
  if (!result.size.empty()) text += " at " + result.size;
  return text;
}

std::string sampled_text(const SampledBlocks& sampled) {
  return fmt::format("{} of {} blocks of larger grids", sampled.looked_at, sampled.in_all);
}

}  // namespace hippuzzle
