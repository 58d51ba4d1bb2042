// Kernels that misbehave end on every platform in the same exit code, and in one sentence that says
// what was seen there; the process that judges them continues.
#include <filesystem>

#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace portable_fixtures_test {

struct Misdeed {
  std::string fixture;
  int exit_code;
  std::string on_cpu, on_gpu;  // a part of the sentence
  std::string timeout = "30";  // far beyond the need of any of them
};

std::ostream& operator<<(std::ostream& out, const Misdeed& m) { return out << m.fixture; }

const std::string any_error = "the kernel failed: ";  // which error it is, is the runtime's choice

const std::vector<Misdeed> misdeeds = {
    {"writes_nothing", 1, "4 of 4 elements are wrong", "4 of 4 elements are wrong"},
    {"returns_nan", 1, "1 of them NaN", "1 of them NaN"},
    {"writes_past_end", 1, "past the end of 'output' (index 4 of 4)",
     "past the end of 'output' (index 4 of 4)"},
    {"writes_before_start", 1, "in front of 'output' (index -1)",
     "in front of 'output' (index -1)"},
    {"changes_input", 1, "changed its input 'a'", "changed its input 'a'"},
    {"fails_to_launch", 6, "the launch failed: hipErrorInvalidConfiguration",
     "the launch failed: "},
    {"crashes", 6, "signal 11", any_error},
    {"exits", 6, "called exit(", "called exit("},
    {"never_ends", 5, "within 2 s", "within 2 s", "2"},
};

using Parameter = std::tuple<Misdeed, std::string>;

class PortableFixture : public ::testing::TestWithParam<Parameter> {
 protected:
  static CommandResult run_on(const std::string& platform, const std::string& name,
                              const std::string& timeout) {
    return hippuzzle({"p16", "--naive", "--backend", platform, "--timeout", timeout,
                      "--plugin-path", fixture("portable_" + name).string()});
  }

  void SetUp() override {
    const std::string& platform = std::get<1>(GetParam());
    const std::string unusable = why_unusable(platform);
    if (!unusable.empty()) GTEST_SKIP() << platform << " is not usable: " << unusable;
    if (!std::filesystem::exists(fixture("portable_right") / platform / "p16.so")) {
      GTEST_SKIP() << "not built for " << platform << " (HIPPUZZLE_GPU_TESTS builds it)";
    }
  }
};

TEST_P(PortableFixture, EndsAsItsMisdeedDoes) {
  const auto& [misdeed, platform] = GetParam();
  const CommandResult bad = run_on(platform, misdeed.fixture, misdeed.timeout);
  EXPECT_TRUE(bad.exited);
  EXPECT_EQ(bad.code, misdeed.exit_code) << bad.out << bad.err;
  EXPECT_EQ(bad.left_behind, std::vector<std::string>());
  const std::string& words = platform == "cpu" ? misdeed.on_cpu : misdeed.on_gpu;
  EXPECT_NE(bad.out.find(words), std::string::npos) << "'" << words << "' in: " << bad.out;

  // The device serves the next process, and the harness does not refuse everything.
  const CommandResult right = run_on(platform, "right", "30");
  EXPECT_EQ(right.code, 0) << right.out << right.err;
}

INSTANTIATE_TEST_SUITE_P(EveryPlatform, PortableFixture,
                         ::testing::Combine(::testing::ValuesIn(misdeeds),
                                            ::testing::Values("cpu", "nvidia", "amd")),
                         [](const auto& info) {
                           return std::get<0>(info.param).fixture + "_" + std::get<1>(info.param);
                         });

}  // namespace portable_fixtures_test
}  // namespace hippuzzle::testing
