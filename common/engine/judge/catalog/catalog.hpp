// The catalog: puzzles as a reader knows them: by the ids and examples of this edition or of
// another one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/judge/cases/judge_module.hpp"
#include "engine/judge/catalog/edition.hpp"
#include "engine/modules/search_path.hpp"

namespace hippuzzle {

// One variant to run, under the name that the reader's edition gives it.
struct VariantRef {
  std::shared_ptr<const JudgeModule> puzzle;  // whose judge and kernels are used
  const hippuzzle_variant* variant;           // the puzzle's
  std::string id, flag;                       // as the reader's edition calls them
  std::optional<Example> example;             // takes the place of the variant's own

  hippuzzle_extents extents() const { return example ? example->extents : variant->example; }
};

struct CatalogEntry {
  std::string id, title;
  std::vector<VariantRef> refs;  // in teaching order, at least one
};

class Catalog {
 public:
  // edition: the name of a file in the shipped editions folder; "" and "current" for this edition.
  // Throws Error.
  Catalog(const SearchPath& search_path, const std::string& edition);

  // Opens nothing. Modules built later are not included.
  std::vector<std::string> ids() const;

  // Ids that ids() lacks, or lists in vain, because the modules are not built. Opens nothing.
  std::vector<std::string> unbuilt_ids() const;

  // Both. Opens nothing.
  std::vector<std::string> all_ids() const;

  // Opens the judge modules that the entry needs. Throws Error(load_failed), Error(not_built) for
  // one of unbuilt_ids().
  CatalogEntry open(const std::string& id) const;

  // The edition's name; "" for this edition.
  std::string edition() const { return edition_ ? edition_->name() : ""; }

  // The edition's id of the puzzle whose modules have that id; nullopt when it has none of it.
  std::optional<std::string> id_of(const std::string& module) const;

  const SearchPath& search_path() const { return search_path_; }

 private:
  CatalogEntry open_edition(const std::string& id) const;

  const SearchPath& search_path_;
  std::optional<Edition> edition_;
  mutable std::optional<std::vector<std::string>> ids_;  // once somebody asked: many do
};

}  // namespace hippuzzle
