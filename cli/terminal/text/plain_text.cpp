#include "cli/terminal/text/plain_text.hpp"

#include <fmt/format.h>

namespace hippuzzle {
namespace {

// The character of three bytes in UTF-8 that begins there; 0 where none does.
unsigned of_three_bytes(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  if (at + 2 >= text.size() || byte(0) >> 4 != 0xe || byte(1) >> 6 != 2 || byte(2) >> 6 != 2)
    return 0;
  return (byte(0) & 0xfu) << 12 | (byte(1) & 0x3fu) << 6 | (byte(2) & 0x3fu);
}

// Breaks a line, or turns the direction of the following text.
bool moves_others(unsigned character) {
  return (character >= 0x2028 && character <= 0x202e) ||
         (character >= 0x2066 && character <= 0x2069);
}

// Control characters 0x80 to 0x9f are 0xc2 and themselves in UTF-8.
std::string plain(std::string_view text, std::string_view kept) {
  std::string shown;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0u;
    if ((byte < 0x20 && kept.find(text[i]) == kept.npos) || byte == 0x7f) {
      shown += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
      shown += fmt::format("\\x{:02x}", next);
      ++i;
    } else if (const unsigned character = of_three_bytes(text, i); moves_others(character)) {
      shown += fmt::format("\\u{:04x}", character);
      i += 2;
    } else {
      shown += text[i];
    }
  }
  return shown;
}

}  // namespace

std::string without_control_bytes(std::string_view text) { return plain(text, "\n\t"); }

std::string in_one_line(std::string_view text) { return plain(text, ""); }

}  // namespace hippuzzle
