#include "cli/app/learner/hints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/outcome.hpp"

namespace hippuzzle {

ShownHints take_hints(const Lesson& lesson, const CourseVariant& variant, Progress& progress,
                      Hint which) {
  lesson.require_stub();
  ShownHints hints{.all = lesson.hints(variant.name)};
  if (hints.all.empty()) {
    throw Error(
        Outcome::load_failed,
        fmt::format("{} has no hints for '{}'; its hints.md needs a section '## {}'", lesson.id(),
                    variant.name, variant.name.empty() ? "hints" : variant.name));
  }
  const int count = static_cast<int>(hints.all.size());
  if (which == Hint::all) {
    hints.end = hints.all.size();
    return hints;
  }
  const int shown = std::min(progress.of(variant.puzzle, variant.name).hints_shown, count);
  const int now = which == Hint::next ? std::min(shown + 1, count) : std::max(shown, 1);
  progress.record_hints(variant.puzzle, variant.name, std::max(now, shown));
  hints.first = static_cast<size_t>(now) - 1;
  hints.end = static_cast<size_t>(now);
  hints.is_last_again = which == Hint::next && shown == count;
  return hints;
}

}  // namespace hippuzzle
