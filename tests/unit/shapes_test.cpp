// Grids of shapes: the drawn shapes, a file's contents, and the summary of all of them.
#include "engine/performance/bench/shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "cli/report/bench/shapes_summary.hpp"
#include "engine/judge/cases/size.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace shapes_test {

std::vector<std::string> texts(const std::vector<hippuzzle_extents>& shapes) {
  std::vector<std::string> all;
  for (const hippuzzle_extents& shape : shapes) all.push_back(size_text(shape));
  return all;
}

TEST(RandomShapesTest, FollowFromTheSeedAndFromNothingElse) {
  EXPECT_EQ(texts(random_shapes(7, 40)), texts(random_shapes(7, 40)));
  EXPECT_NE(texts(random_shapes(7, 40)), texts(random_shapes(8, 40)));
  const auto few = texts(random_shapes(7, 3)), many = texts(random_shapes(7, 40));
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin())) << "more shapes begin alike";
}

TEST(RandomShapesTest, LieBetweenTheBoundsAndAreAlignedAsTheySay) {
  size_t eights = 0, odds = 0, rest = 0;
  double log_sum = 0;
  for (const hippuzzle_extents& shape : random_shapes(1, 1200)) {
    double flops = 2;
    const auto all = [&](auto holds) {
      return holds(shape.n[0]) && holds(shape.n[1]) && holds(shape.n[2]);
    };
    for (int i = 0; i < 3; ++i) {
      EXPECT_GE(shape.n[i], 64u);
      EXPECT_LE(shape.n[i], 16'384u);
      flops *= static_cast<double>(shape.n[i]);
    }
    EXPECT_GE(flops, 1e9);
    EXPECT_LE(flops, 4e12);
    log_sum += std::log2(flops);
    eights += all([](uint64_t n) { return n % 16 == 8; });
    odds += all([](uint64_t n) { return n % 2 == 1; });
    rest += all([](uint64_t n) { return n % 16 == 0; });
  }
  EXPECT_EQ(eights, 400u);
  EXPECT_EQ(odds, 200u);
  EXPECT_EQ(rest, 600u);
  // The middle between the bounds, 2^30 and 2^42: neither small nor large ones prevail.
  EXPECT_NEAR(log_sum / 1200, 35, 2);
}

class ShapesFileTest : public ::testing::Test {
 protected:
  std::filesystem::path file(const std::string& text) const {
    directory_.write("shapes.txt", text);
    return directory_.path() / "shapes.txt";
  }
  const hippuzzle_variant& gemm() const { return *gemm_.find("naive"); }

 private:
  testing::TemporaryDirectory directory_;
  JudgeModule gemm_{testing::shipped() / "judge" / "gemm.so", "gemm"};
};

TEST_F(ShapesFileTest, HoldsASizeALineAndComments) {
  EXPECT_EQ(texts(shapes_in_file(file("# mine\n64\n\n 3 x 5x 7  # odd\n1000\r\n"), gemm())),
            (std::vector<std::string>{"64", "3x5x7", "1000"}));
}

TEST_F(ShapesFileTest, SaysFileAndLineOfWhatIsNoSize) {
  const auto broken = file("64\n64x\n");
  testing::expect_error([&] { shapes_in_file(broken, gemm()); }, Outcome::usage,
                        {"shapes.txt:2: ", "'64x' is not a size"});
  testing::expect_error([&] { shapes_in_file(file(" not a shape # at all\n"), gemm()); },
                        Outcome::usage, {"'not a shape' is not a size"});
  testing::expect_error([&] { shapes_in_file(file("64 128\n"), gemm()); }, Outcome::usage,
                        {"'64 128' is not a size"});
  const auto empty = file("# nothing\n");
  testing::expect_error([&] { shapes_in_file(empty, gemm()); }, Outcome::usage, {"has no size"});
  testing::expect_error([&] { shapes_in_file("/no/such", gemm()); }, Outcome::usage,
                        {"cannot read '/no/such'", "random:SEED:N"});
}

// A measurement of `milliseconds`; 0 for a failed one.
Measurement took(const std::string& name, double milliseconds, bool is_baseline = false) {
  Measurement m;
  m.name = name;
  m.is_baseline = is_baseline;
  m.math = HIPPUZZLE_MATH_FP32;
  m.flops = 1e9;
  if (milliseconds == 0) return m;
  m.samples = {milliseconds};
  m.time = summarise(m.samples);
  return m;
}

Bench shape(const std::string& size, std::vector<Measurement> results) {
  Bench bench;
  bench.size = size;
  bench.results = std::move(results);
  return bench;
}

TEST(ShapesSummaryTest, HoldsEachVariantAgainstTheBaseline) {
  const std::vector<Bench> shapes = {
      shape("64", {took("a", 1), took("b", 4), took("BLAS", 2, true)}),
      shape("128", {took("a", 2), took("b", 0), took("BLAS", 1, true)}),
      shape("256", {took("a", 1), took("b", 1), took("BLAS", 8, true)})};
  const auto all = summarise_shapes(shapes);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].against, "the baseline");
  EXPECT_DOUBLE_EQ(all[0].geometric_mean, 2);  // of 2, 1/2 and 8
  EXPECT_EQ(all[0].worst, 0.5);
  EXPECT_EQ(all[0].worst_at, "128");
  EXPECT_EQ(all[0].best_at, "256");
  EXPECT_EQ(all[1].shapes, 2u);
  EXPECT_EQ(all[1].left_out, 1u);
  EXPECT_DOUBLE_EQ(all[1].geometric_mean, 2);  // of 1/2 and 8
}

TEST(ShapesSummaryTest, TakesTheFirstVariantWhereThereIsNoBaseline) {
  const auto all = summarise_shapes(std::vector{shape("64", {took("a", 3), took("b", 1)})});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].name, "b");
  EXPECT_EQ(all[0].against, "a");
  EXPECT_DOUBLE_EQ(all[0].geometric_mean, 3);
  EXPECT_TRUE(summarise_shapes(std::vector{shape("64", {took("a", 0), took("b", 1)})}).empty());
}

}  // namespace shapes_test
}  // namespace hippuzzle
