// Hints for a terminal.
#pragma once

#include <string>
#include <vector>

#include "lessons/curriculum.hpp"
#include "lessons/lesson.hpp"

namespace hippuzzle {

// The hints of a variant that are shown: from first on, up to and without end.
struct ShownHints {
  std::vector<std::string> all;  // of the variant, in Markdown
  size_t first = 0, end = 0;
  bool is_last_again = false;
};

// Each with a title, "p14 --simple, hint 2 of 4:". Ends with a line break.
std::string hint_text(const ShownHints& hints, const Lesson& lesson, const CourseVariant& variant);

}  // namespace hippuzzle
