#include "cli/app/book/book_source.hpp"

#include "cli/app/learner/learner.hpp"
#include "cli/terminal/text/typed_command.hpp"
#include "lessons/curriculum.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// docs/project is for developers, so the book leaves it out.
bool is_for_readers(const fs::path& page) {
  return page.has_parent_path() && *page.begin() != ".." && *page.begin() != "project";
}

}  // namespace

BookSource::BookSource(const GlobalOptions& globals, std::optional<Workspace> workspace,
                       bool solutions)
    : globals_(globals), workspace_(std::move(workspace)), solutions_(solutions) {}

std::vector<fs::path> BookSource::guides() const {
  const fs::path folder = globals_.search_path().shared_data() / "docs";
  std::vector<fs::path> files;
  for (const auto& row : table_rows(read_file(folder / "README.md").value_or(""))) {
    const fs::path page = row.front().target;
    if (page.extension() == ".md" && is_for_readers(page) && fs::exists(folder / page)) {
      files.push_back(folder / page);
    }
  }
  return files;
}

bool BookSource::may_show_solution(const CatalogEntry& entry, const Lesson& lesson) const {
  return solutions_ || !lesson.has_stub() || has_passed(entry);
}

bool BookSource::has_passed(const CatalogEntry& entry) const {
  return workspace_ &&
         course_puzzle(entry, globals_.catalog(), open_progress(*workspace_), *workspace_)
             .ever_passed();
}

BookLesson BookSource::lesson(const CatalogEntry& entry, const Lesson& lesson) const {
  BookLesson told{.id = entry.id,
                  .title = entry.title,
                  .folder = lesson.folder(),
                  .readme = as_typed(lesson.front()),
                  .pages = lesson.pages(),
                  .walks = {},
                  .wrong_kernels = "",
                  .hints = {},
                  .answers = {},
                  .explanation = {},
                  .solution = ""};
  for (LessonPage& page : told.pages) page.markdown = as_typed(page.markdown);
  // In a lesson about finding the mistake, these would reveal it.
  const auto found = globals_.search_path().recorded_findings(lesson.puzzle());
  if (found && (!lesson.has_stub() || lesson.has_gap() || may_show_solution(entry, lesson))) {
    told.wrong_kernels = read_file(*found).value_or("");
  }
  if (lesson.has_stub()) {
    for (const VariantRef& ref : entry.refs) {
      BookHints hints{ref.flag, lesson.hints(ref.variant->name)};
      for (std::string& hint : hints.hints) hint = as_typed(hint);
      if (!hints.hints.empty()) told.hints.push_back(std::move(hints));
    }
  }
  if (may_show_solution(entry, lesson)) {
    told.solution = lesson.solution();
    told.answers = lesson.answers();
    for (std::string& answer : told.answers) answer = as_typed(answer);
    if (const auto text = lesson.explanation()) told.explanation = as_typed(*text);
  }
  return told;
}

BookGuide BookSource::guide(const fs::path& file) const {
  return {file, as_typed(read_file(file).value_or(""))};
}

}  // namespace hippuzzle
