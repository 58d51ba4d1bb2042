// The place of its closing bracket identifies a subscript in the source.
#include "engine/debug_info/subscript.hpp"

#include <gtest/gtest.h>

namespace hippuzzle {
namespace subscript_test {

// The subscript in the bracket before the mark.
Subscript at_mark(std::string line, long long index) {
  const size_t mark = line.find('@');
  line.erase(mark, 1);
  return subscript_at(line, static_cast<int>(mark), index);
}

TEST(SubscriptInSource, IsNamedByItsArrayAndTheIndex) {
  EXPECT_EQ(at_mark("sum += rows[y][x + 1]@;", 4).array, "rows");
  EXPECT_EQ(at_mark("sum += rows[y][x + 1]@;", 4).element, "rows[y][4]");
  EXPECT_EQ(at_mark("sum += rows[y + 3]@[x];", 5).element, "rows[5]");
  EXPECT_EQ(at_mark("f(a[b[i]]@);", -1).element, "a[-1]");
  EXPECT_EQ(at_mark("f(a[b[i]@]);", 9).element, "b[9]");
}

TEST(SubscriptInSource, OfAMemberHasItsObject) {
  EXPECT_EQ(at_mark("x = p.taps[i]@;", 3).array, "p.taps");
  EXPECT_EQ(at_mark("x = cells[c].values[f(i)]@;", 3).array, "cells[c].values");
  EXPECT_EQ(at_mark("x = this->values[i]@;", 3).element, "this->values[3]");
  EXPECT_EQ(at_mark("x = Filter::weights[i]@;", 3).array, "Filter::weights");
}

TEST(SubscriptInSource, IsNotKnownElsewhere) {
  EXPECT_EQ(subscript_at("AT(rows, y, x) = 1;", 14, 4).element, "");
  EXPECT_EQ(subscript_at("rows[y]", 0, 4).element, "");
  EXPECT_EQ(subscript_at("rows[y]", 40, 4).element, "");
  EXPECT_EQ(subscript_at("  y]", 4, 4).element, "");
  EXPECT_EQ(at_mark("(*row)[i]@", 4).array, "");
}

// Of the mark's next character.
std::string called(std::string line) {
  const size_t mark = line.find('@');
  line.erase(mark, 1);
  return called_at(line, static_cast<int>(mark) + 1);
}

TEST(CallInSource, IsNamedByItsFirstOrLastParenthesis) {
  EXPECT_EQ(called("  output@(row, col) = a(row, f(col)) + 10;"), "output");
  EXPECT_EQ(called("  output(row, col) = a(row, f(col)@) + 10;"), "a");
  EXPECT_EQ(called("  output(row, col) = a(row, f(col@)) + 10;"), "f");
  EXPECT_EQ(called("  x = tiles.a@(i);"), "tiles.a");
}

TEST(CallInSource, IsNotKnownElsewhere) {
  EXPECT_EQ(called("  @output(row, col) = 1;"), "");
  EXPECT_EQ(called_at("output(row)", 0), "");
  EXPECT_EQ(called_at("output(row)", 40), "");
  EXPECT_EQ(called_at("  i)", 4), "");
}

}  // namespace subscript_test
}  // namespace hippuzzle
