#include "cli/app/grading/graded_puzzles.hpp"

#include <algorithm>

#include "cli/app/run/puzzle_selection.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;

GradedPuzzles::GradedPuzzles(const std::vector<std::string>& patterns,
                             const SearchPath& search_path, const Catalog& catalog) {
  const auto wanted = patterns.empty() ? std::vector<std::string>{"*"} : patterns;
  for (const SelectedPuzzle& selected : select_puzzles(wanted, catalog, search_path)) {
    if (!selected.built && !selected.by_name) continue;
    CatalogEntry entry = catalog.open(selected.id);
    Lesson lesson(catalog, entry.refs.front().puzzle->id());
    if (!lesson.has_stub()) continue;  // a ladder
    entries_.push_back(std::move(entry));
    lessons_.push_back(std::move(lesson));
  }
  if (lessons_.empty()) {
    throw Error(Outcome::usage,
                "none of these puzzles has anything to fill in; see `hippuzzle list`");
  }
}

size_t GradedPuzzles::place_of(const std::string& id) const {
  return static_cast<size_t>(std::ranges::find(lessons_, id, &Lesson::id) - lessons_.begin());
}

void GradedPuzzles::copy_to(const fs::path& folder) const {
  for (const Lesson& lesson : lessons_) {
    const fs::path copy = folder / lesson.name();
    fs::create_directories(copy);
    for (const auto& file : fs::directory_iterator(lesson.folder())) {
      const fs::path name = file.path().filename();
      const bool wanted = name == "bindings.hip" || name.extension() == ".hpp";
      if (wanted && file.is_regular_file()) fs::copy_file(file.path(), copy / name);
    }
  }
}

}  // namespace hippuzzle
