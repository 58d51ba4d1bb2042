#include "cli/app/hints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal/markdown.hpp"
#include "cli/terminal/terminal.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle {
namespace {

std::string one_hint(const std::vector<std::string>& hints, size_t index, const Lesson& lesson,
                     const CourseVariant& variant) {
  const std::string flag = variant.flag.empty() ? "" : " --" + variant.flag;
  const auto width = static_cast<size_t>(std::min(terminal_size().columns, 100));
  return fmt::format("{}{}, hint {} of {}:\n{}", variant.puzzle, flag, index + 1, hints.size(),
                     render_markdown(hints[index], {width, wants_colour(stdout), lesson.folder()}));
}

}  // namespace

std::string hint_text(const Lesson& lesson, const CourseVariant& variant, Progress& progress,
                      Hint which) {
  const auto hints = lesson.hints(variant.name);
  if (hints.empty()) {
    throw Error(
        Outcome::load_failed,
        fmt::format("{} has no hints for '{}'; its hints.md needs a section '## {}'",
                    variant.puzzle, variant.name, variant.name.empty() ? "hints" : variant.name));
  }
  const int count = static_cast<int>(hints.size());
  if (which == Hint::all) {
    std::string text;
    for (size_t i = 0; i < hints.size(); ++i) {
      text += (i > 0 ? "\n" : "") + one_hint(hints, i, lesson, variant);
    }
    return text;
  }
  const int shown = std::min(progress.of(variant.puzzle, variant.name).hints_shown, count);
  const int now = which == Hint::next ? std::min(shown + 1, count) : std::max(shown, 1);
  progress.record_hints(variant.puzzle, variant.name, std::max(now, shown));
  std::string text = one_hint(hints, static_cast<size_t>(now) - 1, lesson, variant);
  if (which == Hint::next && shown == count) text += "\nThat was the last hint, again.\n";
  return text;
}

}  // namespace hippuzzle
