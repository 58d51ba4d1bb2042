#include "engine/judge/catalog/tags.hpp"

#include <fnmatch.h>

#include <algorithm>

#include "support/text/toml.hpp"

namespace hippuzzle {
namespace {

bool fits(const std::string& name, const std::string& pattern) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

}  // namespace

Tags::Tags(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return;
  const TomlTable table(file, Outcome::load_failed);
  for (const std::string& tag : table.keys()) {
    for (const std::string& words : table.strings(tag)) {
      const size_t blank = words.find(' ');
      places_.push_back({tag, words.substr(0, blank),
                         blank == words.npos ? std::string("*") : words.substr(blank + 1)});
    }
  }
}

std::vector<std::string> Tags::names() const {
  std::vector<std::string> names;
  for (const Place& place : places_) {
    if (names.empty() || names.back() != place.tag) names.push_back(place.tag);
  }
  return names;
}

std::vector<std::string> Tags::of(const std::string& puzzle, const std::string& variant) const {
  std::vector<std::string> tags;
  for (const Place& place : places_) {
    const bool has = fits(puzzle, place.puzzle) && fits(variant, place.variant);
    if (has && (tags.empty() || tags.back() != place.tag)) tags.push_back(place.tag);
  }
  return tags;
}

bool Tags::names_puzzle(const std::string& tag, const std::string& puzzle) const {
  return std::ranges::any_of(
      places_, [&](const Place& place) { return place.tag == tag && fits(puzzle, place.puzzle); });
}

}  // namespace hippuzzle
