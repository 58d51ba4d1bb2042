// Results for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/report/advice_text.hpp"
#include "cli/report/numbers.hpp"
#include "cli/report/verdict/findings/findings.hpp"
#include "cli/report/verdict/next_step.hpp"
#include "cli/report/verdict/verdict_formats.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "cli/terminal/text/folded_text.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "engine/judge/mismatch_text.hpp"
#include "engine/modules/abi_types.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_findings = 5;     // `hippuzzle check` shows them all
constexpr uint64_t widest_matrix = 12;  // larger outputs are shown by their first mismatches

class VerdictLines : public VerdictFormat {
 public:
  explicit VerdictLines(VerdictStyle style) : style_(std::move(style)) {}

  std::string result(const VariantResult& result) override {
    const bool is_line = style_.brief && result.outcome == Outcome::passed;
    std::string text = shown_++ > 0 && !(is_line && was_line_) ? "\n" : "";
    was_line_ = is_line;
    if (!is_line) {
      text += example(result) + failure(result);
      const std::string mistakes = mistakes_text(result);
      const std::string found = findings_text(result, most_findings, style_.colour);
      // A mistake explains the outputs above it or the findings above it.
      for (const std::string& part : {result.outcome == Outcome::findings ? found : mistakes,
                                      result.outcome == Outcome::findings ? mistakes : found}) {
        text += style_.columns ? folded(part, *style_.columns) : part;
      }
    }
    text += lines(verdict_text(result, style_.colour));
    if (const std::string step = next_step(result, style_.options); !step.empty()) {
      text += lines(step);
    }
    return text;
  }

 private:
  // The two lines that the puzzle's README prints. "expected" is the recorded value that the judge
  // compared with.
  std::string example(const VariantResult& result) const {
    const CaseResult* const example = result.example();
    if (example == nullptr) return "";
    return arrays("out", example->output, result, *example) +
           arrays("expected", example->expected, result, *example);
  }

  // A line for each output, named where there are several.
  std::string arrays(const std::string& title, std::span<const double> values,
                     const VariantResult& result, const CaseResult& c) const {
    std::string text;
    for (size_t i = 0; i < result.outputs.size(); ++i) {
      const OutputBuffer& output = result.outputs[i];
      const std::string name = result.outputs.size() == 1 ? title : title + ' ' + output.name;
      const size_t count = std::min<size_t>(element_count(c.shapes[i]), values.size());
      text += array(name + ": ", values.first(count), output.type);
      values = values.subspan(count);
    }
    return text;
  }

  // An array in one row of a terminal.
  std::string array(const std::string& name, std::span<const double> values,
                    hippuzzle_type type) const {
    const size_t used = display_width(name);
    if (!style_.columns) return fmt::format("{}{}\n", name, host_buffer(values, type));
    const size_t left = *style_.columns - std::min(used, *style_.columns);
    return folded(name + host_buffer_within(values, type, left) + '\n', *style_.columns);
  }

  std::string lines(const std::string& text) const {
    if (!style_.columns) return text + '\n';
    return fmt::format("{}\n", fmt::join(wrapped(text, *style_.columns), "\n"));
  }

  std::string failure(const VariantResult& result) const {
    std::string text;
    for (const CaseResult& c : result.cases) {
      if (c.passed) continue;
      for (const std::string& fault : c.faults) {
        if (result.reason.ends_with(fault)) continue;  // the verdict says it
        text += lines(fmt::format("in the case '{}': {}", c.name, fault));
      }
      if (c.comparison.wrong > 0) text += mismatches(c, result);
      break;  // the first failing case says enough
    }
    return text;
  }

  std::string mismatches(const CaseResult& c, const VariantResult& result) const {
    const hippuzzle_shape& shape = c.shapes.front();
    const bool small = result.outputs.size() == 1 && shape.rank == 2 &&
                       shape.n[0] <= widest_matrix && shape.n[1] <= widest_matrix;
    std::string text = fmt::format("in the case '{}':\n", c.name);
    for (const CaseInput& input : c.inputs) {
      text += array(fmt::format("  {}: ", input.name), input.values, input.type);
    }
    if (small) text += matrix(c, result.outputs.front().type);
    for (const Mismatch& m : c.comparison.first) {
      const hippuzzle_type type = result.outputs[m.output].type;
      text += fmt::format("  {} is {}, expected {}{}\n", element_name(result, c, m),
                          m.never_written ? "never written" : to_text(m.got, type),
                          to_text(m.expected, type), difference(m, type));
    }
    if (const uint64_t more = c.comparison.wrong - c.comparison.first.size(); more > 0) {
      text += fmt::format("  and {} more\n", more);
    }
    return text + foreign_value(c, result);
  }

  // Used if two values look the same.
  static std::string difference(const Mismatch& m, hippuzzle_type type) {
    if (m.never_written || to_text(m.got, type) != to_text(m.expected, type)) return "";
    return fmt::format(", {:.1g} less or more", std::abs(m.got - m.expected));
  }

  // Memory outside of arrays holds bytes at random, and so do many of its numbers.
  std::string foreign_value(const CaseResult& c, const VariantResult& result) const {
    constexpr double far = 1e12;  // from whatever sums and products of a puzzle's inputs come to
    if (c.inputs.empty()) return "";
    double largest = 1;
    for (const CaseInput& input : c.inputs) {
      for (const double value : input.values) largest = std::max(largest, std::abs(value));
    }
    for (const Mismatch& m : c.comparison.first) {
      const hippuzzle_type type = result.outputs[m.output].type;
      if (type == HIPPUZZLE_I32 || type == HIPPUZZLE_U32) continue;
      const double usual = std::max(largest, std::abs(m.expected));
      if (m.never_written || !std::isfinite(m.got) || std::abs(m.got) <= far * usual) continue;
      return lines(
          fmt::format("  {} comes from no input: such numbers are in the memory after a "
                      "buffer, or in memory that nobody has written",
                      to_text(m.got, type)));
    }
    return "";
  }

  // The output as a matrix, wrong cells marked with '*' (and red on a terminal).
  std::string matrix(const CaseResult& c, hippuzzle_type type) const {
    const std::vector<bool>& wrong = c.comparison.is_wrong;
    std::vector<std::string> cells;
    size_t width = 0;
    for (uint64_t i = 0; i < c.output.size(); ++i) {
      cells.push_back(to_text(c.output[i], type) + (wrong[i] ? "*" : " "));
      width = std::max(width, cells.back().size());
    }
    std::string text;
    const hippuzzle_shape& shape = c.shapes.front();
    for (uint64_t row = 0; row < shape.n[0]; ++row) {
      text += "  ";
      for (uint64_t col = 0; col < shape.n[1]; ++col) {
        const uint64_t i = row * shape.n[1] + col;
        const std::string padded = fmt::format(" {:>{}}", cells[i], width);
        text += wrong[i] ? coloured(padded, Outcome::wrong_answer, style_.colour) : padded;
      }
      text += '\n';
    }
    return text;
  }

  VerdictStyle style_;
  bool was_line_ = false;  // the result before
  int shown_ = 0;
};

}  // namespace

std::unique_ptr<VerdictFormat> make_verdict_text(VerdictStyle style) {
  return std::make_unique<VerdictLines>(std::move(style));
}

}  // namespace hippuzzle
