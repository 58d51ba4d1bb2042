#include "cli/terminal/text/text_layout.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "support/text/colour.hpp"

namespace hippuzzle {
namespace {

constexpr std::string_view no_break_space = "\u00a0";

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace

size_t display_width(const std::string& text) {
  const std::string plain = without_colour(text);
  return static_cast<size_t>(std::ranges::count_if(
      plain, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, size_t width) {
  const size_t used = display_width(text);
  return used < width ? text + std::string(width - used, ' ') : text;
}

std::string unbreakable(const std::string& text) { return replace_all(text, " ", no_break_space); }

std::string breakable(const std::string& text) { return replace_all(text, no_break_space, " "); }

std::vector<std::string> wrapped(const std::string& text, size_t width) {
  std::vector<std::string> lines(1);
  size_t used = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const size_t needed = display_width(word);
    if (used > 0 && used + 1 + needed > width) {
      lines.emplace_back();
      used = 0;
    }
    if (used > 0) lines.back() += ' ';
    lines.back() += breakable(word);
    used += needed + (used > 0 ? 1 : 0);
  }
  return lines;
}

}  // namespace hippuzzle
