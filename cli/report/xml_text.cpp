#include "cli/report/xml_text.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace hippuzzle {
namespace {

// The number of bytes at `at` that are one character which XML 1.0 allows; 0 when none is.
size_t character_length(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0};
  };
  const uint8_t first = byte(at);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' ? 1 : 0;
  const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  }
  const uint8_t second = byte(at + 1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool too_large = first == 0xf4 && second >= 0x90;
  const bool no_character = first == 0xef && second == 0xbf && byte(at + 2) >= 0xbe;
  return overlong || surrogate || too_large || no_character ? 0 : length;
}

}  // namespace

std::string xml_escaped(const std::string& text) {
  std::string safe;
  for (size_t at = 0; at < text.size();) {
    const size_t length = character_length(text, at);
    const char c = text[at];
    if (length == 0) {
      safe += "\xef\xbf\xbd";
    } else if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '"') {
      safe += "&quot;";
    } else if (c == '\n' || c == '\t') {
      safe += fmt::format("&#{};", static_cast<int>(c));
    } else {
      safe.append(text, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return safe;
}

}  // namespace hippuzzle
