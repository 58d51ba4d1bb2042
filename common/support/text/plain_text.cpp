#include "support/text/plain_text.hpp"

#include <fmt/format.h>

namespace hippuzzle {
namespace {

struct Character {
  unsigned value = 0;
  size_t bytes = 0;  // 0: no character of UTF-8 begins there
};

Character character_at(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const size_t bytes = first >> 5 == 6 ? 2 : first >> 4 == 0xe ? 3 : first >> 3 == 0x1e ? 4 : 0;
  if (bytes == 0) return {};
  unsigned value = first & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if (byte(i) >> 6 != 2) return {};
    value = value << 6 | (byte(i) & 0x3fu);
  }
  constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};  // else it has a shorter form
  const bool is_surrogate = value >= 0xd800 && value < 0xe000;
  if (value < least[bytes] || is_surrogate || value > 0x10ffff) return {};
  return {value, bytes};
}

bool is_control(unsigned character) {
  return character < 0x20 || (character >= 0x7f && character < 0xa0);
}

// Breaks a line, or turns the direction of the following text.
bool moves_others(unsigned character) {
  return (character >= 0x2028 && character <= 0x202e) ||
         (character >= 0x2066 && character <= 0x2069);
}

// Takes no room, so that two names would look the same.
bool is_unseen(unsigned character) {
  return character == 0xad || (character >= 0x200b && character <= 0x200f) ||
         (character >= 0x2060 && character <= 0x206f) || character == 0xfeff ||
         (character >= 0xfe00 && character <= 0xfe0f) || character >> 16 == 0xe;
}

std::string plain(std::string_view text, std::string_view kept) {
  std::string shown;
  for (size_t i = 0; i < text.size();) {
    const auto [value, bytes] = character_at(text, i);
    if (bytes == 0) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
    } else if (is_control(value) && (bytes > 1 || kept.find(text[i]) == kept.npos)) {
      shown += fmt::format("\\x{:02x}", value);
    } else if (moves_others(value)) {
      shown += fmt::format("\\u{:04x}", value);
    } else {
      shown += text.substr(i, bytes);
    }
    i += bytes == 0 ? 1 : bytes;
  }
  return shown;
}

}  // namespace

std::string without_control_bytes(std::string_view text) { return plain(text, "\n\t"); }

std::string in_one_line(std::string_view text) { return plain(text, ""); }

std::string escaped_name(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size();) {
    const auto [value, length] = character_at(bytes, i);
    const size_t end = i + (length == 0 ? 1 : length);
    if (value == '\\') {
      text += "\\\\";
    } else if (length > 0 && !is_control(value) && !moves_others(value) && !is_unseen(value)) {
      text += bytes.substr(i, length);
    } else {
      for (size_t at = i; at < end; ++at)
        text += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[at]));
    }
    i = end;
  }
  return text;
}

}  // namespace hippuzzle
