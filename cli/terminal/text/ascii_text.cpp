#include "cli/terminal/text/ascii_text.hpp"

#include <array>
#include <utility>

namespace hippuzzle {
namespace {

using Pair = std::pair<std::string_view, char>;

// The characters that messages, tables and lessons contain. One column stays one column, so that
// tables keep their shape.
constexpr std::array pairs = {
    Pair{"…", '~'},  Pair{"µ", 'u'}, Pair{"μ", 'u'}, Pair{"·", '.'}, Pair{"→", '>'},
    Pair{"←", '<'},  Pair{"×", 'x'}, Pair{"–", '-'}, Pair{"—", '-'}, Pair{"‘", '\''},
    Pair{"’", '\''}, Pair{"“", '"'}, Pair{"”", '"'}, Pair{"±", '~'}, Pair{"°", 'o'},
    Pair{"²", '2'},  Pair{"³", '3'}, Pair{"●", '*'}, Pair{"○", 'o'}, Pair{"◆", '*'},
    Pair{"▲", '^'},  Pair{"■", '#'}, Pair{"✓", 'v'}, Pair{"━", '='}, Pair{"╌", '-'},
    Pair{"─", '-'},  Pair{"│", '|'}, Pair{"┬", '+'}, Pair{"┤", '+'}, Pair{"├", '+'},
    Pair{"└", '+'},  Pair{"┘", '+'}, Pair{"┌", '+'}, Pair{"┐", '+'}, Pair{"┼", '+'},
    Pair{"┴", '+'},  Pair{"≤", '<'}, Pair{"≥", '>'}, Pair{"≈", '~'}, Pair{"•", '*'}};

size_t length_of(unsigned char first) {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}

}  // namespace

std::string in_ascii(std::string_view text) {
  std::string ascii;
  for (size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::string_view one = text.substr(at, length_of(first));
    at += one.size();
    if (first < 0x80) {
      ascii += text[at - 1];
      continue;
    }
    char like = '?';
    for (const auto& [character, same] : pairs)
      if (character == one) like = same;
    ascii += like;
  }
  return ascii;
}

}  // namespace hippuzzle
