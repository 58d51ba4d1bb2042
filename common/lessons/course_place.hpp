// The place of a lesson in the course, from the line below its title:
//
//   Unit: Warps. Requires [p14](../p14_prefix_sum/README.md) and [p26](…). About 60 minutes.
//
// The first lessons require "C++", which is no lesson.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

struct CoursePlace {
  std::string unit;                   // "Warps"
  std::vector<std::string> required;  // ids of the lessons that come before
  int minutes = 0;                    // reading, all variants and the questions
};

// nullopt for a text without such a line.
std::optional<CoursePlace> course_place_in(std::string_view readme);

// "shared-memory" for the unit "Shared memory": the name of its suite.
std::string suite_name(std::string_view unit);

}  // namespace hippuzzle
