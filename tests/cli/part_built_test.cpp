// A build tree with a missing part, as the first command of the README leaves it: each command
// works, or names the one command that builds its missing part.
#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace part_built_test {

namespace fs = std::filesystem;

constexpr const char* remedy = "`./dev build` builds";

// The binary, the CPU platform and p16 for it, without the parts that check, record or measure.
class PartBuilt : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(shipped() / "cpu" / "p16.so")) GTEST_SKIP() << "the CPU platform is not built";
    const fs::path library = tree_.path() / "lib" / "hippuzzle";
    for (const char* folder : {"bin", "lib/hippuzzle/judge", "lib/hippuzzle/cpu", "share"})
      fs::create_directories(tree_.path() / folder);
    fs::copy_file(binary(), tree_.path() / "bin" / "hippuzzle");
    for (const char* file : {"judge/p16.so", "cpu/p16.so", "cpu/p16.tile16.so", "toolchains",
                             "libhippuzzle_device_cpu.so", "libhippuzzle_hip_cpu.so"})
      fs::create_symlink(shipped() / file, library / file);
    fs::create_symlink(build_tree() / "share" / "hippuzzle", tree_.path() / "share" / "hippuzzle");
    fs::create_symlink(build_tree() / "CMakeCache.txt", tree_.path() / "CMakeCache.txt");
  }

  CommandResult hippuzzle(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), (tree_.path() / "bin" / "hippuzzle").string());
    return run(arguments, {{"HIPPUZZLE_PLUGIN_PATH", ""},
                           {"NO_COLOR", ""},
                           {"XDG_CACHE_HOME", tree_.path() / "cache"}});
  }

  TemporaryDirectory tree_;
};

TEST_F(PartBuilt, WhatIsThereWorks) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"p16", "--tiled"},
                                                    {"devices"},
                                                    {"layout", "(4,8):(1,4)"},
                                                    {"show", "p16"},
                                                    {"--edition", "classic", "p14", "--tiled"}}) {
    const CommandResult r = hippuzzle(arguments);
    EXPECT_EQ(r.code, 0) << arguments[0] << ": " << r.err;
    EXPECT_EQ(r.err.find("not built;"), std::string::npos) << r.err;
  }
}

TEST_F(PartBuilt, APuzzleThatIsNotThereIsKnown) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"p01"},
                                                    {"p14", "--simple"},
                                                    {"show", "p01"},
                                                    {"check", "p14", "--simple"},
                                                    {"trace", "p01"},
                                                    {"bench", "p01"},
                                                    {"run", "p01"},
                                                    {"--edition", "classic", "p01"},
                                                    {"--edition", "classic", "show", "p01"}}) {
    const CommandResult r = hippuzzle(arguments);
    EXPECT_EQ(r.code, 8) << arguments[0] << ": " << r.err;
    EXPECT_NE((r.out + r.err).find(" not built"), std::string::npos) << r.out << r.err;
    EXPECT_NE((r.out + r.err).find(remedy), std::string::npos) << r.out << r.err;
  }
}

TEST_F(PartBuilt, AListHasWhatIsThereAndNamesTheRest) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"list"}, {"--edition", "classic", "list"}}) {
    const CommandResult r = hippuzzle(arguments);
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.out.find("Matrix multiplication"), std::string::npos) << r.out;
    EXPECT_NE(r.err.find("not built: p01, "), std::string::npos) << r.err;
    EXPECT_NE(r.err.find(remedy), std::string::npos) << r.err;
    EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
    if (arguments.front() == "list") {
      EXPECT_NE(r.err.find(", bank_conflicts"), std::string::npos) << r.err;
    }
  }
}

TEST_F(PartBuilt, UnitsOfTheCourseAreThereWithoutTheirPuzzles) {
  const CommandResult list = hippuzzle({"list", "--course"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_NE(list.out.find("Matrices (--suite matrices)"), std::string::npos) << list.out;
  const CommandResult none = hippuzzle({"list", "--course", "p01"});
  EXPECT_EQ(none.code, 0) << none.err;
  EXPECT_NE(none.err.find("not built: p01"), std::string::npos) << none.err;
  const CommandResult suite = hippuzzle({"run", "--suite", "threads", "--all"});
  EXPECT_EQ(suite.code, 8) << suite.err;
  EXPECT_NE((suite.out + suite.err).find(remedy), std::string::npos) << suite.out << suite.err;
}

TEST_F(PartBuilt, WhatOnlySomeCommandsLoadIsNamed) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"roofline", "p16"},
                                                    {"check", "p16", "--tiled"},
                                                    {"trace", "p16", "--tiled"}}) {
    const CommandResult r = hippuzzle(arguments);
    EXPECT_NE(r.code, 0) << arguments[0];
    EXPECT_NE((r.out + r.err).find(remedy), std::string::npos) << r.out << r.err;
  }
}

TEST_F(PartBuilt, ALearnersKernelsThatPassAreNotCheckedWithoutTheChecker) {
  const fs::path workspace = tree_.path() / "workspace";
  ASSERT_EQ(hippuzzle({"init", workspace.string()}).code, 0);
  fs::create_directories(workspace / "p16_matmul");
  fs::copy_file(build_tree() / "share/hippuzzle/puzzles/p16_matmul/solution.hip",
                workspace / "p16_matmul" / "kernel.hip");
  const CommandResult r =
      hippuzzle({"p16", "--workspace", workspace.string(), "--naive", "--backend", "cpu"});
  EXPECT_EQ(r.code, 7) << r.out << r.err;
  EXPECT_NE(r.out.find("libhippuzzle_hip_cpu_check.so); " + std::string(remedy)), std::string::npos)
      << r.out << r.err;
}

TEST_F(PartBuilt, MistakesWithoutNamesAreSaidOnce) {
  const fs::path wrong = build_tree() / "tests" / "plugins" / "wrong" / "swapped_operands";
  const CommandResult r = hippuzzle({"p16", "--plugin-path", wrong.string()});
  EXPECT_EQ(r.code, 1) << r.err;
  const size_t said = r.err.find("the known mistakes, of which this may be one, are not recorded");
  ASSERT_NE(said, std::string::npos) << r.err;
  EXPECT_NE(r.err.find(remedy, said), std::string::npos) << r.err;
  EXPECT_EQ(r.err.find("the known mistakes", said + 1), std::string::npos) << r.err;
}

}  // namespace part_built_test
}  // namespace hippuzzle::testing
