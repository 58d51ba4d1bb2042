#include "lessons/lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "lessons/edition_text.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "toolchain/kernel_build.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

fs::path require_folder(const Catalog& catalog, const std::string& puzzle) {
  const auto folder = catalog.search_path().puzzle_folder(puzzle);
  if (!folder) {
    throw Error(Outcome::usage,
                fmt::format("there are no sources of a puzzle '{}' here",
                            catalog.id_of(puzzle).value_or(puzzle)),
                Advice{Advice::list_puzzles});
  }
  return fs::canonical(*folder);
}

// Replaces the line for the stub by the stub.
std::string with_stub(std::string markdown, const std::string& stub) {
  const std::string line = fmt::format("\n{}\n", stub_line);
  const size_t at = markdown.find(line);
  if (at == markdown.npos) return markdown;
  return markdown.replace(
      at, line.size(),
      fmt::format("\nYour file, `kernel.hip`, begins like this:\n\n```c++\n{}```\n", stub));
}

// The file of "[Tiles](tiled.md)", a line that leads to a page of the lesson.
std::optional<std::string> page_file(const std::string& line) {
  constexpr std::string_view middle = "](", end = ".md)";
  const size_t at = line.find(middle);
  if (!line.starts_with('[') || at == line.npos || !line.ends_with(end)) return std::nullopt;
  const size_t name = at + middle.size();
  const std::string file = line.substr(name, line.size() - 1 - name);
  return file.find_first_of("/()") == file.npos ? std::optional(file) : std::nullopt;
}

// The file of "[rungs/01_naive.hip](rungs/01_naive.hip)", a line that shows a rung of a ladder.
std::optional<std::string> rung_file(const std::string& line) {
  constexpr std::string_view begin = "[rungs/", middle = "](";
  const size_t at = line.find(middle);
  if (!line.starts_with(begin) || at == line.npos) return std::nullopt;
  const std::string file = line.substr(1, at - 1);
  return line == fmt::format("[{0}]({0})", file) ? std::optional(file) : std::nullopt;
}

// A page within another text: its headings are two levels lower.
std::string as_section(const std::string& markdown) {
  std::string section;
  bool in_code = false;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) in_code = !in_code;
    section += (!in_code && line.starts_with('#') ? "##" : "") + line + '\n';
  }
  return section;
}

// The text after "12. ", or nullopt.
std::optional<std::string> list_item(const std::string& line) {
  const size_t digits = line.find_first_not_of("0123456789");
  if (digits == 0 || digits == line.npos || line.compare(digits, 2, ". ") != 0) return std::nullopt;
  return line.substr(digits + 2);
}

// The numbered list below a heading of the second level.
std::vector<std::string> list_below(const std::string& text, const std::string& heading) {
  std::vector<std::string> items;
  bool inside = false, in_code = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!in_code && line.starts_with("## ")) {
      inside = line == heading;
    } else if (inside) {
      const auto item = in_code ? std::nullopt : list_item(line);
      if (item) {
        items.push_back(*item);
      } else if (!items.empty()) {
        const size_t indent = std::min<size_t>(line.find_first_not_of(' '), 3);
        items.back() +=
            '\n' + (indent == line.npos ? "" : line.substr(std::min(indent, line.size())));
      }
    }
    if (line.find("```") != line.npos) in_code = !in_code;
  }
  for (std::string& item : items) item.erase(item.find_last_not_of('\n') + 1);
  return items;
}

}  // namespace

Lesson::Lesson(const Catalog& catalog, const std::string& puzzle)
    : catalog_(catalog),
      puzzle_(puzzle),
      id_(catalog.id_of(puzzle).value_or(puzzle)),
      folder_(require_folder(catalog, puzzle)) {}

std::string Lesson::name() const { return with_ids_of(catalog_, folder_.filename().string()); }

std::string Lesson::readme() const {
  const std::vector<LessonPage> all = pages();
  std::string markdown;
  std::istringstream lines(front());
  for (std::string line; std::getline(lines, line);) {
    if (const auto rung = rung_file(line)) {
      markdown += fmt::format("`{}`:\n\n```c++\n{}```\n", *rung, text(*rung));
      continue;
    }
    const auto file = page_file(line);
    const auto page = std::ranges::find(all, file.value_or(""), &LessonPage::file);
    markdown += page == all.end() ? line + '\n' : as_section(page->markdown);
  }
  return markdown;
}

std::vector<LessonPage> Lesson::pages() const {
  std::vector<LessonPage> pages;
  for (const std::string& file : page_files_in(front())) {
    const std::string markdown = in_edition(catalog_, puzzle_, text(file));
    const std::string heading = markdown.substr(0, markdown.find('\n'));
    pages.push_back({file, heading.substr(heading.find_first_not_of("# ")), markdown});
  }
  return pages;
}

std::string Lesson::front() const {
  std::string markdown = text("README.md");
  if (has_stub()) markdown = with_stub(std::move(markdown), text("kernel.hip"));
  return in_edition(catalog_, puzzle_, markdown);
}

std::string Lesson::solution() const {
  return with_ids_of(catalog_, with_included_kernels(text("solution.hip")));
}

std::optional<std::string> Lesson::next() const {
  const std::string markdown = readme_with_ids();
  constexpr std::string_view begin = "](../", end = "/README.md)";
  const size_t section = markdown.find("\n## Next\n");
  if (section == markdown.npos) return std::nullopt;
  const size_t link = markdown.find(begin, section);
  const size_t closing = markdown.find(end, link);
  if (link == markdown.npos || closing == markdown.npos) return std::nullopt;
  const size_t name = link + begin.size();
  return id_of_folder(markdown.substr(name, closing - name));
}

std::optional<CoursePlace> Lesson::place() const { return course_place_in(readme_with_ids()); }

std::optional<std::string> Lesson::explanation() const {
  if (!fs::exists(folder_ / "solution.md")) return std::nullopt;
  return in_edition(catalog_, puzzle_, text("solution.md"));
}

bool Lesson::has_stub() const { return fs::exists(folder_ / "kernel.hip"); }

bool Lesson::has_gap() const { return stub().find(gap_marker) != std::string::npos; }

void Lesson::require_stub() const {
  if (has_stub()) return;
  throw Error(Outcome::usage, fmt::format("{} has nothing to fill in", id_),
              Advice{Advice::read_lesson, id_});
}

std::string Lesson::stub() const {
  require_stub();
  return with_ids_of(catalog_, text("kernel.hip"));
}

std::vector<std::string> Lesson::hints(const std::string& variant) const {
  return hints_in(in_edition(catalog_, puzzle_, text("hints.md")), variant);
}

std::vector<std::string> Lesson::answers() const {
  if (!fs::exists(folder_ / "answers.md")) return {};
  return answers_in(in_edition(catalog_, puzzle_, text("answers.md")));
}

std::vector<std::string> hints_in(const std::string& text, const std::string& variant) {
  return list_below(text, fmt::format("## {}", variant.empty() ? "hints" : variant));
}

std::vector<std::string> page_files_in(const std::string& readme) {
  std::vector<std::string> files;
  std::istringstream lines(readme);
  for (std::string line; std::getline(lines, line);) {
    if (auto file = page_file(line)) files.push_back(*std::move(file));
  }
  return files;
}

std::vector<std::string> answers_in(const std::string& text) {
  return list_below(text, "## answers");
}

std::vector<std::string> questions_in(const std::string& text) {
  return list_below(text, "## Questions");
}

std::string id_of_folder(const std::string& name) {
  const std::vector<IdInText> ids = ids_in(name);
  return !ids.empty() && ids.front().offset == 0 ? ids.front().id : name;
}

// A ladder's solution includes its rungs.
std::string Lesson::with_included_kernels(const std::string& source) const {
  constexpr std::string_view begin = "#include \"", end = ".hip\"";
  std::string result;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    const size_t closing = line.find(end);
    if (line.starts_with(begin) && closing != line.npos) {
      const size_t name_end = closing + end.size() - 1;
      result += with_included_kernels(text(line.substr(begin.size(), name_end - begin.size())));
    } else {
      result += line + '\n';
    }
  }
  return result;
}

std::string Lesson::readme_with_ids() const {
  if (!fs::exists(folder_ / "README.md")) return "";
  return with_ids_of(catalog_, passages_of(text("README.md"), catalog_.edition()));
}

std::string Lesson::text(const std::string& file) const {
  auto contents = read_file(folder_ / file);
  if (!contents) {
    throw Error(Outcome::load_failed, fmt::format("the puzzle {} has no {} (looked in {}); install "
                                                  "it again",
                                                  id_, file, folder_.string()));
  }
  return *std::move(contents);
}

}  // namespace hippuzzle
