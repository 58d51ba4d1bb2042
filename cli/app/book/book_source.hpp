// The texts of the book's pages, from the shipped folders: lessons and guides. It shows as much of
// a solution as the reader may see.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "cli/args/global_options.hpp"
#include "cli/report/book/lesson_page.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "lessons/lesson.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle {

class BookSource {
 public:
  // workspace: the learner's, whose passed puzzles show their solutions. solutions: all do.
  BookSource(const GlobalOptions& globals, std::optional<Workspace> workspace, bool solutions);

  // The pages of docs for readers, in the order of the tables in docs/README.md.
  std::vector<std::filesystem::path> guides() const;

  // Throws Error(load_failed) where a file of the lesson cannot be read. The walks through the
  // examples are left out.
  BookLesson lesson(const CatalogEntry& entry, const Lesson& lesson) const;
  BookGuide guide(const std::filesystem::path& file) const;

  // Whether the reader's kernels have passed once.
  bool has_passed(const CatalogEntry& entry) const;
  bool may_show_solution(const CatalogEntry& entry, const Lesson& lesson) const;

 private:
  const GlobalOptions& globals_;
  std::optional<Workspace> workspace_;
  bool solutions_;
};

}  // namespace hippuzzle
