#include "lessons/word_list.hpp"

#include <cctype>
#include <sstream>

namespace hippuzzle {

std::filesystem::path words_page(const SearchPath& search_path) {
  return search_path.shared_data() / "docs" / "learn" / "words.md";
}

std::vector<ExplainedWord> explained_words(const std::string& page) {
  std::vector<ExplainedWord> words;
  std::istringstream lines(page);
  bool is_entry = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) {
      is_entry = line.starts_with("### ");
      if (is_entry) words.push_back({line.substr(4), ""});
    } else if (is_entry) {
      words.back().markdown += line + '\n';
    }
  }
  return words;
}

std::string word_key(const std::string& word) {
  std::string key;
  for (const char c : word) {
    key +=
        c == '-' || c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const bool is_plural =
      key.size() > 3 && key.ends_with('s') && !key.ends_with("ss") && !key.ends_with("/s");
  if (is_plural) key.pop_back();
  return key;
}

}  // namespace hippuzzle
