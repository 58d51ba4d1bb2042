// Results for people.
#include <fmt/format.h>

#include "cli/report/verdict/findings/findings.hpp"
#include "cli/report/verdict/next_step.hpp"
#include "cli/report/verdict/report.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "cli/report/advice.hpp"
#include "cli/report/numbers.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/folded_text.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "support/text/text.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_findings = 5;     // `hippuzzle check` shows them all
constexpr uint64_t widest_matrix = 12;  // larger outputs are shown by their first mismatches

class TextReport : public Report {
 public:
  explicit TextReport(TextLook look) : look_(std::move(look)), colour_(wants_colour(stdout)) {}

  void variant(const VariantResult& result) override {
    const bool is_line = look_.brief && result.outcome == Outcome::passed;
    if (shown_++ > 0 && !(is_line && was_line_)) fmt::print("\n");
    was_line_ = is_line;
    if (!is_line) {
      show_example(result);
      show_failure(result);
      show_mistakes(result);
      const std::string found = findings_text(result, most_findings, colour_);
      fmt::print("{}", look_.columns ? folded(found, *look_.columns) : found);
    }
    print_folded(verdict_text(result, colour_));
    if (const std::string step = next_step(result, look_.options); !step.empty()) {
      print_folded(step);
    }
    std::fflush(stdout);
  }

  void summary(std::span<const VariantResult>, Outcome) override {}

 private:
  // The two lines that the puzzle's README prints. "expected" is the recorded value that the judge
  // compared with.
  void show_example(const VariantResult& result) const {
    if (result.cases.empty()) return;
    const CaseResult& example = result.cases.front();
    show_array("out: ", example.output, result.type);
    show_array("expected: ", example.expected, result.type);
  }

  // Prints an array in one row of a terminal.
  void show_array(const std::string& name, std::span<const double> values,
                  hippuzzle_type type) const {
    const size_t used = display_width(name);
    if (!look_.columns) return fmt::print("{}{}\n", name, host_buffer(values, type));
    const size_t left = *look_.columns - std::min(used, *look_.columns);
    fmt::print("{}", folded(name + host_buffer_within(values, type, left) + '\n', *look_.columns));
  }

  void print_folded(const std::string& text) const {
    if (!look_.columns) return fmt::print("{}\n", text);
    for (const std::string& line : wrapped(text, *look_.columns)) fmt::print("{}\n", line);
  }

  void show_failure(const VariantResult& result) const {
    for (const CaseResult& c : result.cases) {
      if (c.passed) continue;
      for (const std::string& fault : c.faults) {
        print_folded(fmt::format("in the case '{}': {}", c.name, fault));
      }
      if (c.comparison.wrong > 0) show_mismatches(c, result.type);
      return;  // the first failing case says enough
    }
  }

  void show_mistakes(const VariantResult& result) const {
    if (result.mistakes.size() == 1) {
      print_folded("the same comes of this mistake: " + result.mistakes.front());
    } else if (!result.mistakes.empty()) {
      print_folded("the same comes of one of these mistakes:");
      for (const std::string& mistake : result.mistakes) print_folded("- " + mistake);
    }
  }

  void show_mismatches(const CaseResult& c, hippuzzle_type type) const {
    const bool small =
        c.shape.rank == 2 && c.shape.n[0] <= widest_matrix && c.shape.n[1] <= widest_matrix;
    fmt::print("in the case '{}':\n", c.name);
    for (const CaseInput& input : c.inputs) {
      show_array(fmt::format("  {}: ", input.name), input.values, input.type);
    }
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
        fmt::print("{}", wrong[i] ? coloured(padded, Outcome::wrong_answer, colour_) : padded);
      }
      fmt::print("\n");
    }
  }

  TextLook look_;
  bool colour_;
  bool was_line_ = false;  // what was printed before
  int shown_ = 0;
};

}  // namespace

std::unique_ptr<Report> make_text_report(TextLook look) {
  return std::make_unique<TextReport>(std::move(look));
}

}  // namespace hippuzzle
