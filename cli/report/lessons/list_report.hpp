// The list of puzzles: for people, and for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "lessons/course_place.hpp"

namespace hippuzzle {

struct ListedPuzzle {
  std::string id, title;
  std::vector<std::string> variants = {};   // without dashes; empty for a puzzle with a single one
  std::vector<std::string> platforms = {};  // that kernels are built for
  std::vector<std::string> tags = {};       // of the puzzle, or of one of its variants
  std::vector<std::string> usable = {};     // the platforms among them whose device is visible here
  std::optional<CoursePlace> place = {};
};

// The part of a list that the text shows; JSON has all parts.
enum class ListView : uint8_t { puzzles, tags, course };

struct ListedPuzzles {
  std::vector<ListedPuzzle> puzzles;
  ListView view = ListView::puzzles;
};

// One object: {"puzzles": […]}.
std::string list_json(const ListedPuzzles& list, const Look& look);

std::vector<Format<ListedPuzzles>> list_formats();

// A line a puzzle; platforms that cannot be used here are in brackets, and a last line says so.
// width: of the terminal that it is folded for; none elsewhere. Lines end with a line break.
std::string list_text(const std::vector<ListedPuzzle>& puzzles, size_t width);

// The units of the course. Each lesson has a line with its minutes and the lessons that it
// requires. Each puzzle must have a place, and the puzzles of a unit must follow each other.
std::string course_text(const std::vector<ListedPuzzle>& puzzles, size_t width);

// A line a tag: the puzzles that have it.
std::string tags_text(const std::vector<ListedPuzzle>& puzzles, size_t width);

}  // namespace hippuzzle
