// The pictures of `hippuzzle roofline` and `hippuzzle bench`.
#include <algorithm>
#include <cmath>

#include "tests/cli/roofline_command.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace roofline_pictures_test {

TEST_F(Roofline, DrawsPictures) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const auto svg = (folder_.path() / "it's.svg").string(),
             png = (folder_.path() / "r.png").string();
  const CommandResult r =
      roofline({"p16", "--device", "a100", "--plot", svg, "--plot", png, "--plot", "-"});
  EXPECT_EQ(r.code, 0) << r.err;
  for (const char* part :
       {">a  naive<", ">memory 1555 GB/s<", ">L1 cache, shared memory 19492 GB/s<",
        ">memory, each array once<", ">L1 cache, requests<"}) {
    EXPECT_NE(contents(svg).find(part), std::string::npos) << part;
  }
  EXPECT_NE(contents(svg).find("arithmetic intensity, FLOP/B"), std::string::npos);
  EXPECT_EQ(contents(png).substr(1, 3), "PNG");
  EXPECT_NE(r.out.find("arithmetic intensity, FLOP/B"), std::string::npos) << r.out;
}

TEST_F(Roofline, BenchDrawsVariantsOverSize) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const auto svg = (folder_.path() / "sizes.svg").string();
  const CommandResult r = hippuzzle({"bench", "p16", "--naive", "--tiled", "--size", "4,8",
                                     "--backend", "cpu", "--budget", "0.2", "--plot", svg});
  EXPECT_EQ(r.code, 0) << r.err;
  const std::string picture = contents(svg);
  for (const char* part : {"naive", "tiled", "GFLOP/s", "size", "p16 on "}) {
    EXPECT_NE(picture.find(part), std::string::npos) << part;
  }
}

TEST_F(Roofline, TheTerminalNeedsNoGnuplotAndIsNotExceeded) {
  for (const char* columns : {"40", "80", "120"}) {
    const CommandResult r =
        roofline({"p16", "--naive", "--tiled", "--device", "a100", "--size", "9", "--plot", "-"},
                 {{"PATH", folder_.path().string()}, {"COLUMNS", columns}, {"LC_ALL", "C.UTF-8"}});
    EXPECT_EQ(r.code, 0) << r.err;
    const size_t chart = r.out.find("NVIDIA A100, p16 at 9\nGFLOP/s");
    ASSERT_NE(chart, std::string::npos) << r.out;
    const std::string drawn = r.out.substr(chart);
    for (const char* part : {"naive", "tiled", "memory 1555 GB/s", "●", "■", "┬"}) {
      EXPECT_NE(drawn.find(part), std::string::npos) << part << "\n" << drawn;
    }
    for (const std::string& line : lines(drawn)) {
      EXPECT_LE(std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }),
                std::stoi(columns))
          << line;
    }
  }
}

TEST_F(Roofline, WithoutGnuplotOneSentenceNamesThePackage) {
  const CommandResult r =
      roofline({"--device", "a100", "--plot", "r.svg"}, {{"PATH", folder_.path().string()}});
  EXPECT_EQ(r.code, 77);
  EXPECT_EQ(r.out, "");
  EXPECT_NE(r.err.find("install the package gnuplot-nox"), std::string::npos) << r.err;
}

}  // namespace roofline_pictures_test
}  // namespace hippuzzle::testing
