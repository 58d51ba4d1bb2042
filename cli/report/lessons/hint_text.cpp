#include "cli/report/lessons/hint_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/lessons/terminal_markdown.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/typed_command.hpp"

namespace hippuzzle {

std::string hint_text(const ShownHints& hints, const Lesson& lesson, const CourseVariant& variant) {
  constexpr int widest = 100;  // longer lines are hard to read
  const std::string flag = variant.flag.empty() ? "" : " --" + variant.flag;
  const auto width = static_cast<size_t>(std::min(terminal_size().columns, widest));
  std::string text;
  for (size_t i = hints.first; i < hints.end; ++i) {
    text += fmt::format(
        "{}{}{}, hint {} of {}:\n{}", i > hints.first ? "\n" : "", lesson.id(), flag, i + 1,
        hints.all.size(),
        render_markdown(as_typed(hints.all[i]), {width, wants_colour(stdout), lesson.folder()}));
  }
  if (hints.is_last_again) text += "\nThat was the last hint, again.\n";
  return text;
}

}  // namespace hippuzzle
