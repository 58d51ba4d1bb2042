// The debugging puzzles as a learner meets them: the stub is a kernel with a mistake, the check
// names it, and only a clean kernel counts as passed.
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace debugging_test {

class DebuggingPuzzles : public LearnerTest {
 protected:
  DebuggingPuzzles() : LearnerTest(testing::binary()) {}

  void SetUp() override {
    if (!std::filesystem::exists(shipped() / "cpu" / "p09.check.so"))
      GTEST_SKIP() << "kernels cannot be checked in this build";
  }

  void start(const std::string& id, const std::string& folder) {
    const CommandResult r = run_here({"start", id});
    ASSERT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.out.find("kernel.hip is yours to fix"), std::string::npos) << r.out;
    file_ = workspace() / folder / "kernel.hip";
  }

  // Edits the learner's file.
  void mend(const std::string& mistake, const std::string& instead) const {
    std::string text = contents(file_);
    const size_t at = text.find(mistake);
    ASSERT_NE(at, std::string::npos) << "the stub has no '" << mistake << "'";
    save(file_, text.replace(at, mistake.size(), instead));
  }

  void expect_finding(const std::vector<std::string>& arguments, const std::string& text) const {
    const CommandResult r = run_here(arguments);
    EXPECT_NE(r.code, 0);
    EXPECT_NE(r.out.find(text), std::string::npos) << r.out << r.err;
  }

  void expect_clean(const std::vector<std::string>& arguments) const {
    const CommandResult r = run_here(arguments);
    EXPECT_EQ(r.code, 0) << r.out << r.err;
    EXPECT_NE(r.out.find(", checked [your kernels]\n"), std::string::npos) << r.out;
  }

  std::string progress() const { return run_here({"progress"}).out; }

 private:
  std::filesystem::path file_;
};

TEST_F(DebuggingPuzzles, ACrashIsMendedInTheHostsCode) {
  start("p09", "p09_finding_the_cause");
  EXPECT_EQ(run_here({"p09", "--first-case", "--backend", "cpu"}).code, 6);
  expect_finding({"check", "p09", "--first-case"}, "a null pointer");
  mend("number + 1 < launch.buffer_count", "number < launch.buffer_count");
  expect_clean({"p09", "--first-case", "--backend", "cpu"});
}

TEST_F(DebuggingPuzzles, ADebuggerIsToldLinesAndVariables) {
  const char* gdb = "/usr/bin/gdb";
  if (!std::filesystem::exists(gdb)) GTEST_SKIP() << "no gdb";
  start("p09", "p09_finding_the_cause");
  const CommandResult r = run({"/usr/bin/env",
                               "-C",
                               workspace().string(),
                               "-u",
                               "HIPPUZZLE_PLUGIN_PATH",
                               gdb,
                               "-batch",
                               "-ex",
                               "run",
                               "-ex",
                               "backtrace 1",
                               "-ex",
                               "print a",
                               "--args",
                               binary().string(),
                               "p09",
                               "--first-case",
                               "--backend",
                               "cpu",
                               "--in-process"});
  EXPECT_NE(r.out.find("kernel.hip:"), std::string::npos) << r.out << r.err;
  EXPECT_NE(r.out.find("$1 = (const float *) 0x0"), std::string::npos) << r.out;
}

TEST_F(DebuggingPuzzles, AWrongAnswerWithoutACrashHasNoFindings) {
  start("p09", "p09_finding_the_cause");
  EXPECT_EQ(run_here({"p09", "--second-case", "--backend", "cpu"}).code, 1);
  const CommandResult check = run_here({"check", "p09", "--second-case"});
  EXPECT_EQ(check.code, 1);
  EXPECT_EQ(check.out.find("why it matters"), std::string::npos) << check.out;
  mend("offset < RADIUS", "offset <= RADIUS");
  expect_clean({"p09", "--second-case", "--backend", "cpu"});
}

TEST_F(DebuggingPuzzles, ABarrierAndARaceAreFoundTogetherAndMendedOneByOne) {
  start("p09", "p09_finding_the_cause");
  const std::vector<std::string> check = {"check", "p09", "--third-case"};
  expect_finding(check, "barrier-divergence: 3 of 4 threads wait at one barrier, others elsewhere");
  expect_finding(check, "race: a read and a write of shared[");
  mend("shared[local_i - 1];\n    __syncthreads();\n", "shared[local_i - 1];\n");
  expect_finding(check, "race: a read and a write of shared[");
  EXPECT_EQ(run_here(check).out.find("barrier-divergence"), std::string::npos);
  mend("    if (local_i > 0) shared[local_i] += 0.5f * shared[local_i - 1];\n",
       "    const float left = local_i > 0 ? shared[local_i - 1] : 0;\n"
       "    output[global_i] = shared[local_i] + 0.5f * left;\n");
  mend("  output[global_i] = local_i < CELLS ? shared[local_i] : a[global_i];",
       "  if (local_i == CELLS) output[global_i] = a[global_i];");
  expect_clean({"p09", "--third-case", "--backend", "cpu"});
  EXPECT_NE(progress().find("--third-case passed clean"), std::string::npos) << progress();
}

TEST_F(DebuggingPuzzles, ARightAnswerWithAMistakeBelowItHasNotPassed) {
  start("p10", "p10_hidden_mistakes");
  const std::vector<std::string> run = {"p10", "--memory-bug", "--backend", "cpu"};
  const CommandResult untouched = run_here(run);
  EXPECT_EQ(untouched.code, 1);
  EXPECT_NE(untouched.out.find("out: HostBuffer([10.0, 11.0, 12.0, 13.0])\n"), std::string::npos)
      << untouched.out;
  EXPECT_NE(untouched.out.find("past the end of 'output'"), std::string::npos) << untouched.out;

  // Now every write is within the output: the check reports only the test of row and column.
  mend("  output_tensor(row, col) = a_tensor",
       "  if (row * size + col < size * size) output_tensor(row, col) = a_tensor");
  const CommandResult half = run_here(run);
  EXPECT_EQ(half.code, 4) << half.out << half.err;
  EXPECT_NE(half.out.find("index (0, 2) is outside the tensor 'a_tensor' of shape (2, 2)"),
            std::string::npos)
      << half.out;
  EXPECT_NE(progress().find("--memory-bug failing"), std::string::npos) << progress();

  mend("row * size + col < size * size", "row < size && col < size");
  expect_clean(run);
  EXPECT_NE(progress().find("--memory-bug passed clean"), std::string::npos) << progress();
}

TEST_F(DebuggingPuzzles, AnUntouchedRaceIsRefusedByTheCheckAlone) {
  start("p10", "p10_hidden_mistakes");
  const std::vector<std::string> run = {"p10", "--race-condition", "--backend", "cpu"};
  const CommandResult untouched = run_here(run);
  EXPECT_EQ(untouched.code, 4) << untouched.out << untouched.err;
  EXPECT_NE(untouched.out.find("of total, by"), std::string::npos) << untouched.out;
  EXPECT_NE(progress().find("--race-condition failing"), std::string::npos) << progress();
  mend("total += a_tensor(row, col)", "atomicAdd(&total, a_tensor(row, col))");
  expect_clean(run);
}

}  // namespace debugging_test
}  // namespace hippuzzle::testing
