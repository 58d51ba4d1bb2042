// The words that `explain` explains: the headings of docs/learn/words.md and the text below each.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/modules/search_path.hpp"

namespace hippuzzle {

struct ExplainedWord {
  std::string word;      // "bank conflict"
  std::string markdown;  // of the page, without the heading
};

// docs/learn/words.md, as it is installed.
std::filesystem::path words_page(const SearchPath& search_path);

// In the page's order.
std::vector<ExplainedWord> explained_words(const std::string& page);

// Small letters, with one blank instead of each '-' and '_' and without the plural's s:
// "Bank_Conflicts" and "bank conflict" are one word.
std::string word_key(const std::string& word);

}  // namespace hippuzzle
