#include "lessons/lesson.hpp"

#include <fmt/format.h>

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

// The text behind "12. ", or nullopt.
std::optional<std::string> list_item(const std::string& line) {
  const size_t digits = line.find_first_not_of("0123456789");
  if (digits == 0 || digits == line.npos || line.compare(digits, 2, ". ") != 0) return std::nullopt;
  return line.substr(digits + 2);
}

}  // namespace

Lesson::Lesson(const Catalog& catalog, const std::string& puzzle)
    : catalog_(catalog),
      puzzle_(puzzle),
      id_(catalog.id_of(puzzle).value_or(puzzle)),
      folder_(require_folder(catalog, puzzle)) {}

std::string Lesson::name() const { return with_ids_of(catalog_, folder_.filename().string()); }

std::string Lesson::readme() const { return in_edition(catalog_, puzzle_, text("README.md")); }

std::string Lesson::solution() const { return with_ids_of(catalog_, text("solution.hip")); }

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

std::vector<std::string> hints_in(const std::string& text, const std::string& variant) {
  const std::string heading = fmt::format("## {}", variant.empty() ? "hints" : variant);
  std::vector<std::string> hints;
  bool inside = false, in_code = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!in_code && line.starts_with("## ")) {
      inside = line == heading;
    } else if (inside) {
      const auto item = in_code ? std::nullopt : list_item(line);
      if (item) {
        hints.push_back(*item);
      } else if (!hints.empty()) {
        const size_t indent = std::min<size_t>(line.find_first_not_of(' '), 3);
        hints.back() +=
            '\n' + (indent == line.npos ? "" : line.substr(std::min(indent, line.size())));
      }
    }
    if (line.find("```") != line.npos) in_code = !in_code;
  }
  for (std::string& hint : hints) hint.erase(hint.find_last_not_of('\n') + 1);
  return hints;
}

std::string Lesson::text(const char* file) const {
  auto contents = read_file(folder_ / file);
  if (!contents) {
    throw Error(Outcome::load_failed, fmt::format("the puzzle {} has no {} (looked in {}); install "
                                                  "it again",
                                                  id_, file, folder_.string()));
  }
  return *std::move(contents);
}

}  // namespace hippuzzle
