// Runs and checks on a terminal, where a person waits.
#include <sys/wait.h>

#include "tests/workspace/learner.hpp"
#include "tests/workspace/pseudo_terminal.hpp"

namespace hippuzzle::testing {
namespace terminal_runs_test {

class OnATerminal : public WorkspaceCommands {
 protected:
  void SetUp() override {
    if (!can_check()) GTEST_SKIP() << "kernels cannot be checked in this build";
    if (const std::string why = no_pseudo_terminals(); !why.empty()) GTEST_SKIP() << why;
    start_p01();
  }

  std::vector<std::string> command(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"/usr/bin/env", "-u", "HIPPUZZLE_PLUGIN_PATH",
                                         "NO_COLOR=1", "TERM=xterm", binary().string()});
    return arguments;
  }
};

TEST_F(OnATerminal, ACheckAndATraceShowThatTheyWorkAndTheLimit) {
  save(p01(), right_p01);
  for (const char* word : {"check", "trace"}) {
    PseudoTerminal terminal(command({word, "p01", "--timeout", "77"}), workspace().string());
    terminal.expect("p01: case 1 of ");
    terminal.expect("limit 77 s");
    EXPECT_EQ(WEXITSTATUS(terminal.wait()), 0);
  }
}

TEST_F(OnATerminal, AFailedRunNamesTheLine) {
  save(p01(),
       "__global__ void add_10(float* output, const float* a) {\n"
       "  output[threadIdx.x + 1] = a[threadIdx.x] + 10;\n"
       "}\n");
  PseudoTerminal terminal(command({"p01", "--backend", "cpu"}), workspace().string());
  terminal.expect("compiling ");
  terminal.expect("out-of-bounds: a write of output[4]");
  terminal.expect("kernel.hip:2");
  EXPECT_EQ(WEXITSTATUS(terminal.wait()), 1);
  const CommandResult piped = run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(piped.code, 1);
  EXPECT_EQ(piped.out.find("out-of-bounds: "), std::string::npos) << "nobody waits for a check";
  EXPECT_EQ(piped.err.find("compiling "), std::string::npos) << piped.err;
}

TEST_F(OnATerminal, APageIsNotPrinted) {
  const CommandResult r = run_here({"p01", "--backend", "cpu", "--output", "results.json"});
  ASSERT_EQ(r.code, 1) << r.err;
  PseudoTerminal terminal(command({"report", "results.json"}), workspace().string());
  terminal.expect("give its file with -o report.html");
  EXPECT_EQ(WEXITSTATUS(terminal.wait()), 2);
  EXPECT_NE(run_here({"report", "results.json"}).out.find("<html"), std::string::npos);
}

TEST_F(OnATerminal, ACrashNamesTheLine) {
  save(p01(),
       "__global__ void add_10(float* output, const float* a) {\n"
       "  *(volatile float*)16 = a[threadIdx.x] + output[0];\n"
       "}\n");
  PseudoTerminal terminal(command({"p01", "--backend", "cpu"}), workspace().string());
  terminal.expect("kernel.hip:2");
  EXPECT_EQ(WEXITSTATUS(terminal.wait()), 6);
  EXPECT_EQ(terminal.shown().find("looks for the line"), std::string::npos) << terminal.shown();
}

TEST_F(OnATerminal, WithoutUtf8GetsAsciiAlone) {
  save(p01(), right_p01);
  std::vector<std::string> words = command({"p01", "--backend", "cpu"});
  words.insert(std::ranges::find(words, "TERM=xterm"), {"LC_ALL=C"});
  PseudoTerminal terminal(words, workspace().string());
  terminal.expect("further case");
  EXPECT_EQ(WEXITSTATUS(terminal.wait()), 0);
  for (const char c : terminal.shown())
    ASSERT_LT(static_cast<unsigned char>(c), 0x80) << terminal.shown();
  const CommandResult piped = run_here({"p01", "--backend", "cpu"});
  EXPECT_NE(piped.out.find("\xc2\xb5s"), std::string::npos) << "a pipe gets UTF-8: " << piped.out;
}

}  // namespace terminal_runs_test
}  // namespace hippuzzle::testing
