// The order of a course by the links of its lessons.
#include "lessons/course_order.hpp"

#include <gtest/gtest.h>

namespace hippuzzle {
namespace course_order_test {

using Ids = std::vector<std::string>;

TEST(CourseOrder, FollowsTheLinks) {
  EXPECT_EQ(course_order({{"b", ""}, {"p1", "p2"}, {"p2", "w"}, {"p3", "b"}, {"w", "p3"}}),
            (Ids{"p1", "p2", "w", "p3", "b"}));
}

TEST(CourseOrder, LeavesLessonsWithoutLinksInTheirOrder) {
  EXPECT_EQ(course_order({{"a", ""}, {"b", ""}, {"c", ""}}), (Ids{"a", "b", "c"}));
  EXPECT_EQ(course_order({{"a", "c"}, {"b", ""}, {"c", "gone"}}), (Ids{"a", "c", "b"}));
  EXPECT_EQ(course_order({}), Ids{});
}

TEST(CourseOrder, HasEachLessonOnceWhereLinksGoInACircle) {
  EXPECT_EQ(course_order({{"a", "b"}, {"b", "a"}, {"c", "c"}}), (Ids{"a", "b", "c"}));
  EXPECT_EQ(course_order({{"a", "c"}, {"b", "c"}, {"c", ""}}), (Ids{"a", "c", "b"}));
}

}  // namespace course_order_test
}  // namespace hippuzzle
