#include "cli/app/run/puzzle_selection.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>

#include "cli/args/suggest.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

bool is_name(const std::string& pattern) { return pattern.find_first_of("*?[") == pattern.npos; }

bool matches(const std::string& name, const std::string& pattern) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

// Every puzzle there is, in order: by_name is not set.
std::vector<SelectedPuzzle> all_puzzles(const Catalog& catalog) {
  std::vector<SelectedPuzzle> puzzles;
  for (const std::string& id : catalog.ids()) puzzles.push_back({id});
  for (const std::string& id : catalog.unbuilt_ids()) {
    const auto listed = std::ranges::find(puzzles, id, &SelectedPuzzle::id);
    if (listed != puzzles.end()) {
      listed->built = false;
    } else {
      puzzles.push_back({.id = id, .built = false});
    }
  }
  return puzzles;
}

[[noreturn]] void refuse_pattern(const std::string& pattern,
                                 const std::vector<SelectedPuzzle>& puzzles,
                                 const SearchPath& search_path) {
  std::vector<std::string> ids;
  for (const SelectedPuzzle& puzzle : puzzles) ids.push_back(puzzle.id);
  const std::string best = is_name(pattern) ? nearest(pattern, ids) : "";
  throw Error(
      Outcome::usage,
      fmt::format("no puzzle matches '{}' in {}; {}", pattern, search_path.describe(),
                  best.empty() ? "see `hippuzzle list`" : fmt::format("did you mean '{}'?", best)));
}

}  // namespace

std::vector<SelectedPuzzle> select_puzzles(const std::vector<std::string>& patterns,
                                           const Catalog& catalog, const SearchPath& search_path) {
  std::vector<SelectedPuzzle> puzzles = all_puzzles(catalog);
  std::vector<bool> wanted(puzzles.size());
  for (const std::string& pattern : patterns) {
    bool matched = false;
    for (size_t i = 0; i < puzzles.size(); ++i) {
      if (!matches(puzzles[i].id, pattern)) continue;
      matched = wanted[i] = true;
      if (is_name(pattern)) puzzles[i].by_name = true;
    }
    if (!matched) refuse_pattern(pattern, puzzles, search_path);
  }
  std::vector<SelectedPuzzle> selected;
  for (size_t i = 0; i < puzzles.size(); ++i) {
    if (wanted[i]) selected.push_back(puzzles[i]);
  }
  return selected;
}

ChosenTags::ChosenTags(const SearchPath& search_path, const std::vector<std::string>& chosen)
    : all_(search_path.shared_data() / "tags.toml"), chosen_(chosen) {
  const auto names = all_.names();
  for (const std::string& tag : chosen_) {
    if (std::ranges::find(names, tag) != names.end()) continue;
    throw Error(Outcome::usage,
                fmt::format("there is no tag '{}'; choose from {}", tag, fmt::join(names, ", ")));
  }
}

bool ChosenTags::match(const VariantRef& ref) const {
  if (chosen_.empty()) return true;
  const auto tags = all_.of(ref.puzzle->id(), ref.variant->name);
  return std::ranges::any_of(
      chosen_, [&](const std::string& tag) { return std::ranges::find(tags, tag) != tags.end(); });
}

bool ChosenTags::might_match(const std::string& id) const {
  return chosen_.empty() || std::ranges::any_of(chosen_, [&](const std::string& tag) {
           return all_.names_puzzle(tag, id);
         });
}

bool matches_any(const std::string& name, const std::vector<std::string>& patterns) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return matches(name, pattern);
         });
}

}  // namespace hippuzzle
