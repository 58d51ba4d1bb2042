// The remedy that would order a race, by the text around its two lines.
#include "engine/judge/check/race_remedy.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace hippuzzle {
namespace race_remedy_test {

SourceCode code(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return SourceCode(lines);
}

Finding race(Access one, int line, Access other, int other_line) {
  Finding finding{.kind = FindingKind::race, .array = "s", .part = RacePart{}};
  finding.sides = {{.access = one, .place = {.file = "k.hip", .line = line}},
                   {.access = other, .place = {.file = "k.hip", .line = other_line}}};
  return finding;
}

RacePart within(const std::string& line, Access other = Access::read) {
  return race_remedy(code("__global__ void k() {\n" + line + "\n}\n"),
                     race(Access::write, 2, other, 2));
}

TEST(RaceRemedy, AnUpdateOfOneElementIsCombined) {
  for (const char* line :
       {"total += a[i];", "s[0] = max(s[0], x);", "++s[bin(x)];", "s[k]++;",
        "for (unsigned i = 0; i < n; ++i) s[0] += a[i];", "if (i < n) s(0) += a(i);"}) {
    EXPECT_EQ(within(line).remedy, RaceRemedy::combined_update) << line;
    EXPECT_EQ(within(line, Access::write).remedy, RaceRemedy::combined_update) << line;
  }
}

TEST(RaceRemedy, AnElementThatOneStatementWritesTwiceIsEachThreadsOwn) {
  for (const char* line : {"s[0] = x;", "if (i == j) s[i] = t[i] <= 3 ? 1 : 2;", "s(row, col) = 0;",
                           "if (size_t{i} < n) s[size_t{i} * n + j] = sum;"})
    EXPECT_EQ(within(line, Access::write).remedy, RaceRemedy::own_element) << line;
}

TEST(RaceRemedy, ANeighboursElementIsReadFirst) {
  EXPECT_EQ(within("if (i > 0) s[i] += s[i - 1];").remedy, RaceRemedy::read_first);
  EXPECT_EQ(within("s[i] = s[i + 1];").remedy, RaceRemedy::read_first);
  EXPECT_EQ(within("s[i] = other.s[i + 1];").remedy, RaceRemedy::unknown) << "another array";
}

const char* const tree =
    "__global__ void sum(float* out) {\n"
    "  s[i] = a[i];\n"
    "  __syncthreads();\n"
    "  for (unsigned stride = 4; stride > 0; stride /= 2) {\n"
    "    if (i < stride) s[i] += s[i + stride];  // no __syncthreads()\n"
    "  }\n"
    "  if (i == 0) out[0] = s[0];\n"
    "}\n";

TEST(RaceRemedy, ATreeNeedsABarrierInEachRound) {
  const RacePart part = race_remedy(code(tree), race(Access::write, 5, Access::read, 5));
  EXPECT_EQ(part.remedy, RaceRemedy::barrier_each_round);
  EXPECT_EQ(part.loop_line, 4);
  const std::string one_line = "for (int n = 4; n > 0; n /= 2) if (i < n) s[i] += s[i + n];";
  EXPECT_EQ(within(one_line).remedy, RaceRemedy::barrier_each_round);
}

TEST(RaceRemedy, AScanWithOneBarrierReadsFirst) {
  const SourceCode scan = code(
      "__global__ void scan() {\n"
      "  for (unsigned n = 1; n < 8; n *= 2) {\n"
      "    if (i >= n) s[i] += s[i - n];\n"
      "    __syncthreads();\n"
      "  }\n"
      "}\n");
  EXPECT_EQ(race_remedy(scan, race(Access::read, 3, Access::write, 3)).remedy,
            RaceRemedy::read_first);
}

TEST(RaceRemedy, TilesNeedABarrierBetweenLoadAndUseAndOneAtTheEnd) {
  const auto tiles = [](const char* after_load, const char* after_use) {
    return race_remedy(code(std::string("__global__ void product() {\n"
                                        "  for (unsigned t = 0; t < n; ++t) {\n"
                                        "    s[i] = a[t + i];\n") +
                            after_load +
                            "\n"
                            "    for (unsigned k = 0; k < 3; ++k) sum += s[k];\n" +
                            after_use +
                            "\n"
                            "  }\n"
                            "}\n"),
                       race(Access::read, 5, Access::write, 3));
  };
  const char* barrier = "    __syncthreads();";
  const RacePart between = tiles("", barrier);
  EXPECT_EQ(between.remedy, RaceRemedy::barrier_between);
  EXPECT_EQ(between.first_line, 3);
  EXPECT_EQ(between.second_line, 5);
  EXPECT_EQ(tiles(barrier, "").remedy, RaceRemedy::barrier_each_round);
  EXPECT_EQ(tiles(barrier, "").loop_line, 2);
  EXPECT_EQ(tiles("", "").remedy, RaceRemedy::barrier_between_and_each_round);
  EXPECT_EQ(tiles(barrier, barrier).remedy, RaceRemedy::unknown);
}

TEST(RaceRemedy, NoBarrierStandsBetweenFunctionsOrBlocks) {
  const SourceCode two = code(
      "namespace own {\n"
      "__device__ void load() {\n"
      "  s[i] = 1;\n"
      "}\n"
      "__global__ void use() {\n"
      "  x = s[0];\n"
      "}\n"
      "}\n");
  EXPECT_EQ(race_remedy(two, race(Access::write, 3, Access::read, 6)).remedy, RaceRemedy::unknown);
  Finding blocks = race(Access::read, 7, Access::write, 2);
  blocks.part = RacePart{.between_blocks = true};
  EXPECT_EQ(race_remedy(code(tree), blocks).remedy, RaceRemedy::unknown);
  blocks = race(Access::write, 2, Access::write, 2);
  blocks.part = RacePart{.between_blocks = true};
  EXPECT_EQ(race_remedy(code(tree), blocks).remedy, RaceRemedy::own_element);
}

TEST(SourceCode, NamesTheOneArrayThatALineIndexes) {
  const std::string line = "if (i <= last) to[i] = from[i - 1] + from[i] + from[i + 1];";
  EXPECT_EQ(indexed_name(line, Indexed::read), "from");
  EXPECT_EQ(indexed_name(line, Indexed::written), "to");
  EXPECT_EQ(indexed_name("c[i] = a[i] + b[i];", Indexed::read), "") << "one of two";
  EXPECT_EQ(indexed_name("s[i] += a[i];", Indexed::read), "") << "one of two";
  EXPECT_EQ(indexed_name("s[i] += 1;", Indexed::read), "s");
  EXPECT_EQ(indexed_name("float x = a[i];", Indexed::read), "a");
  EXPECT_EQ(indexed_name("float x = a[i];", Indexed::written), "");
}

TEST(SourceCode, TextThatIsNoCodeSaysNothing) {
  const SourceCode text = code(
      "#define LOOP for (;;) { \\\n"
      "  {\n"
      "/* { __syncthreads();\n"
      "   while (1) { */ void f() {\n"
      "  printf(\"{ for (%d)\", '{'); int x = 1'000;\n"
      "}\n");
  EXPECT_FALSE(text.has_barrier({1, 6}));
  EXPECT_EQ(text.loop_around(5, 5).first, 0);
  EXPECT_TRUE(text.is_one_function(4, 6));
  EXPECT_EQ(text.line(3).find_first_not_of(' '), std::string::npos);
}

TEST(SourceCode, FindsLoopsWithAndWithoutBraces) {
  const SourceCode loops = code(
      "void f() {\n"
      "  do {\n"
      "    x();\n"
      "  } while (y);\n"
      "  while (a)\n"
      "    if (b)\n"
      "      c();\n"
      "  d();\n"
      "}\n");
  EXPECT_EQ(loops.loop_around(3, 3).first, 2);
  EXPECT_EQ(loops.loop_around(7, 7).first, 5);
  EXPECT_EQ(loops.loop_around(8, 8).first, 0);
  EXPECT_EQ(loops.loop_around(3, 7).first, 0);
}

}  // namespace race_remedy_test
}  // namespace hippuzzle
