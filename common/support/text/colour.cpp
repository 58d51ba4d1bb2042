#include "support/text/colour.hpp"

namespace hippuzzle {

std::string without_colour(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b' && i + 1 < text.size() && text[i + 1] == '[') {
      for (i += 2; i < text.size() && (text[i] < '@' || text[i] > '~'); ++i) {
      }
    } else {
      plain += text[i];
    }
  }
  return plain;
}

}  // namespace hippuzzle
