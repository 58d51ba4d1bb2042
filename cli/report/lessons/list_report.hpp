// The list of puzzles, for people.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

struct ListedPuzzle {
  std::string id, title;
  std::vector<std::string> variants;   // without dashes; empty for a puzzle with a single one
  std::vector<std::string> platforms;  // that kernels are built for
  std::vector<std::string> tags;       // of the puzzle, or of one of its variants
  std::vector<std::string> usable;     // those of them whose device is visible here
};

// A line a puzzle; platforms that cannot be used here are in brackets, and a last line says so.
// width: of the terminal that it is folded for; none elsewhere. Lines end with a line break.
std::string list_text(const std::vector<ListedPuzzle>& puzzles, size_t width);

// A line a tag: the puzzles that have it.
std::string tags_text(const std::vector<ListedPuzzle>& puzzles, size_t width);

}  // namespace hippuzzle
