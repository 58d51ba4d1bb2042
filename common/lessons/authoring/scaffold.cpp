#include "lessons/authoring/scaffold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// "Warp sums, twice" as "warp_sums_twice".
std::string snake_case(const std::string& title) {
  std::string name;
  for (const char c : title) {
    if (is_letter_or_digit(c)) {
      name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  if (name.ends_with('_')) name.pop_back();
  if (name.empty()) {
    throw Error(Outcome::usage,
                fmt::format("the title '{}' has no letter or digit to name a folder "
                            "with; choose another",
                            title));
  }
  return name;
}

// A title lands in C++ string literals.
void require_plain(const std::string& title) {
  const auto is_odd = [](unsigned char c) {
    return c == '"' || c == '\\' || c < 0x20 || c == 0x7f;
  };
  if (std::ranges::none_of(title, is_odd)) return;
  throw Error(Outcome::usage,
              "a title cannot have quotation marks, backslashes or control characters");
}

std::string filled_in(std::string text, const std::string& id, const std::string& title) {
  for (const auto& [placeholder, value] : {std::pair("@ID@", id), std::pair("@TITLE@", title)}) {
    const size_t length = std::string_view(placeholder).size();
    for (size_t at = 0; (at = text.find(placeholder, at)) != text.npos; at += value.size()) {
      text.replace(at, length, value);
    }
  }
  return text;
}

}  // namespace

std::optional<fs::path> source_tree(const fs::path& from) {
  const auto is_checkout = [](const fs::path& top) {
    return fs::exists(top / "plugins/CMakeLists.txt") &&
           fs::exists(top / "common/cmake/HippuzzleAddPuzzle.cmake");
  };
  // A checkout may itself lie in a folder named plugins.
  const fs::path here = fs::weakly_canonical(from);
  if (is_checkout(here)) return here;
  const fs::path above = here.parent_path();
  return here.filename() == "plugins" && is_checkout(above) ? std::optional(above) : std::nullopt;
}

Scaffold make_puzzle(const fs::path& templates, const fs::path& from, const std::string& id,
                     const std::string& title) {
  require_plain(title);
  const auto tree = source_tree(from);
  Scaffold scaffold;
  scaffold.source_tree = tree;
  scaffold.folder = (tree ? *tree / "plugins" : from) / fmt::format("{}_{}", id, snake_case(title));
  if (fs::exists(scaffold.folder)) {
    throw Error(Outcome::usage, fmt::format("{} is there already; choose another id or title",
                                            scaffold.folder.string()));
  }
  for (const auto& entry : fs::directory_iterator(scaffold.folder.parent_path())) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(id + '_') || !fs::exists(entry.path() / "puzzle.cpp")) continue;
    throw Error(Outcome::usage, fmt::format("there is a puzzle '{}' already, {}; choose another id",
                                            id, entry.path().string()));
  }
  const auto write = [&](const fs::path& source, const fs::path& target) {
    if (fs::exists(target)) return;
    create_file(target, filled_in(read_file(source).value_or(""), id, title));
    scaffold.files.push_back(target);
  };
  try {
    for (const auto& entry : fs::recursive_directory_iterator(templates / "puzzle")) {
      if (!entry.is_regular_file()) continue;
      write(entry, scaffold.folder / fs::relative(entry, templates / "puzzle"));
    }
    std::ranges::sort(scaffold.files);
    if (tree) {
      write(templates / "refusals", *tree / "tests/puzzles" / (id + ".refusals"));
    } else {
      write(templates / "CMakeLists.txt", from / "CMakeLists.txt");
    }
  } catch (const std::system_error&) {
    std::error_code ignored;  // a folder that is half there would refuse the next attempt
    fs::remove_all(scaffold.folder, ignored);
    throw;
  }
  return scaffold;
}

}  // namespace hippuzzle
