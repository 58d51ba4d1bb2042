// The lessons' figures as text.
#include "cli/terminal/charts/picture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <pugixml.hpp>
#include <sstream>

#include "cli/terminal/text/text_layout.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle {
namespace picture_test {

// 160 x 64 units: at 80 columns a column is two of them wide, and a row four high.
std::string drawn(const std::string& shapes, bool colour = false) {
  return picture_text("<svg viewBox='0 0 160 64'>" + shapes + "</svg>", 80, colour);
}

std::string line_of(const std::string& text, const std::string& part) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.find(part) != line.npos) return line;
  }
  return "";
}

TEST(PictureText, WritesTextsWhereTheyStand) {
  const std::string text = drawn(
      "<text x='20' y='20' font-size='4'>left</text>"
      "<text x='80' y='20' font-size='4' text-anchor='middle'>middle</text>"
      "<text x='150' y='20' font-size='4' text-anchor='end'>right</text>");
  EXPECT_EQ(text, std::string(10, ' ') + "left" + std::string(23, ' ') + "middle" +
                      std::string(27, ' ') + "right\n");
}

TEST(PictureText, DrawsShapesAndTheDirectionOfArrows) {
  EXPECT_EQ(drawn("<line x1='2' y1='0' x2='20' y2='0' stroke='#000' marker-end='url(#tip)'/>"),
            " ⠉⠉⠉⠉⠉⠉⠉⠉⠉→\n");
  EXPECT_NE(drawn("<path d='M2 2 V30' stroke='#000' marker-end='url(#tip)'/>").find("↓"),
            std::string::npos);
  const std::string box = drawn("<rect x='2' y='0' width='16' height='12' stroke='#000'/>");
  EXPECT_EQ(std::ranges::count(box, '\n'), 4) << box;
  EXPECT_EQ(drawn("<rect width='160' height='64' fill='#ffffff'/>"), "") << "the background";
}

TEST(PictureText, FillsWithColourOnlyWhenAsked) {
  const std::string shape = "<rect x='2' y='0' width='16' height='12' fill='#cfe2fb'/>";
  EXPECT_EQ(drawn(shape), "");
  EXPECT_NE(drawn(shape, true).find("\x1b[38;5;235;48;5;"), std::string::npos);
}

// A text that would run into its neighbour goes on below.
TEST(PictureText, FoldsATextThatHasNoRoom) {
  const std::string text = drawn(
      "<text x='4' y='20' font-size='4'>one two three</text>"
      "<text x='24' y='20' font-size='4'>four</text>");
  EXPECT_NE(line_of(text, "one two   four").size(), 0u) << text;
  EXPECT_NE(line_of(text, "three").size(), 0u) << text;
}

TEST(PictureText, IsNothingForWhatIsNoPicture) {
  EXPECT_EQ(picture_text("", 80, false), "");
  EXPECT_EQ(picture_text("<svg></svg>", 80, false), "");
  EXPECT_EQ(picture_text("<svg viewBox='0 0 0 0'/>", 80, false), "");
}

// Each word of each figure can be read, and no row is too wide; all are drawn in 100 columns, and
// most of them in 80.
TEST(PictureText, KeepsEveryWordOfEveryFigure) {
  int figures = 0, left_out = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(HIPPUZZLE_SOURCE_DIR) / "plugins")) {
    if (entry.path().extension() != ".svg") continue;
    ++figures;
    const std::string svg = testing::contents(entry.path());
    pugi::xml_document document;
    ASSERT_TRUE(document.load_buffer(svg.data(), svg.size()));
    for (const int columns : {80, 100}) {
      const std::string text = picture_text(svg, columns, false);
      if (text.empty()) {
        EXPECT_EQ(columns, 80) << entry.path();
        ++left_out;
        continue;
      }
      std::istringstream rows(text);
      for (std::string row; std::getline(rows, row);) {
        EXPECT_LE(display_width(row), static_cast<size_t>(columns)) << row;
      }
      for (const auto& found : document.select_nodes("//text[not(@transform)]")) {
        std::istringstream words(found.node().text().as_string());
        for (std::string word; words >> word;) {
          EXPECT_NE(text.find(word), std::string::npos)
              << fmt::format("'{}' of {} at {}\n{}", word, entry.path().string(), columns, text);
        }
      }
    }
  }
  EXPECT_GT(figures, 20);
  EXPECT_LE(left_out, 3);
}

}  // namespace picture_test
}  // namespace hippuzzle
