#include "cli/report/grades/feedback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/report/verdict/verdict_text.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

// A stranger's words as an indented block, in which Markdown and HTML mean nothing. A compiler's
// lines stay as they are, because its carets point to columns.
std::string quoted(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  const bool has_lines = text.find('\n') != text.npos;
  std::string block = "\n";
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    for (const std::string& line : has_lines ? std::vector{part} : wrapped(part, 96))
      block += "    " + line + '\n';
    begin = end + 1;
  }
  return block;
}

std::string in_heading(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    if (std::string_view("\\`*_{}[]<>()#+-.!|&~").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

std::string points_text(std::optional<double> points, std::optional<double> most) {
  if (!most) return "";
  return points ? fmt::format(", {} of {} points", *points, *most)
                : fmt::format(", no points yet (at most {})", *most);
}

// The command that shows a student more, in the student's own workspace.
std::string command_text(const std::string& puzzle, const std::string& variant, Outcome outcome) {
  const std::string name = title(puzzle, variant);
  if (outcome == Outcome::findings || outcome == Outcome::timed_out || outcome == Outcome::crashed)
    return fmt::format("`hippuzzle check {}` shows the lines.\n", name);
  if (outcome == Outcome::wrong_answer || outcome == Outcome::load_failed)
    return fmt::format("`hippuzzle {}` shows more.\n", name);
  return "";
}

std::string part(const std::string& puzzle, const GradedVariant& variant) {
  std::string text =
      fmt::format("\n- {}: {}{}\n", title(puzzle, variant.name), to_string(variant.outcome),
                  points_text(variant.points, variant.most_points));
  if (variant.outcome == Outcome::passed) return text;
  const std::string command = command_text(puzzle, variant.name, variant.outcome);
  if (!command.empty()) text += "  " + command;
  return text + quoted(variant.reason);
}

std::string section(const Grade& grade) {
  std::string text = fmt::format("\n## {}: {}{}\n", grade.puzzle, to_string(grade.outcome),
                                 points_text(grade.points, grade.most_points));
  if (grade.late_hours > 0) {
    text += fmt::format("\nHanded in {} hour{} after the deadline.\n", grade.late_hours,
                        grade.late_hours == 1 ? "" : "s");
  }
  if (grade.variants.empty()) {
    const std::string command = command_text(grade.puzzle, "", grade.outcome);
    if (!command.empty()) text += "\n" + command;
    return grade.reason.empty() ? text : text + quoted(grade.reason);
  }
  for (const GradedVariant& variant : grade.variants) text += part(grade.puzzle, variant);
  return text;
}

}  // namespace

std::string feedback_text(std::span<const Grade> grades) {
  const auto passed = std::ranges::count(grades, Outcome::passed, &Grade::outcome);
  std::string text =
      fmt::format("# {}\n\n{} of {} puzzle{} passed", in_heading(grades.front().student), passed,
                  grades.size(), grades.size() == 1 ? "" : "s");
  if (const auto total = total_points(grades))
    text += fmt::format("; {} of {} points", total->points, total->most);
  text += ".\n";
  for (const Grade& grade : grades) text += section(grade);
  return text;
}

std::string feedback_name(const Grade& grade) {
  constexpr size_t longest = 200;  // bytes; file systems take 255
  return (grade.student.size() > longest ? grade.folder : grade.student) + ".md";
}

}  // namespace hippuzzle
