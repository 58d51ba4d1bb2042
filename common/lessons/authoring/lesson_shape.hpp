// The fixed shape of a lesson's texts, a part of a puzzle's (puzzle_shape.hpp): the sections of
// README.md, hints for each variant, the explanation of the solution, the picture, and ids that
// every edition with the puzzle has.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lessons/authoring/puzzle_shape.hpp"

namespace hippuzzle {

// Facts that the texts must agree with.
struct LessonShape {
  const std::filesystem::path& folder;
  const std::string& id;
  const std::string& title;
  const std::vector<std::string>& variants;  // "" for a puzzle's only one
};

// Faults of a puzzle to fill in: sections, stub, picture, hints, questions and their answers,
// summary, and the explanation of its solution.
std::vector<ShapeFault> lesson_faults(const LessonShape& lesson);

// Faults of a ladder: sections, a heading for each rung, questions and answers, summary.
std::vector<ShapeFault> ladder_faults(const LessonShape& lesson);

// Faults of texts that an edition cannot show. editions: the others than this one.
std::vector<ShapeFault> edition_faults(const LessonShape& lesson,
                                       const std::vector<Edition>& editions);

}  // namespace hippuzzle
