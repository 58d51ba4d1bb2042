// Hints as learners get them: one at a time, for one variant.
#pragma once

#include "cli/report/lessons/hint_text.hpp"
#include "lessons/learner_progress.hpp"

namespace hippuzzle {

enum class Hint { next, again, all };

// The hints to show. `next` counts as shown from then on; after the last one it is the last one
// again. Throws Error(load_failed) when there are no hints for the variant.
ShownHints take_hints(const Lesson& lesson, const CourseVariant& variant, Progress& progress,
                      Hint which);

}  // namespace hippuzzle
