// The options that every command has, and the puzzles that follow from them.
#pragma once

#include <string>
#include <vector>

#include "cli/args/command.hpp"
#include "cli/args/early_options.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/modules/search_path.hpp"

namespace hippuzzle {

// The search path and the puzzles found there. Commands refer to it until they have run.
class GlobalOptions {
 public:
  // Throws Error(usage) for an edition that does not exist.
  explicit GlobalOptions(EarlyOptions early);
  GlobalOptions(const GlobalOptions&) = delete;  // the catalog refers to the search path
  GlobalOptions& operator=(const GlobalOptions&) = delete;

  const SearchPath& search_path() const { return search_path_; }
  const Catalog& catalog() const { return catalog_; }
  const EarlyOptions& early() const { return early_; }

 private:
  EarlyOptions early_;
  SearchPath search_path_;
  Catalog catalog_;
};

// Adds -v, --plugin-path and --edition. The last two have been read as EarlyOptions; here they are
// checked and explained by help.
void add_global_options(Command app);

// "hippuzzle 1.0.0 (module ABI 3)", with the commit where it is known.
std::string version_text();

// The same, and a second line with the platforms whose modules are installed: "platforms: cpu".
std::string version_and_platforms(const SearchPath& search_path);

}  // namespace hippuzzle
