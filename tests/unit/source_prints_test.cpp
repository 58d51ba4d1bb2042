// Fingerprints of sources: what they see through, and what they do not count.
#include "toolchain/source_prints.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace hippuzzle {
namespace source_prints_test {

const std::string stub =
    "__global__ void tiled_matmul(float* output, const float* a, const float* b, unsigned size) {\n"
    "  // FILL ME IN\n"
    "}\n";

const std::string ann =
    "__global__ void tiled_matmul(float* output, const float* a, const float* b, unsigned size) {\n"
    "  __shared__ float a_tile[3][3], b_tile[3][3];\n"
    "  const unsigned row = blockIdx.y * 3 + threadIdx.y, col = blockIdx.x * 3 + threadIdx.x;\n"
    "  float sum = 0;\n"
    "  for (unsigned tile = 0; tile < size; tile += 3) {\n"
    "    a_tile[threadIdx.y][threadIdx.x] = row < size ? a[row * size + tile + threadIdx.x] : 0;\n"
    "    __syncthreads();\n"
    "    for (unsigned k = 0; k < 3; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];\n"
    "    __syncthreads();\n"
    "  }\n"
    "  if (row < size && col < size) output[row * size + col] = sum;\n"
    "}\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::vector<uint64_t> hashes(const std::vector<SourcePrint>& prints) {
  std::vector<uint64_t> all;
  for (const SourcePrint& print : prints) all.push_back(print.hash);
  return all;
}

TEST(SourcePrints, AreTheSameUnderOtherNamesNumbersAndLineBreaks) {
  std::string bob = ann;
  for (const auto& [from, to] : {std::pair{"a_tile", "s1"},
                                 {"sum", "result"},
                                 {"row", "i"},
                                 {"col", "j"},
                                 {" += 3", " += 16"},
                                 {";\n", ";  // mine\n\n"}})
    bob = replaced(bob, from, to);
  ASSERT_NE(ann, bob);
  const auto own = prints_of_source(ann, stub);
  EXPECT_GT(own.size(), 20u);
  EXPECT_EQ(hashes(own), hashes(prints_of_source(bob, stub)));
}

TEST(SourcePrints, OfAnotherKernelAreOthers) {
  const auto own = hashes(prints_of_source(ann, stub));
  const auto other = prints_of_source(
      "__global__ void tiled_matmul(float* output, const float* a, const float* b, unsigned n) {\n"
      "  unsigned i = threadIdx.x;\n"
      "  while (i < n * n) { output[i] = a[i] - b[i] * a[i / n]; i = i + blockDim.x; }\n"
      "}\n",
      stub);
  EXPECT_FALSE(other.empty());
  for (const SourcePrint& print : other)
    EXPECT_EQ(std::ranges::count(own, print.hash), 0) << print.first_line;
}

TEST(SourcePrints, OfLinesThatTheStubGivesThereAreNone) {
  EXPECT_TRUE(prints_of_source(stub, stub).empty());
  for (const SourcePrint& print : prints_of_source(ann, stub)) EXPECT_GT(print.first_line, 1u);
}

TEST(SourcePrints, HaveTheLinesOfTheirTokens) {
  const auto prints = prints_of_source(ann, stub);
  for (const SourcePrint& print : prints) {
    EXPECT_LE(print.first_line, print.last_line);
    EXPECT_LT(print.last_line, 12u);
    EXPECT_LT(print.hash, uint64_t{1} << 53);
  }
}

TEST(SourcePrints, OfPreprocessedTextAreOfTheFileAlone) {
  const std::string source =
      "#include \"other.hpp\"\n#define SUM(x) sum += x\nvoid f() {\n  SUM(1);\n}\n";
  const std::string body = "  sum += a [ b ] * c [ d ] - e [ f ] + g ( h , i );\n";
  const std::string preprocessed =
      "# 1 \"/w/bindings.hip\"\n# 1 \"/w/kernel.hip\" 1\n# 1 \"/w/other.hpp\" 1\n" + body + body +
      "# 2 \"/w/kernel.hip\" 2\n\nvoid f() {\n" + body + "}\n";
  const auto prints = prints_of_preprocessed(preprocessed, "/w/kernel.hip", source, "");
  ASSERT_FALSE(prints.empty());
  for (const SourcePrint& print : prints) {
    EXPECT_GE(print.first_line, 3u);
    EXPECT_LE(print.last_line, 5u);
  }
  EXPECT_TRUE(prints_of_preprocessed(preprocessed, "/w/none.hip", source, "").empty());
}

TEST(SourcePrints, AreBoundedForAnySource) {
  std::string endless;
  for (int i = 0; i < 200'000; ++i) endless += i % 7 == 0 ? "a(" : i % 5 == 0 ? "[b" : "+ c";
  EXPECT_LE(prints_of_source(endless, "").size(), most_prints);
}

}  // namespace source_prints_test
}  // namespace hippuzzle
