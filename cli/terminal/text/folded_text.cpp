#include "cli/terminal/text/folded_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {

std::string folded(const std::string& text, size_t width) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (display_width(line) <= width) {
      lines.push_back(breakable(line));
    } else {
      const size_t before = lines.size();
      // An indented line stays indented, and goes on further in still.
      const size_t indent = std::min(line.find_first_not_of(' '), width / 2);
      const size_t hanging = indent > 0 ? indent + 2 : 0;
      for (const std::string& part : wrapped(line, width - hanging)) {
        const bool is_first = lines.size() == before;
        lines.push_back(std::string(is_first ? indent : hanging, ' ') + part);
      }
    }
  }
  return fmt::format("{}{}", fmt::join(lines, "\n"), text.ends_with('\n') ? "\n" : "");
}

}  // namespace hippuzzle
