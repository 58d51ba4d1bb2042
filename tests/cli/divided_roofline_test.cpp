// `hippuzzle roofline --count`: a product divided over devices that are known by name.
#include <algorithm>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace divided_roofline_test {

CommandResult roofline(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "roofline");
  return hippuzzle(arguments, {{"COLUMNS", "80"}, {"LC_ALL", "C.UTF-8"}});
}

TEST(DividedRoofline, PredictsTheLessonsFourGpus) {
  const CommandResult r = roofline({"gemm", "--variant", "fp32-best", "--device", "a100", "--count",
                                    "4", "--size", "390", "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const auto j = parse_json(r.out);
  EXPECT_EQ(j["kind"], "divided");
  EXPECT_EQ(j["count"], 4);
  const auto rows = j["divisions"][0];
  EXPECT_EQ(rows["link"], "nvlink");
  EXPECT_EQ(rows["rows"], 4);
  EXPECT_NEAR(rows["intensity"], 65, 0.5);
  EXPECT_NEAR(rows["balanced_at"], 1, 0.01);
  EXPECT_EQ(j["divisions"].size(), 9u) << "three grids over three links";
}

TEST(DividedRoofline, FitsEightyColumnsAndDrawsInTheTerminal) {
  const CommandResult r = roofline({"gemm", "--variant", "fp32-best", "--device", "h200", "--count",
                                    "8", "--size", "1024x4096x512", "--plot", "-"});
  ASSERT_EQ(r.code, 0) << r.err;
  for (const char* part : {"1024x4096x512, fp32 (fp32-best)", "8 x NVIDIA H200", "infiniband 50",
                           "2 x 4", "speed-up", "in turn", "fp32 536000 GFLOP/s", "●"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\n" << r.out;
  }
  for (const std::string& line : lines(r.out)) {
    EXPECT_LE(std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }), 80) << line;
  }
}

TEST(DividedRoofline, EveryDeviceByNameHasALink) {
  for (const char* name : {"a100", "h100", "h200", "rtx4090", "mi250x", "mi300x", "rx7900xtx"}) {
    const CommandResult r =
        roofline({"gemm", "--variant", "naive", "--device", name, "--count", "2", "--size", "512"});
    EXPECT_EQ(r.code, 0) << name << ": " << r.err;
    EXPECT_NE(r.out.find("pcie "), std::string::npos) << r.out;
  }
}

TEST(DividedRoofline, LeavesOutWhatTheDeviceHasNoRoofFor) {
  const CommandResult r =
      roofline({"gemm", "--variant", "naive,mma-tf32", "--device", "rx7900xtx", "--count", "2"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.err.find("mma-tf32 left out: the roof 'tf32'"), std::string::npos) << r.err;
  EXPECT_EQ(r.out.find("mma-tf32"), std::string::npos) << r.out;
  const CommandResult alone =
      roofline({"gemm", "--variant", "mma-tf32", "--device", "rx7900xtx", "--count", "2"});
  EXPECT_EQ(alone.code, 77);
}

TEST(DividedRoofline, BadRequestsGetOneSentence) {
  const struct {
    std::vector<std::string> arguments;
    const char* sentence;
  } table[] = {
      {{"gemm", "--count", "4"}, "name one with --device"},
      {{"--device", "a100", "--count", "4"}, "name a puzzle, such as gemm"},
      {{"gemm", "--device", "a100", "--count", "0"}, "over 1 to 4096 devices"},
      {{"gemm", "--device", "a100", "--count", "5000"}, "over 1 to 4096 devices"},
      {{"gemm", "--device", "a100", "--count", "99999999999999999999"}, "--count"},
      {{"gemm", "--device", "a100", "--count", "four"}, "--count"},
      {{"p02", "--device", "a100", "--count", "4"}, "'p02' is no matrix product"},
      {{"gemm", "--device", "a100", "--count", "2", "--plot", "-"}, "choose by --variant"},
  };
  for (const auto& row : table) {
    const CommandResult r = roofline(row.arguments);
    EXPECT_EQ(r.code, 2) << row.sentence << "\n" << r.out;
    EXPECT_NE(r.err.find(row.sentence), std::string::npos) << r.err;
    EXPECT_EQ(r.out, "") << row.sentence;
  }
}

}  // namespace divided_roofline_test
}  // namespace hippuzzle::testing
