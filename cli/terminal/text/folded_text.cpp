#include "cli/terminal/text/folded_text.hpp"

#include <fmt/format.h>

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
      for (const std::string& part : wrapped(line, width)) lines.push_back(part);
    }
  }
  return fmt::format("{}{}", fmt::join(lines, "\n"), text.ends_with('\n') ? "\n" : "");
}

}  // namespace hippuzzle
