// Which puzzles the patterns of a batch mean.
#pragma once

#include <string>
#include <vector>

#include "engine/catalog/catalog.hpp"

namespace hippuzzle {

struct SelectedPuzzle {
  std::string id;
  bool by_name = false;  // else a pattern's stars found it
  bool built = true;
};

// In the catalog's order, each once. Throws Error(usage) for a pattern that matches none.
std::vector<SelectedPuzzle> select_puzzles(const std::vector<std::string>& patterns,
                                           const Catalog& catalog, const SearchPath& search_path);

// Whether a pattern of the shell's kind matches, as 'p*'; of no patterns at all, anything does.
bool matches_any(const std::string& name, const std::vector<std::string>& patterns);

}  // namespace hippuzzle
