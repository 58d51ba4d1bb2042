#include "lessons/curriculum.hpp"

#include <algorithm>
#include <map>

#include "lessons/course_order.hpp"
#include "lessons/lesson.hpp"

namespace hippuzzle {
namespace {

bool has_passed(Standing standing) { return standing >= Standing::passed; }

Standing with_file(Standing recorded, Workspace::Kernels file) {
  if (file == Workspace::Kernels::missing) return Standing::not_started;
  const bool is_stale = file == Workspace::Kernels::untouched && has_passed(recorded);
  return is_stale ? Standing::started : std::max(recorded, Standing::started);
}

}  // namespace

Standing CoursePuzzle::standing() const {
  const auto by_standing = [](const CourseVariant& v) { return v.progress.standing; };
  const auto [worst, best] = std::ranges::minmax(variants, {}, by_standing);
  if (best.progress.standing <= Standing::started) return best.progress.standing;
  if (has_passed(worst.progress.standing)) return worst.progress.standing;
  const bool one_fails = std::ranges::any_of(
      variants, [](const CourseVariant& v) { return v.progress.standing == Standing::failing; });
  return one_fails ? Standing::failing : Standing::started;  // the others have no verdict yet
}

bool CoursePuzzle::ever_passed() const {
  return std::ranges::all_of(variants,
                             [](const CourseVariant& v) { return v.progress.ever_passed; });
}

const CourseVariant& CoursePuzzle::current() const {
  const auto found = std::ranges::find_if(
      variants, [](const CourseVariant& v) { return !has_passed(v.progress.standing); });
  return found == variants.end() ? variants.front() : *found;
}

CoursePuzzle course_puzzle(const CatalogEntry& entry, const Catalog& catalog,
                           const Progress& progress, const Workspace& workspace) {
  CoursePuzzle puzzle{entry.id, entry.title, entry.refs.front().puzzle->id(), {}};
  std::map<std::string, Workspace::Kernels> files;
  for (const VariantRef& ref : entry.refs) {
    const std::string id = ref.puzzle->id();
    const std::string name = ref.variant->name;
    CourseVariant variant{ref.flag, id, name, progress.of(id, name)};
    if (catalog.search_path().puzzle_folder(id)) {
      const Lesson lesson(catalog, id);
      if (lesson.has_stub() && !files.contains(id)) files[id] = workspace.state_of(lesson);
      if (files.contains(id)) {
        variant.progress.standing = with_file(variant.progress.standing, files[id]);
      }
    }
    puzzle.variants.push_back(std::move(variant));
  }
  return puzzle;
}

std::vector<CourseLesson> course_lessons(const Catalog& catalog) {
  std::vector<CourseLesson> lessons;
  std::vector<CourseStep> steps;
  const std::vector<std::string> built = catalog.ids();
  for (const std::string& id : catalog.all_ids()) {
    std::string module = id, title;
    if (std::ranges::find(built, id) != built.end()) {
      const CatalogEntry entry = catalog.open(id);
      module = entry.refs.front().puzzle->id();
      title = entry.title;
    } else if (!catalog.edition().empty()) {
      continue;  // another edition's id does not name the module
    }
    if (!catalog.search_path().puzzle_folder(module)) continue;
    const Lesson lesson(catalog, module);
    steps.push_back({id, lesson.next().value_or("")});
    if (auto place = lesson.place()) lessons.push_back({id, title, *std::move(place)});
  }
  sort_by_course(lessons, steps, &CourseLesson::id);
  return lessons;
}

Curriculum::Curriculum(const Catalog& catalog, const Progress& progress,
                       const Workspace& workspace) {
  std::vector<CourseStep> steps;
  for (const std::string& id : catalog.ids()) {
    CoursePuzzle puzzle = course_puzzle(catalog.open(id), catalog, progress, workspace);
    steps.push_back({id, ""});
    if (catalog.search_path().puzzle_folder(puzzle.source)) {
      const Lesson lesson(catalog, puzzle.source);
      steps.back().next = lesson.next().value_or("");
      if (!lesson.has_stub()) continue;
    }
    puzzles_.push_back(std::move(puzzle));
  }
  sort_by_course(puzzles_, steps, &CoursePuzzle::id);
}

size_t Curriculum::passed() const {
  return static_cast<size_t>(std::ranges::count_if(
      puzzles_, [](const CoursePuzzle& p) { return has_passed(p.standing()); }));
}

std::optional<std::string> Curriculum::next(const std::string& id) const {
  const auto at = std::ranges::find(puzzles_, id, &CoursePuzzle::id);
  const size_t first = at == puzzles_.end() ? 0 : static_cast<size_t>(at - puzzles_.begin()) + 1;
  for (size_t i = 0; i < puzzles_.size(); ++i) {
    const CoursePuzzle& puzzle = puzzles_[(first + i) % puzzles_.size()];
    if (puzzle.id != id && !has_passed(puzzle.standing())) return puzzle.id;
  }
  return std::nullopt;
}

}  // namespace hippuzzle
