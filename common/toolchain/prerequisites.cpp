#include "toolchain/prerequisites.hpp"

#include <algorithm>
#include <utility>

namespace hippuzzle {

std::vector<std::string> prerequisites(const std::string& rule) {
  std::vector<std::string> files;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) files.push_back(std::exchange(word, ""));
  };
  for (size_t i = std::min(rule.find(": "), rule.size()) + 1; i < rule.size(); ++i) {
    const char c = rule[i];
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    if (c == '\\' && next == '\n') {
      flush();
      ++i;
    } else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
      word += next;
      ++i;
    } else if (c == ' ' || c == '\n') {
      flush();
    } else {
      word += c;
    }
  }
  flush();
  return files;
}

}  // namespace hippuzzle
