// Lessons as they look in a terminal.
#include "cli/report/lessons/terminal_markdown.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "cli/terminal/text/text_layout.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle {
namespace markdown_test {

namespace fs = std::filesystem;

std::string plain(const std::string& text, size_t width = 40) {
  return render_markdown(text, {width, false, "/lesson"});
}

TEST(Markdown, WrapsParagraphsAndListsWithAHangingIndent) {
  EXPECT_EQ(plain("One two three four\nfive six.\n\n- seven eight nine ten eleven\n- twelve\n\n"
                  "12. thirteen fourteen fifteen\n    sixteen\n",
                  24),
            "One two three four five\nsix.\n\n- seven eight nine ten\n  eleven\n- twelve\n\n"
            "12. thirteen fourteen\n    fifteen sixteen\n");
}

TEST(Markdown, UnderlinesHeadingsWithoutColour) {
  EXPECT_EQ(plain("# p01: Map\n\n## The `task`\nText.\n"),
            "p01: Map\n========\n\nThe `task`\n----------\n\nText.\n");
}

TEST(Markdown, KeepsCodeAsItIs) {
  EXPECT_EQ(
      plain("```sh\na  b   c d e f g h i j k l m n o p q r s t u v w x y z\n\n# no heading\n```\n"),
      "    a  b   c d e f g h i j k l m n o p q r s t u v w x y z\n\n    # no heading\n");
}

TEST(Markdown, FoldsCodeThatIsTooWideWhereItIsAsked) {
  MarkdownStyle style;
  style.width = 24;
  style.folds_code = true;
  const auto folded = [&](const std::string& code) {
    return render_markdown("```\n" + code + "\n```\n", style);
  };
  EXPECT_EQ(folded("fits in 24 columns"), "    fits in 24 columns\n");
  EXPECT_EQ(folded("needs less indentation"), "  needs less indentation\n");
  EXPECT_EQ(folded("  breaks at blanks, and goes on"), "  breaks at blanks, and\n      goes on\n");
  EXPECT_EQ(folded("a_word_that_is_longer_than_the_width"),
            "a_word_that_is_longer_than_the_width\n");
}

TEST(Markdown, GivesAPicturesDescriptionAndPath) {
  MarkdownStyle style;
  style.folder = "/lesson";
  EXPECT_EQ(render_markdown("![Four threads](threads.svg)\n\nMore.\n", style),
            "[picture] Four threads\n          /lesson/threads.svg\n\nMore.\n");
}

TEST(Markdown, AlignsTablesAndWrapsTheirCells) {
  EXPECT_EQ(
      plain("| flag | what is new |\n|---|---|\n| `--raw` | pointers and much more of it |\n", 24),
      "flag     what is new\n"
      "-------  ---------------\n"
      "`--raw`  pointers and\n"
      "         much more of it\n");
}

TEST(Markdown, IndentsTheBlocksOfAListsItem) {
  EXPECT_EQ(plain("1. One.\n\n   Two.\n\n   ```\n   code\n   ```\n\n2. Three.\n   - four\n"),
            "1. One.\n\n   Two.\n\n       code\n\n2. Three.\n\n   - four\n");
}

TEST(Markdown, NamesTheFileOfAPicture) {
  EXPECT_EQ(plain("![Four threads](threads.svg)\n"),
            "[picture] Four threads\n          /lesson/threads.svg\n");
}

TEST(Markdown, ColoursOnlyWhenAsked) {
  EXPECT_EQ(plain("a *b* **c** `d` [e](f.md) [g](https://h) 2 * 3 * 4"),
            "a b c `d` e g (https://h) 2 * 3 * 4\n");
  EXPECT_EQ(render_markdown("*b* `d`", {40, true, ""}), "\x1b[3mb\x1b[0m \x1b[36md\x1b[0m\n");
}

TEST(Markdown, EscapesTakeNoColumnsAndCodeIsNotBroken) {
  EXPECT_EQ(display_width("\x1b[36mäb\x1b[0m"), 2u);
  EXPECT_EQ(plain("aa bb cc dd `b c dd ee` ff", 20), "aa bb cc dd\n`b c dd ee` ff\n");
}

// Everything but code, which is not folded here, fits the width in every shipped lesson, and
// nothing of its text is lost.
TEST(Markdown, FitsEveryShippedLesson) {
  int lessons = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(HIPPUZZLE_SOURCE_DIR) / "plugins")) {
    const fs::path lesson = entry.path() / "README.md";
    if (!fs::exists(lesson)) continue;
    ++lessons;
    std::istringstream rendered(render_markdown(testing::contents(lesson), {100, false, ""}));
    for (std::string line; std::getline(rendered, line);) {
      if (!line.starts_with("    ")) {
        EXPECT_LE(display_width(line), 100u) << entry.path() << ": " << line;
      }
    }
  }
  EXPECT_GT(lessons, 0);
}

}  // namespace markdown_test
}  // namespace hippuzzle
