#include "cli/app/run/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "lessons/curriculum.hpp"
#include "support/outcome.hpp"
#include "support/text/toml.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// "smoke" and "smoke.toml" are the shipped one where the current directory has no such file.
// nullopt for what is no file.
std::optional<fs::path> file_of(const std::string& name, const SearchPath& search_path) {
  std::error_code ignored;
  const fs::path folder = search_path.shared_data() / "suites";
  const bool is_path = name.find('/') != std::string::npos;
  if (name.ends_with(".toml") && fs::is_regular_file(name, ignored)) return name;
  const fs::path shipped = folder / fs::path(name).stem().concat(".toml");
  if (!is_path && fs::is_regular_file(shipped, ignored)) return shipped;
  return std::nullopt;
}

// The suite of a unit of the course.
Suite of_unit(const std::string& name, const Catalog& catalog) {
  Suite suite;
  for (const CourseLesson& lesson : course_lessons(catalog)) {
    if (suite_name(lesson.place.unit) == name) suite.puzzles.push_back(lesson.id);
  }
  if (suite.puzzles.empty()) {
    throw Error(Outcome::usage,
                fmt::format("there is no suite '{}'; name a file that ends in .toml, or one of {}",
                            name, fmt::join(suite_names(catalog), ", ")));
  }
  return suite;
}

}  // namespace

Suite Suite::read(const std::string& name, const Catalog& catalog) {
  const auto path = file_of(name, catalog.search_path());
  if (!path) return of_unit(name, catalog);
  const TomlTable file(*path, Outcome::usage);
  constexpr std::array known = {"puzzles", "variants", "tags", "backends", "edition"};
  for (const std::string& key : file.keys()) {
    if (std::ranges::find(known, key) == known.end()) {
      file.refuse(key, fmt::format("one of {}", fmt::join(known, ", ")));
    }
  }
  Suite suite;
  suite.puzzles = file.strings("puzzles");
  if (suite.puzzles.empty()) file.refuse("puzzles", "at least one name or pattern");
  if (file.has("variants")) suite.variants = file.strings("variants");
  if (file.has("tags")) suite.tags = file.strings("tags");
  if (file.has("backends"))
    suite.backends = fmt::format("{}", fmt::join(file.strings("backends"), ","));
  if (file.has("edition")) suite.edition = file.string("edition");
  return suite;
}

std::vector<std::string> suite_names(const Catalog& catalog) {
  std::vector<std::string> names = toml_names_in(catalog.search_path().shared_data() / "suites");
  for (const CourseLesson& lesson : course_lessons(catalog)) {
    const std::string unit = suite_name(lesson.place.unit);
    if (std::ranges::find(names, unit) == names.end()) names.push_back(unit);
  }
  return names;
}

}  // namespace hippuzzle
