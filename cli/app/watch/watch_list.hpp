// The list of puzzles that `l` shows in `hippuzzle watch`, with one of them chosen.
#pragma once

#include <string>

#include "lessons/curriculum.hpp"

namespace hippuzzle {

class WatchList {
 public:
  // Begins at the puzzle `id`, or at the first. There is one at least.
  WatchList(Curriculum curriculum, const std::string& id);

  // Takes a key that chooses another puzzle; false for all others.
  bool take(char key);

  const CoursePuzzle& chosen() const { return curriculum_.puzzles()[chosen_]; }

  std::string text(size_t rows, size_t columns, bool colour) const;

 private:
  Curriculum curriculum_;
  size_t chosen_;
};

}  // namespace hippuzzle
