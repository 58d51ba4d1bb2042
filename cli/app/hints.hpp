// Hints as learners get them: one at a time, for one variant.
#pragma once

#include <string>

#include "workspace/curriculum.hpp"
#include "workspace/lesson.hpp"

namespace hippuzzle {

enum class Hint { next, again, all };

// The hint as text for a terminal; `next` counts as shown from then on, the last one is given
// again. Throws Error(load_failed) when there are no hints for the variant.
std::string hint_text(const Lesson& lesson, const CourseVariant& variant, Progress& progress,
                      Hint which);

}  // namespace hippuzzle
