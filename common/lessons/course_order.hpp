// The order of a course: each lesson's last section links to the next lesson.
#pragma once

#include <algorithm>
#include <functional>
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

// Puts lessons in the order of the steps. id_of: of a lesson, as the steps have it.
template <class T, class IdOf>
void sort_by_course(std::vector<T>& lessons, const std::vector<CourseStep>& steps, IdOf id_of) {
  const std::vector<std::string> order = course_order(steps);
  std::ranges::sort(lessons, {}, [&](const T& lesson) {
    return std::ranges::find(order, std::invoke(id_of, lesson)) - order.begin();
  });
}

}  // namespace hippuzzle
