// A learner's progress: a bar and a table, and for programs.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "lessons/curriculum.hpp"

namespace hippuzzle {

std::string to_text(Standing standing, bool colour);  // "passed"
std::string meaning(Standing standing);               // "right in all cases, not checked"

// "[#######-----] 5 of 13 puzzles passed", a line for each puzzle, its variants' standings where
// they matter, and the meaning of the standings. Lines end with a line break and, but for single
// long words, fit the width.
std::string progress_text(const Curriculum& curriculum, size_t width, bool colour);

// One object in a line: {"kind": "progress", "version": 1, "passed": 5, "puzzles": […]}.
std::string progress_json(const Curriculum& curriculum, const Look& look);

std::vector<Format<Curriculum>> progress_formats();

}  // namespace hippuzzle
