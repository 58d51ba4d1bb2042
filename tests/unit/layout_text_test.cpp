// What `hippuzzle layout` reads and shows.
#include "layout/layout_text.hpp"

#include <gtest/gtest.h>

#include <map>

#include "cli/report/layout_svg.hpp"
#include "cli/report/layout_table.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace {

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
  EXPECT_EQ(layout_table(parse_layout("(2,4):(4,1)")),
            "(2,4):(4,1)\n"
            "    0 1 2 3\n"
            "  +--------\n"
            "0 | 0 1 2 3\n"
            "1 | 4 5 6 7\n");
  EXPECT_EQ(layout_table(parse_layout("3:5")),
            "3:5\n"
            "     0  1  2\n"
            "  +---------\n"
            "0 |  0  5 10\n");
}

TEST(LayoutText, ShowsThreadsAndValuesOfATile) {
  EXPECT_EQ(layout_table(make_layout_tv(parse_layout("(2,2):(2,1)"), parse_layout("(1,2)"))),
            "tile (2,4), (thread, value) ((2,2),2):((4,1),2)\n"
            "       0    1    2    3\n"
            "  +--------------------\n"
            "0 | T0V0 T0V1 T1V0 T1V1\n"
            "1 | T2V0 T2V1 T3V0 T3V1\n");
  const RuntimeTvLayout held_twice = {parse_layout("(1,4)").shape(),
                                      parse_layout("((2,2),1):((1,0),0)")};
  EXPECT_NE(layout_table(held_twice).find("T0V0+1 T1V0+1      .      .\n"), std::string::npos);
}

TEST(LayoutText, RefusesWhatIsTooLargeToLookAt) {
  expect_error([] { layout_table(parse_layout("(1000,1000)")); }, Outcome::usage,
               {"1000000 elements", "16384"});
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

}  // namespace
}  // namespace hippuzzle
