// A learner's way through the book: every puzzle with its variants' results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/judge/catalog/catalog.hpp"
#include "lessons/course_place.hpp"
#include "lessons/learner_progress.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle {

struct CourseVariant {
  std::string flag;          // "" for a puzzle's only one
  std::string puzzle, name;  // under which progress knows it
  VariantProgress progress;
};

struct CoursePuzzle {
  std::string id;
  std::string title;
  std::string source;                   // whose sources it has: another id only in another edition
  std::vector<CourseVariant> variants;  // at least one

  // The standing of all its variants together: passed when all are, failing when one is, started
  // when there is a file and a variant has no verdict.
  Standing standing() const;
  bool ever_passed() const;

  // The first variant that has not passed, else the first.
  const CourseVariant& current() const;
};

// A file that is gone or the stub has not passed, whatever the last verdict was.
CoursePuzzle course_puzzle(const CatalogEntry& entry, const Catalog& catalog,
                           const Progress& progress, const Workspace& workspace);

// A lesson that has a place in the course.
struct CourseLesson {
  std::string id;
  std::string title;  // "" of a puzzle that is not built
  CoursePlace place;
};

// The lessons of the catalog, in the order in which they lead to each other. Opens every judge
// module that is built. Throws Error(load_failed).
std::vector<CourseLesson> course_lessons(const Catalog& catalog);

class Curriculum {
 public:
  // Holds the puzzles that have something to fill in. Opens every judge module. Throws
  // Error(load_failed).
  Curriculum(const Catalog& catalog, const Progress& progress, const Workspace& workspace);

  const std::vector<CoursePuzzle>& puzzles() const { return puzzles_; }
  size_t passed() const;

  // The first puzzle after `id` that has not passed, from the beginning again at the end; the very
  // first for "". nullopt when all others have passed.
  std::optional<std::string> next(const std::string& id) const;

 private:
  std::vector<CoursePuzzle> puzzles_;
};

}  // namespace hippuzzle
