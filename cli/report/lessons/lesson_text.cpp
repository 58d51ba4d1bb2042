#include "cli/report/lessons/lesson_text.hpp"

#include <unistd.h>

#include <algorithm>

#include "cli/report/lessons/terminal_markdown.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "cli/terminal/text/typed_command.hpp"

namespace hippuzzle {

std::string lesson_text(const std::string& markdown, const std::filesystem::path& folder) {
  constexpr int widest = 100;  // longer lines are hard to read
  const int columns = std::min(terminal_size().columns, widest);
  const bool is_terminal = isatty(STDOUT_FILENO) != 0, colour = wants_colour(stdout);
  MarkdownStyle style{.width = static_cast<size_t>(columns), .colour = colour, .folder = folder};
  style.folds_code = is_terminal;
  return render_markdown(as_typed(markdown), style);
}

}  // namespace hippuzzle
