// Programs of tests/hip_cc/programs, which check their own results: compiled, run, and run checked.
#include <filesystem>

#include "tests/support/command.hpp"
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace programs_test {

namespace fs = std::filesystem;

class CcProgram : public ::testing::TestWithParam<const char*> {
 protected:
  // Compiles the program of the parameter, and skips the test where a package is absent.
  void compile(std::vector<std::string> words) {
    words.insert(words.begin(), "cc");
    const fs::path source = fs::path(HIPPUZZLE_CC_PROGRAMS) / GetParam();
    words.push_back(source.string() + (fs::exists(source.string() + ".cu") ? ".cu" : ".hip"));
    words.insert(words.end(), {"-o", program_, "-lhipblas"});
    const std::string_view name = GetParam();
    if (name != "blas" && name != "blas_lt" && name != "solver") words.pop_back();
    const CommandResult built = hippuzzle(words);
    const bool lacks_package = built.err.find("; install lib") != std::string::npos;
    if (lacks_package || built.code == 77) GTEST_SKIP() << built.err;
    ASSERT_EQ(built.code, 0) << built.err;
  }

  TemporaryDirectory here_;
  const std::string program_ = (here_.path() / "program").string();
};

TEST_P(CcProgram, ComputesWhatItExpects) {
  compile({});
  if (IsSkipped()) return;
  const CommandResult ran = run({program_});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
}

TEST_P(CcProgram, HasNoFindings) {
  compile({"--check"});
  if (IsSkipped()) return;
  const CommandResult ran = run({program_});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  const bool is_clean = ran.err.starts_with("hippuzzle: no findings in ");
  EXPECT_TRUE(ran.err.empty() || is_clean) << ran.err;  // empty where it launches nothing
}

// A checked program does its work in the order in which it is written.
class CcStreamProgram : public CcProgram {};

TEST_P(CcStreamProgram, WorksBesideTheHost) {
  compile({});
  const CommandResult ran = run({program_});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  setenv("HIP_LAUNCH_BLOCKING", "1", 1);
  const CommandResult blocking = run({program_});
  unsetenv("HIP_LAUNCH_BLOCKING");
  EXPECT_NE(blocking.code, 0);
}

INSTANTIATE_TEST_SUITE_P(Streams, CcStreamProgram, ::testing::Values("streams"));

INSTANTIATE_TEST_SUITE_P(Libraries, CcProgram,
                         ::testing::Values("cub_block", "cub_device", "rand", "blas", "thrust",
                                           "cuda_names", "cuda_objects", "textures", "cooperative",
                                           "conversions", "graphs", "modules", "small_floats",
                                           "driver_arrays", "devices", "amd_builtins", "solver",
                                           "blas_lt", "scoped_atomics", "host_threads",
                                           "references"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace programs_test
}  // namespace hippuzzle::testing
