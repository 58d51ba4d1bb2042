// The order of a course: each lesson's last section links to the next lesson.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

struct CourseStep {
  std::string id;
  std::string next;  // the id that the lesson links to, "" for none
};

// The ids in the order of these links. Lessons that no other lesson links to begin a row of their
// own, in the given order.
std::vector<std::string> course_order(const std::vector<CourseStep>& steps);

}  // namespace hippuzzle
