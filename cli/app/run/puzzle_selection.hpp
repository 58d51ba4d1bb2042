// The puzzles that the patterns of a batch select.
#pragma once

#include <string>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"
#include "engine/judge/catalog/tags.hpp"

namespace hippuzzle {

struct SelectedPuzzle {
  std::string id;
  bool by_name = false;  // else a pattern's stars found it
  bool built = true;
};

// Returns puzzles in the catalog's order, each once. Throws Error(usage) for a pattern that matches
// none.
std::vector<SelectedPuzzle> select_puzzles(const std::vector<std::string>& patterns,
                                           const Catalog& catalog, const SearchPath& search_path);

// Whether a pattern of the shell's kind matches, as 'p*'; of no patterns at all, anything does.
bool matches_any(const std::string& name, const std::vector<std::string>& patterns);

// The known tags, and the tags that the user named. Throws Error(usage) for an unknown tag.
class ChosenTags {
 public:
  ChosenTags(const SearchPath& search_path, const std::vector<std::string>& chosen);

  bool any() const { return !chosen_.empty(); }
  const Tags& all() const { return all_; }

  // Whether a variant has one of the chosen tags; true if none was chosen.
  bool match(const VariantRef& ref) const;

  // Whether a variant of a puzzle that cannot be opened might match.
  bool might_match(const std::string& id) const;

 private:
  Tags all_;
  std::vector<std::string> chosen_;
};

}  // namespace hippuzzle
