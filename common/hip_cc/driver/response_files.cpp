#include "hip_cc/driver/response_files.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "hip_cc/driver/command_words.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle::cc {
namespace {

Words words_of(std::string_view text) {
  Words words;
  std::optional<std::string> word;  // that is being read; a quoted one may be empty
  char quote = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_space = std::string_view(" \t\n\r\f\v").find(c) != std::string_view::npos;
    if (quote == 0 && is_space) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word) word = "";
    if (c == '\\' && at + 1 < text.size()) {
      *word += text[++at];
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      *word += c;
    }
  }
  if (word) words.push_back(*word);
  return words;
}

void add(const Words& words, int depth, Words& to) {
  constexpr int deepest = 64;
  for (const std::string& word : words) {
    const auto text = word.size() > 1 && word[0] == '@' ? read_file(word.substr(1)) : std::nullopt;
    if (!text) {
      to.push_back(word);
    } else if (depth == deepest) {
      throw Error(
          Outcome::usage,
          fmt::format("the response file {} names itself, or others do; write its words out",
                      word.substr(1)));
    } else {
      add(words_of(*text), depth + 1, to);
    }
  }
}

}  // namespace

std::vector<std::string> with_response_files(const std::vector<std::string>& words) {
  Words all;
  add(words, 0, all);
  return all;
}

}  // namespace hippuzzle::cc
