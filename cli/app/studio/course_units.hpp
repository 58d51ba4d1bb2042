// The units of the course with their puzzles, from the page that orders them.
#pragma once

#include <vector>

#include "cli/report/studio/studio_json.hpp"
#include "engine/judge/catalog/catalog.hpp"

namespace hippuzzle {

// The tables of docs/learn/course.md, with the ids of the catalog's edition; puzzles that the
// catalog does not have are left out.
std::vector<CourseUnit> course_units(const Catalog& catalog);

}  // namespace hippuzzle
