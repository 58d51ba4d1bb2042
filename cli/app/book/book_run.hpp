// The book of all puzzles that are found here, as a folder of pages.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/args/global_options.hpp"

namespace hippuzzle {

struct BookSettings {
  std::filesystem::path folder;
  bool solutions = false;  // of all puzzles; else of puzzles that the learner's kernels have
                           // passed, and of puzzles without a stub
  std::optional<std::vector<std::string>> traced = {};  // only these puzzles' examples; else all
};

struct WrittenBook {
  std::filesystem::path index;  // absolute
  size_t pages = 0;
  uintmax_t bytes = 0;  // of all files
};

// Writes the book into a folder: a new or empty one, or an earlier book's. Throws Error(usage) for
// any other folder, for an unknown puzzle and for a folder that cannot be written,
// Error(load_failed) for a lesson that cannot be read.
WrittenBook write_book(const GlobalOptions& globals, const BookSettings& settings);

}  // namespace hippuzzle
