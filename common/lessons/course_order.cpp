#include "lessons/course_order.hpp"

#include <algorithm>

namespace hippuzzle {

std::vector<std::string> course_order(const std::vector<CourseStep>& steps) {
  std::vector<std::string> order;
  const auto is_placed = [&](const std::string& id) {
    return std::ranges::find(order, id) != order.end();
  };
  const auto step_of = [&](const std::string& id) {
    return std::ranges::find(steps, id, &CourseStep::id);
  };
  const auto follow_from = [&](const std::string& first) {
    for (auto step = step_of(first); step != steps.end() && !is_placed(step->id);
         step = step_of(step->next)) {
      order.push_back(step->id);
    }
  };
  for (const CourseStep& first : steps) {
    if (std::ranges::find(steps, first.id, &CourseStep::next) == steps.end()) follow_from(first.id);
  }
  for (const CourseStep& first : steps) follow_from(first.id);  // links in a circle
  return order;
}

}  // namespace hippuzzle
