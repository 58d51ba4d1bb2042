// `hippuzzle bench --shapes`: a grid of shapes, and one line about each variant at its end.
#include <algorithm>
#include <cmath>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace bench_shapes_test {

class BenchShapes : public ::testing::Test {
 protected:
  CommandResult bench(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "bench");
    arguments.insert(arguments.end(), {"--backend", "cpu", "--hot", "--budget", "0.05"});
    return hippuzzle(arguments, {{"LC_ALL", "C.UTF-8"}, {"COLUMNS", "100"}});
  }

  std::string file(const std::string& text) const {
    directory_.write("shapes.txt", text);
    return (directory_.path() / "shapes.txt").string();
  }

 private:
  TemporaryDirectory directory_;
};

TEST_F(BenchShapes, EndWithMeanAndWorstOverTheFirstVariant) {
  const CommandResult r = bench(
      {"gemm", "--variant", "naive,tiled", "--shapes", file("16\n7x9x11\n32x16x8\n"), "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const auto printed = lines(r.out);
  ASSERT_EQ(printed.size(), 4u) << r.out;
  const auto summary = parse_json(printed.back());
  EXPECT_EQ(summary["kind"], "shapes");
  const auto tiled = summary["variants"].at(0);
  EXPECT_EQ(tiled["name"], "tiled");
  EXPECT_EQ(tiled["against"], "naive");
  EXPECT_EQ(tiled["shapes"], 3);
  double product = 1, worst = 1e300;
  for (size_t i = 0; i < 3; ++i) {
    const auto results = parse_json(printed[i])["results"];
    const double ratio = results[0]["milliseconds"]["median"].get<double>() /
                         results[1]["milliseconds"]["median"].get<double>();
    product *= ratio;
    worst = std::min(worst, ratio);
  }
  EXPECT_NEAR(tiled["geometric_mean"], std::cbrt(product), 1e-3 * std::cbrt(product));
  EXPECT_NEAR(tiled["worst"], worst, 1e-3 * worst);
}

TEST_F(BenchShapes, AreDrawnAsAPicture) {
  const CommandResult r =
      bench({"gemm", "--variant", "naive,tiled", "--shapes", file("16\n48\n"), "--plot", "-"});
  ASSERT_EQ(r.code, 0) << r.err;
  for (const char* part : {"speed over naive", "geometric mean", "FLOP", "●"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\n" << r.out;
  }
}

TEST_F(BenchShapes, BadRequestsGetOneSentence) {
  const struct {
    std::vector<std::string> arguments;
    const char* sentence;
  } table[] = {
      {{"gemm", "--shapes", "random:1"}, "write random:SEED:N"},
      {{"gemm", "--shapes", "random:1:0"}, "write random:SEED:N"},
      {{"gemm", "--shapes", "random:1:10001"}, "up to 10000 shapes"},
      {{"gemm", "--shapes", "random:-1:4"}, "write random:SEED:N"},
      {{"p02", "--shapes", "random:1:4"}, "random shapes are for products"},
      {{"gemm", "--shapes", "/no/such/file"}, "cannot read '/no/such/file'"},
      {{"gemm", "--shapes", "random:1:4", "--size", "64"}, "--size or from --shapes"},
  };
  for (const auto& row : table) {
    const CommandResult r = bench(row.arguments);
    EXPECT_EQ(r.code, 2) << row.sentence << "\n" << r.out;
    EXPECT_NE(r.err.find(row.sentence), std::string::npos) << r.err;
  }
}

}  // namespace bench_shapes_test
}  // namespace hippuzzle::testing
