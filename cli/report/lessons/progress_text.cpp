#include "cli/report/lessons/progress_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

// The meaning of the standings that the list shows.
std::string legend(const Curriculum& curriculum, size_t width, bool colour) {
  std::set<Standing> shown;
  for (const CoursePuzzle& puzzle : curriculum.puzzles()) shown.insert(puzzle.standing());
  std::string text;
  for (const Standing standing : shown) {
    if (standing == Standing::not_started) continue;
    const std::string line = fmt::format("{}: {}", to_text(standing, colour), meaning(standing));
    text += fmt::format("{}\n", fmt::join(wrapped(line, width), "\n"));
  }
  return text.empty() ? "" : '\n' + text;
}

std::string bar(size_t done, size_t all, size_t columns, bool colour) {
  const size_t filled = all == 0 ? 0 : done * columns / all;
  const std::string full(filled, '#');
  return fmt::format("[{}{}]", colour ? fmt::format("\x1b[32m{}\x1b[0m", full) : full,
                     std::string(columns - filled, '-'));
}

// The variants of a puzzle that has been begun but has not passed.
std::string variants_text(const CoursePuzzle& puzzle, bool colour) {
  std::string text;
  const bool has_verdicts = std::ranges::any_of(puzzle.variants, [](const CourseVariant& v) {
    return v.progress.standing > Standing::started;
  });
  if (!has_verdicts || puzzle.standing() > Standing::failing) return text;
  for (const CourseVariant& variant : puzzle.variants) {
    if (variant.flag.empty()) continue;
    text += text.empty() ? "" : ", ";
    text += unbreakable(
        fmt::format("--{} {}", variant.flag, to_text(variant.progress.standing, colour)));
  }
  return text;
}

// A puzzle whose standing has no room in its line.
std::string below_its_id(const CoursePuzzle& puzzle, size_t indent, size_t width, bool colour) {
  const size_t room = std::max(width, indent + 8) - indent;
  std::string text, before = puzzle.id;
  for (const std::string& part : {puzzle.title, to_text(puzzle.standing(), colour),
                                  breakable(variants_text(puzzle, colour))}) {
    if (part.empty()) continue;
    for (const std::string& line : wrapped(part, room)) {
      text += padded(std::exchange(before, ""), indent) + line + '\n';
    }
  }
  return text;
}

}  // namespace

std::string to_text(Standing standing, bool colour) {
  struct Look {
    const char* text;
    const char* code;
  };
  static constexpr Look looks[] = {{"not started", "2"},
                                   {"started", "33"},
                                   {"failing", "31"},
                                   {"passed", "32"},
                                   {"passed clean", "1;32"}};
  const Look& look = looks[static_cast<size_t>(standing)];
  return colour ? fmt::format("\x1b[{}m{}\x1b[0m", look.code, look.text) : look.text;
}

std::string meaning(Standing standing) {
  switch (standing) {
    case Standing::not_started:
      return "no file yet";
    case Standing::started:
      return "a file, and no verdict on all of it";
    case Standing::failing:
      return "wrong, or with findings";
    case Standing::passed:
      return "right in all cases, not checked";
    case Standing::passed_clean:
      return "right, and the check found nothing";
  }
  return "";
}

std::string progress_text(const Curriculum& curriculum, size_t width, bool colour) {
  const size_t count = curriculum.puzzles().size();
  const std::string figures = fmt::format(" {} of {} puzzles passed", curriculum.passed(), count);
  const size_t columns = std::clamp<size_t>(width, figures.size() + 12, 80) - figures.size() - 2;
  std::string text = bar(curriculum.passed(), count, columns, colour) + figures + "\n\n";

  size_t ids = 0, titles = 0;
  for (const CoursePuzzle& puzzle : curriculum.puzzles()) {
    ids = std::max(ids, display_width(puzzle.id));
    titles = std::max(titles, display_width(puzzle.title));
  }
  constexpr size_t standings = 12;  // "passed clean"
  const bool is_cramped = width < ids + titles + 4 + standings;
  for (const CoursePuzzle& puzzle : curriculum.puzzles()) {
    if (is_cramped) {
      text += below_its_id(puzzle, ids + 2, width, colour);
      continue;
    }
    std::string line = padded(puzzle.id, ids + 2) + padded(puzzle.title, titles + 2) +
                       padded(to_text(puzzle.standing(), colour), 13);
    const std::string variants = variants_text(puzzle, colour);
    size_t indent = ids + titles + 17;
    if (indent + 30 > width && !variants.empty()) {  // below the title instead of next to it
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
      line.clear();
      indent = ids + 2;
    }
    for (const std::string& part : wrapped(variants, std::max(width, indent) - indent)) {
      line = padded(line, part.empty() ? 0 : indent) + part;
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
      line.clear();
    }
  }
  return text + legend(curriculum, width, colour);
}

}  // namespace hippuzzle
