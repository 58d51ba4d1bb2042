// The input and output of `hippuzzle layout`.
#include "layout/layout_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "cli/report/layouts/layout_svg.hpp"
#include "cli/report/layouts/layout_table.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace layout_text_test {

using testing::expect_error;

TEST(LayoutText, ReadsWhatItPrints) {
  for (const char* text :
       {"4:1", "(4,8):(8,1)", "((2,2),8):((8,32),1)", "(1):(0)", "(2,(3,(4,5))):(60,(20,(5,1)))"}) {
    EXPECT_EQ(to_string(parse_layout(text)), text);
  }
}

TEST(LayoutText, ReadsWhatPeopleAndCuTeWrite) {
  EXPECT_EQ(to_string(parse_layout(" ( 4 , 8 ) : ( 8 , 1 ) ")), "(4,8):(8,1)");
  EXPECT_EQ(to_string(parse_layout("((_2,_2),8):((_8,32),_1)")), "((2,2),8):((8,32),1)");
  EXPECT_EQ(to_string(parse_layout("(4,(2,8))")), "(4,(2,8)):(1,(4,8))");
  EXPECT_EQ(to_string(parse_layout("7")), "7:1");
}

TEST(LayoutText, ReadsTilers) {
  const RuntimeLayout a = parse_layout("(12,(4,8)):(59,(13,1))");
  EXPECT_EQ(to_string(composition(a, parse_tiler("<3:4, 8:2>"))), "(3,(2,4)):(236,(26,1))");
  EXPECT_EQ(to_string(composition(a, parse_tiler("(3,8)"))), "(3,(4,2)):(59,(13,1))");
  EXPECT_EQ(to_string(composition(parse_layout("(6,2):(8,2)"), parse_tiler("(4,3):(3,1)"))),
            "((2,2),3):((24,2),8)");
  EXPECT_EQ(to_string(zipped_divide(parse_layout("(9,(4,8)):(59,(13,1))"),
                                    parse_tiler("<3:3,(2,4):(1,8)>"))),
            "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
}

TEST(LayoutText, SaysWhereATextIsNoLayout) {
  const auto refused = [](const char* text, std::vector<std::string> words) {
    expect_error([&] { parse_layout(text); }, Outcome::usage, words);
  };
  refused("(4,8):(8,1", {"'(4,8):(8,1'", "',' or ')'", "character 11", "the end"});
  refused("(4,8):(8;1)", {"character 9", "';'"});
  refused("(4,):1", {"an integer or '('", "character 4", "')'"});
  refused("", {"character 1", "the end"});
  refused("4:1 5", {"the end", "character 5", "'5'"});
  refused("(4,-8)", {"character 4", "'-'"});
  refused("(4,8):(8,(1,2))", {"(4,8)", "(8,(1,2))", "nested alike"});
  refused("0:1", {"an extent must be 1 or more"});
  refused("(70000,70000)", {"2^31"});
  refused("99999999999999999999:1", {"2^31", "character 1"});
  refused(std::string(100, '(').c_str(), {"32 levels"});
  expect_error([] { parse_tiler("<4:1"); }, Outcome::usage, {"tiler", "',' or '>'", "character 5"});
}

TEST(LayoutText, SaysWhichFiguresDoNotCompose) {
  expect_error([] { composition(parse_layout("(4,6):(1,5)"), parse_layout("4:3")); },
               Outcome::usage, {"the step 3 of 4:3", "4:1", "divide one another"});
  expect_error([] { composition(parse_layout("(4,6):(1,5)"), parse_layout("6:1")); },
               Outcome::usage, {"the extent 6 of 6:1", "4"});
  expect_error([] { composition(parse_layout("(4,6):(1,5)"), parse_layout("(3,2):(1,2)")); },
               Outcome::usage, {"(3,2):(1,2)", "carry", "4:1"});
  expect_error([] { complement(parse_layout("(2,2):(2,3)"), 24); }, Outcome::usage,
               {"(2,2):(2,3)", "overlap", "2:3"});
  expect_error([] { composition(parse_layout("4:1"), parse_tiler("(2,2)")); }, Outcome::usage,
               {"2 tilers", "4:1"});
  expect_error([] { make_layout_tv(parse_layout("(4,4):(0,1)"), parse_layout("(2,2)")); },
               Outcome::usage, {"(4,4):(0,1)", "gaps"});
}

TEST(LayoutText, ShowsOffsetsAsATable) {
  EXPECT_EQ(layout_table(parse_layout("(2,4):(4,1)"), 80),
            "(2,4):(4,1)\n"
            "    0 1 2 3\n"
            "  +--------\n"
            "0 | 0 1 2 3\n"
            "1 | 4 5 6 7\n");
  EXPECT_EQ(layout_table(parse_layout("3:5"), 80),
            "3:5\n"
            "     0  1  2\n"
            "  +---------\n"
            "0 |  0  5 10\n");
}

TEST(LayoutText, ShowsThreadsAndValuesOfATile) {
  EXPECT_EQ(layout_table(make_layout_tv(parse_layout("(2,2):(2,1)"), parse_layout("(1,2)")), 80),
            "tile (2,4), (thread, value) ((2,2),2):((4,1),2)\n"
            "       0    1    2    3\n"
            "  +--------------------\n"
            "0 | T0V0 T0V1 T1V0 T1V1\n"
            "1 | T2V0 T2V1 T3V0 T3V1\n");
  const RuntimeTvLayout held_twice = {parse_layout("(1,4)").shape(),
                                      parse_layout("((2,2),1):((1,0),0)")};
  EXPECT_NE(layout_table(held_twice, 80).find("T0V0+1 T1V0+1      .      .\n"), std::string::npos);
}

TEST(LayoutText, FoldsATableThatIsWiderThanTheTerminal) {
  EXPECT_EQ(layout_table(parse_layout("(2,6):(6,1)"), 16),
            "(2,6):(6,1)\n"
            "     0  1  2  3\n"
            "  +------------\n"
            "0 |  0  1  2  3\n"
            "1 |  6  7  8  9\n"
            "\n"
            "     4  5\n"
            "  +------\n"
            "0 |  4  5\n"
            "1 | 10 11\n");
  const std::string page = layout_table(
      make_layout_tv(parse_layout("ordered((4,64),(1,0))"), parse_layout("ordered((4,4),(1,0))")),
      80);
  size_t widest = 0, lines = 0;
  for (size_t begin = page.find('\n') + 1; begin < page.size(); ++lines) {
    const size_t end = page.find('\n', begin);
    widest = std::max(widest, end - begin);
    begin = end + 1;
  }
  EXPECT_LE(widest, 80u);
  EXPECT_EQ(lines, 256u / 8 * 19 - 1) << "groups of eight columns";
}

TEST(LayoutText, SaysWhatIsTooLargeToLookAt) {
  EXPECT_EQ(layout_table(parse_layout("(1000,1000)"), 80),
            "(1000,1000):(1,1000)\n1000000 elements, more than the 16384 that a table shows\n");
  expect_error([] { layout_svg(parse_layout("(1000,1000)")); }, Outcome::usage,
               {"1000000 elements", "16384"});
}

TEST(LayoutText, SaysWhereCoordinatesLie) {
  const RuntimeLayout layout = parse_layout("((2,2),8):((8,32),1)");
  EXPECT_EQ(offsets_text(layout, parse_coordinate("3,2")), "(3,2) -> 42\n");
  EXPECT_EQ(offsets_text(layout, parse_coordinate("((1,_),2)")),
            "((1,0),2) -> 10\n((1,1),2) -> 42\n");
  EXPECT_EQ(offsets_text(layout, parse_coordinate("11")), "11 -> 42\n");
  EXPECT_EQ(coordinates_text(layout, 42), "42 <- ((1,1),2)\n");
  EXPECT_EQ(coordinates_text(parse_layout("(2,3):(0,1)"), 2), "2 <- (0,2)\n2 <- (1,2)\n");
  EXPECT_EQ(coordinates_text(layout, 16), "16 <- nothing\n");
  const RuntimeTvLayout tv = make_layout_tv(parse_layout("(2,2):(2,1)"), parse_layout("(1,2)"));
  EXPECT_EQ(offsets_text(tv, parse_coordinate("2,_")), "(2,0) -> 1 = (1,0)\n(2,1) -> 3 = (1,1)\n");
  EXPECT_EQ(coordinates_text(tv, 3), "3 = (1,1) <- (2,1)\n");
  expect_error([&] { offsets_text(layout, parse_coordinate("4,0")); }, Outcome::usage,
               {"4", "(2,2)"});
  expect_error([&] { offsets_text(layout, parse_coordinate("1,2,3")); }, Outcome::usage,
               {"3 parts", "((2,2),8)"});
  expect_error([] { offsets_text(parse_layout("(1000,1000)"), parse_coordinate("_,_")); },
               Outcome::usage, {"1000000", "16384"});
  expect_error([] { parse_coordinate("1,x"); }, Outcome::usage, {"character 3", "'x'"});
}

TEST(LayoutText, EveryCoordinateIsFoundAtItsOffset) {
  for (const char* text : {"((2,3),4):((1,8),2)", "(4,8):(8,1)", "(3,(2,2)):(4,(1,2))"}) {
    const RuntimeLayout layout = parse_layout(text);
    for (int64_t i = 0; i < layout.size(); ++i) {
      const std::vector<IntTree> found = coordinates_of(layout, layout(i), 100);
      const IntTree coordinate = idx2crd(i, layout.shape());
      EXPECT_EQ(std::count(found.begin(), found.end(), coordinate), 1) << text << " at " << i;
      for (const IntTree& other : found) EXPECT_EQ(layout(other), layout(i));
    }
  }
}

TEST(LayoutSvg, GivesEachThreadOneColour) {
  const std::string svg =
      layout_svg(make_layout_tv(parse_layout("(4,4):(4,1)"), parse_layout("(2,2):(2,1)")));
  std::map<std::string, int> cells_of_colour;
  for (size_t at = svg.find("fill=\"#"); at != std::string::npos;
       at = svg.find("fill=\"#", at + 1)) {
    ++cells_of_colour[svg.substr(at + 6, 7)];
  }
  EXPECT_EQ(cells_of_colour.size(), 17u) << "16 threads and the background";
  for (const auto& [colour, count] : cells_of_colour) EXPECT_EQ(count, colour == "#ffffff" ? 1 : 4);
  EXPECT_EQ(svg.find("<svg "), 0u);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  EXPECT_NE(svg.find(">T15<"), std::string::npos);
}

TEST(LayoutSvg, HasACellForEachElement) {
  const std::string svg = layout_svg(parse_layout("(3,5):(5,1)"));
  size_t cells = 0;
  for (size_t at = svg.find("class=\"one\""); at != std::string::npos;
       at = svg.find("class=\"one\"", at + 1)) {
    ++cells;
  }
  EXPECT_EQ(cells, 15u);
  EXPECT_NE(svg.find("width=\"268\" height=\"160\""), std::string::npos) << svg.substr(0, 120);
}

}  // namespace layout_text_test
}  // namespace hippuzzle
