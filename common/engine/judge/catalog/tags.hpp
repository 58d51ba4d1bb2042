// Tags: topics of puzzles and their variants, by which users choose among them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hippuzzle {

class Tags {
 public:
  // file: TOML whose keys are the tags. Each holds patterns: of a puzzle's id, or of the id, a
  // blank and one of its variants' names, "p16 *tiled*". Without the file there are no tags. Throws
  // Error(load_failed).
  explicit Tags(const std::filesystem::path& file);

  // Sorted.
  std::vector<std::string> names() const;

  // The tags of a variant, sorted. Both names are the modules' names, for every edition.
  std::vector<std::string> of(const std::string& puzzle, const std::string& variant) const;

  // Whether the puzzle, or one of its variants, has the tag.
  bool names_puzzle(const std::string& tag, const std::string& puzzle) const;

 private:
  struct Place {
    std::string tag, puzzle, variant;  // patterns
  };
  std::vector<Place> places_;  // by tag
};

}  // namespace hippuzzle
