#include "amd_emulator/decode/instruction_text.hpp"

#include <array>
#include <cstdlib>

namespace hippuzzle::amd {
namespace {

std::string trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

// Splits at a separator that is in no bracket.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  for (const char c : text) {
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (c == separator && depth == 0) {
      parts.push_back(trimmed(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!trimmed(part).empty()) parts.push_back(trimmed(part));
  std::erase(parts, "");
  return parts;
}

// A modifier of an instruction that has no operand: it stands where operands do.
bool is_modifier(const std::string& word) {
  static constexpr std::array<std::string_view, 8> words = {"glc", "slc", "dlc", "sc0",
                                                            "sc1", "nt",  "scc", "gds"};
  for (const std::string_view w : words) {
    if (word == w) return true;
  }
  return word.find(':') != word.npos && word.find('[') > word.find(':') &&
         word.find('(') > word.find(':');
}

void take_encoding(InstructionText& text) {
  for (const char* ending : {"_e64_dpp", "_e32", "_e64", "_sdwa", "_dpp8", "_dpp"}) {
    const std::string_view e = ending;
    if (!text.name.ends_with(e)) continue;
    text.encoding = e.substr(1);
    text.name.resize(text.name.size() - e.size());
    return;
  }
}

int to_number(const std::string& text) {
  return static_cast<int>(std::strtoll(text.c_str(), nullptr, 0));
}

}  // namespace

std::optional<int> InstructionText::number(const std::string& modifier) const {
  const auto found = modifiers.find(modifier);
  if (found == modifiers.end()) return std::nullopt;
  return to_number(found->second);
}

std::optional<std::vector<int>> InstructionText::numbers(const std::string& modifier) const {
  const auto found = modifiers.find(modifier);
  if (found == modifiers.end()) return std::nullopt;
  std::vector<int> values;
  const std::string& list = found->second;
  for (const std::string& word : split(list.substr(1, list.size() - 2), ','))
    values.push_back(to_number(word));
  return values;
}

InstructionText take_apart(std::string_view text) {
  InstructionText result;
  const std::string all = trimmed(text);
  const size_t end = all.find(' ');
  result.name = all.substr(0, end);
  take_encoding(result);
  if (end == all.npos) return result;

  std::vector<std::string> pieces = split(all.substr(end), ',');
  for (size_t k = 0; k < pieces.size(); ++k) {
    const std::vector<std::string> words = split(pieces[k], ' ');
    for (size_t n = 0; n < words.size(); ++n) {
      const bool is_operand = n == 0 && !is_modifier(words[n]);
      if (is_operand) {
        result.operands.push_back(words[n]);
        continue;
      }
      const size_t colon = words[n].find(':');
      result.modifiers[words[n].substr(0, colon)] =
          colon == std::string::npos ? "" : words[n].substr(colon + 1);
    }
  }
  return result;
}

bool loads_into_local(const InstructionText& text) {
  return text.has("lds") || text.name.find("_load_lds_") != std::string::npos;
}

}  // namespace hippuzzle::amd
