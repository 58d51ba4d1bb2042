// The functions of a layout's text, on the worked examples of CuTe's documentation (CUTLASS,
// media/docs/cpp/cute/01_layout.md and 02_layout_algebra.md) and on the page's own figures.
#include <gtest/gtest.h>

#include "layout/layout_text.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace layout_functions_test {

using testing::expect_error;

struct Example {
  const char* text;
  const char* result;
};

class LayoutFunctions : public ::testing::TestWithParam<Example> {};

TEST_P(LayoutFunctions, GiveCuTesResults) {
  EXPECT_EQ(to_string(parse_layout(GetParam().text)), GetParam().result) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Documented, LayoutFunctions,
    ::testing::Values(
        Example{"coalesce((2,(1,6)):(1,(6,2)))", "12:1"},
        Example{"coalesce_each((2,(1,6)):(1,(6,2)))", "(2,6):(1,2)"},
        Example{"composition((6,2):(8,2),(4,3):(3,1))", "((2,2),3):((24,2),8)"},
        Example{"composition(20:2,(5,4):(4,1))", "(5,4):(8,2)"},
        Example{"composition((10,2):(16,4),(5,4):(1,5))", "(5,(2,2)):(16,(80,4))"},
        Example{"composition((12,(4,8)):(59,(13,1)),<3:4,8:2>)", "(3,(2,4)):(236,(26,1))"},
        Example{"composition((12,(4,8)):(59,(13,1)),(3,8))", "(3,(4,2)):(59,(13,1))"},
        Example{"complement(4:1,24)", "6:4"}, Example{"complement(6:4,24)", "4:1"},
        Example{"complement((4,6):(1,4),24)", "1:0"}, Example{"complement(4:2,24)", "(2,3):(1,8)"},
        Example{"complement((2,4):(1,6),24)", "3:2"},
        Example{"complement((2,2):(1,6),24)", "(3,2):(2,12)"},
        Example{"logical_divide((4,2,3):(2,1,8),4:2)", "((2,2),(2,3)):((4,1),(2,8))"},
        Example{"logical_divide((9,(4,8)):(59,(13,1)),<3:3,(2,4):(1,8)>)",
                "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))"},
        Example{"zipped_divide((9,(4,8)):(59,(13,1)),<3:3,(2,4):(1,8)>)",
                "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))"},
        Example{"tiled_divide((9,(4,8)):(59,(13,1)),<3:3,(2,4):(1,8)>)",
                "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))"},
        Example{"flat_divide((9,(4,8)):(59,(13,1)),<3:3,(2,4):(1,8)>)",
                "(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))"},
        Example{"logical_product((2,2):(4,1),6:1)", "((2,2),(2,3)):((4,1),(2,8))"},
        Example{"logical_product((2,2):(4,1),(4,2):(2,1))", "((2,2),(4,2)):((4,1),(8,2))"},
        // Mode by mode: rows 2:5 three times, columns 5:1 four times.
        Example{"logical_product((2,5):(5,1),<3:5,4:6>)", "((2,3),(5,4)):((5,10),(1,30))"},
        Example{"zipped_product((2,5):(5,1),<3:5,4:6>)", "((2,5),(3,4)):((5,1),(10,30))"},
        Example{"tiled_product((2,5):(5,1),<3:5,4:6>)", "((2,5),3,4):((5,1),10,30)"},
        Example{"flat_product((2,5):(5,1),<3:5,4:6>)", "(2,5,3,4):(5,1,10,30)"},
        // The documentation does not coalesce the modes, the library does: 2 and 3 become 6.
        Example{"blocked_product((2,5):(5,1),(3,4):(1,3))", "(6,(5,4)):(5,(1,30))"},
        Example{"raked_product((2,5):(5,1),(3,4):(1,3))", "((3,2),(4,5)):((10,5),(30,1))"}));

INSTANTIATE_TEST_SUITE_P(
    Named, LayoutFunctions,
    ::testing::Values(Example{"row_major(2,3)", "(2,3):(3,1)"},
                      Example{"col_major(2,3)", "(2,3):(1,2)"},
                      Example{"row_major((2,2),3)", "((2,2),3):((6,3),1)"},
                      Example{"row_major(7)", "7:1"},
                      Example{"ordered((4,64),(1,0))", "(4,64):(64,1)"},
                      Example{"ordered((2,(3,4)),(2,(0,1)))", "(2,(3,4)):(12,(1,3))"},
                      Example{"tiled((4,4),(2,2))", "((2,2),(2,2)):((2,8),(1,4))"},
                      Example{"make_layout(4:1,(2,2):(8,4))", "(4,(2,2)):(1,(8,4))"},
                      Example{"mode(row_major(4,8),1)", "8:1"},
                      Example{"right_inverse(row_major(4,8))", "(8,4):(4,1)"},
                      Example{"left_inverse((4,2):(1,8))", "(4,2,2):(1,8,4)"},
                      Example{"make_layout_tv(ordered((4,64),(1,0)),ordered((4,4),(1,0)))",
                              "((64,4),(4,4)):((64,4),(16,1))"},
                      Example{"zipped_divide(row_major(32,512),(16,256))",
                              "((16,256),(2,2)):((512,1),(8192,256))"},
                      Example{"repeat_tv(make_layout_tv(row_major(2,2),(1,1)),(4,4))",
                              "((2,2),(1,(2,2))):((4,1),(0,(2,8)))"}));

TEST(LayoutFunctionsText, ATileOfOneModeNeedsNoParentheses) {
  const RuntimeLayout layout = parse_layout("repeat_tv(repeat_tv(make_layout_tv(4,2),16),32)");
  EXPECT_EQ(to_string(layout),
            to_string(parse_layout("repeat_tv(repeat_tv(make_layout_tv(4,2),(16)),(32))")));
  EXPECT_EQ(layout.cosize(), 32) << "every element of the tile has its thread";
}

TEST(LayoutFunctionsText, NamesWhatDoesNotFit) {
  const auto refused = [](const char* text, std::vector<std::string> words) {
    expect_error([&] { parse_layout(text); }, Outcome::usage, words);
  };
  refused("rowmajor(2,3)", {"'rowmajor'", "character 1", "row_major"});
  refused("coalesce(row_major(2,3)", {"',' or ')'", "character 24", "the end"});
  refused("coalesce((2,3):(1,x))", {"character 19", "'x'"});
  refused("coalesce(4:1,5)", {"coalesce(LAYOUT) is called with 2 arguments", "character 1"});
  refused("coalesce(composition((4,6):(1,5),4:3))", {"character 10", "divide one another"});
  refused("row_major(4:1)", {"character 1", "integers alone"});
  refused("coalesce(<4:1>)", {"a tiler", "a layout is expected"});
  refused("tiled((4,4),(3,2))", {"(3,2)", "(4,4)"});
  refused("ordered((4,4),(0,1,2))", {"nested alike"});
  refused("mode((4,8):(8,1),2)", {"2 modes", "no mode 2"});
  refused("repeat_tv((4,8):(8,1),(4,8))", {"a thread-value layout"});
  refused("row_major()", {"character 11", "')'"});
}

}  // namespace layout_functions_test
}  // namespace hippuzzle
