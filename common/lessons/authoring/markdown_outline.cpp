#include "lessons/authoring/markdown_outline.hpp"

#include <optional>
#include <sstream>

namespace hippuzzle {
namespace {

// The number of '#' before a blank at a line's beginning; 0 when it is no heading.
size_t heading_level(const std::string& line) {
  const size_t level = line.find_first_not_of('#');
  return level != line.npos && level <= 6 && line[level] == ' ' ? level : 0;
}

// "![two blocks](threads.svg)"
std::optional<MarkdownPicture> picture(const std::string& line, size_t number) {
  if (!line.starts_with("![")) return std::nullopt;
  const size_t middle = line.find("](");
  const size_t end = line.find(')', middle == line.npos ? 0 : middle);
  if (middle == line.npos || end == line.npos) return std::nullopt;
  return MarkdownPicture{line.substr(2, middle - 2), line.substr(middle + 2, end - middle - 2),
                         number};
}

// Calls take(line, number) for each line outside code fences.
template <typename Take>
void for_each_line(const std::string& markdown, const Take& take) {
  std::istringstream in(markdown);
  size_t number = 0;
  bool in_code = false;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const bool fence = line.starts_with("```");
    if (fence) in_code = !in_code;
    if (!fence && !in_code) take(line, number);
  }
}

}  // namespace

MarkdownOutline outline(const std::string& markdown) {
  MarkdownOutline outline;
  for_each_line(markdown, [&](const std::string& line, size_t number) {
    if (const size_t level = heading_level(line)) outline.headings.push_back({line, level, number});
    if (const auto found = picture(line, number)) outline.pictures.push_back(*found);
  });
  return outline;
}

std::string text_below(const std::string& markdown, const std::string& heading) {
  const size_t level = heading_level(heading);
  std::string text;
  bool inside = false;
  for_each_line(markdown, [&](const std::string& line, size_t) {
    const size_t found = heading_level(line);
    if (found != 0 && found <= level) {
      inside = line == heading;
    } else if (inside) {
      text += line + '\n';
    }
  });
  return text;
}

}  // namespace hippuzzle
