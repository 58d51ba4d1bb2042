// Passages and ids of a lesson's Markdown.
#include "lessons/edition_text.hpp"

#include <gtest/gtest.h>

namespace hippuzzle::testing {
namespace edition_text_test {

constexpr const char* lesson =
    "before\n"
    "<!-- edition current -->\n"
    "here\n"
    "<!-- edition classic\n"
    "there\n"
    "\n"
    "and there\n"
    "-->\n"
    "still here\n"
    "  <!-- edition any -->\n"
    "behind\n";

TEST(EditionText, APassageIsOneEditionsAlone) {
  EXPECT_EQ(passages_of(lesson, ""), "before\nhere\nstill here\nbehind\n");
  EXPECT_EQ(passages_of(lesson, "classic"), "before\nthere\n\nand there\nbehind\n");
  EXPECT_EQ(passages_of(lesson, "other"), "before\nbehind\n");
  EXPECT_EQ(passages_of("<!-- a remark -->\nno line break", ""),
            "<!-- a remark -->\nno line break");
}

TEST(EditionText, MarksAreListedWithTheirLines) {
  const auto marks = passage_marks(lesson);
  ASSERT_EQ(marks.size(), 3u);
  EXPECT_EQ(marks[1].edition, "classic");
  EXPECT_EQ(marks[1].line, 4u);
}

TEST(EditionText, IdsAreWordsOfTheirOwnOrBeginAFoldersName) {
  std::vector<std::string> found;
  for (const IdInText& id : ids_in("p16: `p07`, p12_dot_product/kernel.hip; not map04, p1, p160, "
                                   "p16a, x_p16 or P16")) {
    found.push_back(id.id);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"p16", "p07", "p12"}));
}

}  // namespace edition_text_test
}  // namespace hippuzzle::testing
