#include "cli/terminal/text/plain_text.hpp"

#include <fmt/format.h>

namespace hippuzzle {
namespace {

// Those of 0x80 to 0x9f come as 0xc2 and themselves in UTF-8.
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
