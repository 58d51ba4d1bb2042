#include "support/text/grid_text.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "cli/terminal/text/ascii_text.hpp"

namespace hippuzzle {
namespace text_test {

TEST(AsciiText, KeepsItsWidthAndSaysWhatItCan) {
  EXPECT_EQ(in_ascii("plain\tt\n"), "plain\tt\n");
  EXPECT_EQ(in_ascii("kernel 1.2 µs … 3 × 3 → ok"), "kernel 1.2 us ~ 3 x 3 > ok");
  EXPECT_EQ(in_ascii("é☃"), "??");
  EXPECT_EQ(in_ascii("cut \xe2\x80"), "cut ?") << "a character without its end";
}

TEST(Dimensions, LeaveOutTrailingOnes) {
  EXPECT_EQ(dimensions(64, 1, 1), "64");
  EXPECT_EQ(dimensions(16, 8, 1), "16 x 8");
  EXPECT_EQ(dimensions(16, 1, 2), "16 x 1 x 2");
  EXPECT_EQ(dimensions({1, 1, 1}), "1");
}

TEST(Dimensions, AreAllThereBesideAnIndex) {
  EXPECT_EQ(all_dimensions({16, 8, 1}), "16 x 8 x 1");
  EXPECT_EQ(index_text({4, 0, 2}), "(4, 0, 2)");
}

TEST(AnElement, IsNamedByRowAndColumn) {
  const std::vector<uint64_t> matrix = {2, 3}, cube = {2, 2, 2};
  EXPECT_EQ(element_text(0, matrix), "[0, 0]");
  EXPECT_EQ(element_text(5, matrix), "[1, 2]");
  EXPECT_EQ(element_text(6, cube), "[1, 1, 0]");
}

TEST(AnElement, OfALineOrOutsideItsArrayIsNamedByItsFlatIndex) {
  const std::vector<uint64_t> line = {4}, matrix = {2, 3};
  EXPECT_EQ(element_text(3, line), "[3]");
  EXPECT_EQ(element_text(9, line), "[9]");
  EXPECT_EQ(element_text(6, matrix), "[6]");
  EXPECT_EQ(element_text(-1, matrix), "[-1]");
  EXPECT_EQ(element_text(2, {}), "[2]");
}

}  // namespace text_test
}  // namespace hippuzzle
