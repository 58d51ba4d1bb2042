#include "cli/app/studio/course_units.hpp"

#include <algorithm>

#include "cli/report/book/markdown_page.hpp"
#include "lessons/lesson.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace {

constexpr const char* unit_heading = "\n### ";

// A row of a unit's table: puzzle with a link to its lesson, "you learn", "requires", "minutes".
std::optional<CourseRow> course_row(const std::vector<MarkdownCell>& cells,
                                    const Catalog& catalog) {
  if (cells.size() < 4 || !cells[0].target.ends_with("/README.md")) return std::nullopt;
  const std::filesystem::path lesson = cells[0].target;
  const auto id = catalog.id_of(id_of_folder(lesson.parent_path().filename()));
  const auto ids = catalog.ids();
  if (!id || std::ranges::find(ids, *id) == ids.end()) return std::nullopt;
  const size_t space = cells[0].text.find(' ');
  return CourseRow{*id, space == std::string::npos ? "" : cells[0].text.substr(space + 1),
                   cells[1].text, cells[2].text, cells[3].text};
}

}  // namespace

std::vector<CourseUnit> course_units(const Catalog& catalog) {
  const auto page = catalog.search_path().shared_data() / "docs/learn/course.md";
  const std::string text = read_file(page).value_or("");
  std::vector<CourseUnit> units;
  for (size_t at = text.find(unit_heading); at != text.npos;) {
    const size_t end = text.find("\n#", at + 1);
    const std::string part = text.substr(at + 1, end - at - 1);
    CourseUnit unit{part.substr(4, part.find('\n') - 4), {}};
    for (const auto& cells : table_rows(part)) {
      if (auto row = course_row(cells, catalog)) unit.rows.push_back(std::move(*row));
    }
    if (!unit.rows.empty()) units.push_back(std::move(unit));
    at = text.find(unit_heading, end == text.npos ? text.size() : end);
  }
  return units;
}

}  // namespace hippuzzle
