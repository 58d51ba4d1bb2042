#include "cli/report/lessons/lesson_text.hpp"

#include <algorithm>

#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/markdown.hpp"
#include "cli/terminal/text/typed_command.hpp"

namespace hippuzzle {

std::string lesson_text(const std::string& markdown, const std::filesystem::path& folder) {
  constexpr int widest = 100;  // longer lines are hard to read
  const auto width = static_cast<size_t>(std::min(terminal_size().columns, widest));
  return render_markdown(as_typed(markdown), {width, wants_colour(stdout), folder});
}

}  // namespace hippuzzle
