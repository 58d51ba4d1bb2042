#include "cli/args/index_value.hpp"

#include <fmt/format.h>

#include <vector>

#include "cli/args/option_values.hpp"

namespace hippuzzle {

std::optional<std::array<uint32_t, 3>> parse_index(const std::string& text) {
  const std::vector<std::string> words = comma_separated(text);
  std::array<uint32_t, 3> index = {};
  if (words.size() > index.size()) return std::nullopt;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() > 9 || !whole_number(words[i]).empty()) return std::nullopt;
    index[i] = static_cast<uint32_t>(std::stoul(words[i]));
  }
  return index;
}

std::string index_check(const std::string& text) {
  if (parse_index(text)) return "";
  return fmt::format("expected {}, found '{}'", index_form, text);
}

}  // namespace hippuzzle
