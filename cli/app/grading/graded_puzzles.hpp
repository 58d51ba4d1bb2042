// The puzzles of a grading: their tasks, and copies of the files with which students' files are
// compiled.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"
#include "lessons/lesson.hpp"

namespace hippuzzle {

class GradedPuzzles {
 public:
  // patterns: names and patterns; none for all puzzles that are built. Ladders are left out. Throws
  // Error(usage) where nothing is left.
  GradedPuzzles(const std::vector<std::string>& patterns, const SearchPath& search_path,
                const Catalog& catalog);

  const std::vector<Lesson>& lessons() const { return lessons_; }
  const Lesson& lesson(const std::string& id) const { return lessons_[place_of(id)]; }
  const std::vector<VariantRef>& variants(const std::string& id) const {
    return entries_[place_of(id)].refs;
  }

  // Copies each into <folder>/<its name>: neither the solution nor any file that reveals it.
  void copy_to(const std::filesystem::path& folder) const;

 private:
  size_t place_of(const std::string& id) const;

  std::vector<CatalogEntry> entries_;
  std::vector<Lesson> lessons_;
};

}  // namespace hippuzzle
