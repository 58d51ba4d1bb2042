// `hippuzzle watch` on a terminal: saves, keys, resizing, Ctrl-C; and without one. The pager of
// `show`.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "tests/workspace/learner.hpp"
#include "tests/workspace/pseudo_terminal.hpp"

namespace hippuzzle::testing {
namespace {

const std::string clear_screen = "\x1b[H\x1b[2J";

class WatchTest : public LearnerTest {
 protected:
  void SetUp() override {
    if (const std::string why = no_pseudo_terminals(); !why.empty()) GTEST_SKIP() << why;
  }

  PseudoTerminal watch(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {binary().string(), "watch", "--backend", "cpu"});
    return PseudoTerminal(arguments, workspace().string());
  }

  std::filesystem::path p01() const { return workspace() / "p01_add/kernel.hip"; }
  std::filesystem::path p03() const { return workspace() / "p03_pool/kernel.hip"; }

  // The raw kernel of the solution, and the staged one as the stub leaves it.
  static std::string half_of_p03() {
    const std::string right = contents(puzzle_folder("p03_pool") / "solution.hip");
    const std::string stub = contents(puzzle_folder("p03_pool") / "kernel.hip");
    const std::string staged = "__global__ void staged_pooling";
    return right.substr(0, right.find(staged)) + stub.substr(stub.find(staged));
  }

  static bool is_raw(const PseudoTerminal& terminal) {
    return (terminal.settings().c_lflag & (ICANON | ECHO)) == 0;
  }
};

TEST_F(WatchTest, StartsTheFirstPuzzleAndRunsItsStub) {
  PseudoTerminal terminal = watch({});
  terminal.expect("p01 Add");
  terminal.expect("it is still the stub");
  terminal.expect("p01: failing");
  EXPECT_EQ(contents(p01()), contents(puzzle_folder("p01_add") / "kernel.hip"));
}

TEST_F(WatchTest, RunsAgainAtEverySaveInPlace) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  save(p01(), "__global__ void add_10(float* output, const float* a) { output[0] = b; }\n");
  terminal.expect(clear_screen);
  terminal.expect("kernel.hip:1:");
  terminal.expect("was not declared");
  terminal.expect("does not compile");
  terminal.expect("q quit");
  save(p01(), right_p01);
  terminal.expect(clear_screen);
  terminal.expect(". n next (");
  std::ofstream(p01(), std::ios::app) << "// in place, as other editors write\n";
  terminal.expect(clear_screen);
  terminal.expect(". n next (");
}

// The status is erased once, in front of a line, whose pieces may come one by one.
TEST_F(WatchTest, ShowsWholeLinesOfARun) {
  PseudoTerminal terminal = watch({"p01"});
  for (int i = 0; i < 5; ++i) {
    terminal.expect("it is still the stub");
    EXPECT_EQ(terminal.shown().find("hippuzzle: \r"), std::string::npos) << terminal.shown();
    terminal.expect("q quit");
    terminal.press("r");
  }
}

TEST_F(WatchTest, KeepsKeysAndTheirWordsTogether) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  for (const unsigned short columns : {76, 77, 78, 79, 80, 81}) {
    terminal.resize(columns, 24);
    terminal.expect("q quit");
    EXPECT_EQ(terminal.shown().find(" l\r\n"), std::string::npos) << terminal.shown();
    EXPECT_EQ(terminal.shown().find("\u00a0"), std::string::npos) << terminal.shown();
  }
}

TEST_F(WatchTest, SendsNoEscapeSequencesToADumbTerminal) {
  PseudoTerminal terminal(
      {"/usr/bin/env", "TERM=dumb", binary().string(), "watch", "--backend", "cpu", "p01"},
      workspace().string());
  terminal.expect("q quit");
  EXPECT_EQ(terminal.shown().find('\x1b'), std::string::npos);
  save(p01(), right_p01);
  terminal.expect(". n next (");
  EXPECT_EQ(terminal.shown().find('\x1b'), std::string::npos);
}

TEST_F(WatchTest, GoesOnWhenThePuzzlesFolderIsReplaced) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  std::filesystem::rename(p01().parent_path(), workspace() / "aside");
  std::filesystem::create_directory(workspace() / "new");
  std::ofstream(workspace() / "new/kernel.hip") << right_p01;
  std::filesystem::rename(workspace() / "new", p01().parent_path());
  terminal.expect(". n next (");
  save(p01(), "#error gone wrong\n");
  terminal.expect("gone wrong");
}

TEST_F(WatchTest, KeysGiveHintsTheListAndTheNextPuzzle) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  terminal.press("h");
  terminal.expect("hint 1 of");
  terminal.press("h");
  terminal.expect("hint 2 of");
  terminal.press("l");
  terminal.expect("0 of ");
  terminal.expect("p03");
  terminal.press("n");
  terminal.expect("p02 Subtract");
  terminal.expect("p02: failing");
  EXPECT_TRUE(std::filesystem::exists(workspace() / "p02_subtract/kernel.hip"));
  terminal.press("q");
  const int status = terminal.wait();
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(WatchTest, NextSkipsWhatHasPassed) {
  ASSERT_EQ(run_here({"start", "p02"}).code, 0);
  save(workspace() / "p02_subtract/kernel.hip",
       contents(puzzle_folder("p02_subtract") / "solution.hip"));
  ASSERT_EQ(run_here({"p02", "--backend", "cpu"}).code, 0);
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  terminal.press("n");
  terminal.expect("p03 Pool");
}

TEST_F(WatchTest, OtherKeysAndEscapeSequencesDoNothing) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  terminal.press("\x1b[Hx\x1b[q");
  terminal.press("l");
  terminal.expect("puzzles passed");
  EXPECT_EQ(terminal.shown().find("hint"), std::string::npos);
}

TEST_F(WatchTest, RedrawsForTheNewWidth) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  terminal.press("l");
  terminal.expect("q quit");
  terminal.resize(60, 30);
  terminal.expect(clear_screen);
  terminal.expect("puzzles passed");
  const std::string bar = terminal.shown();
  EXPECT_LE(bar.size(), 60 + std::string("\x1b[32m\x1b[0m").size()) << bar;
}

TEST_F(WatchTest, AKernelThatHangsTimesOutAndWatchingGoesOn) {
  PseudoTerminal terminal = watch({"p01", "--timeout", "0.5"});
  terminal.expect("q quit");
  save(p01(), "__global__ void add_10(float*, const float*) { for (;;) {} }\n");
  terminal.expect("timed out");
  terminal.expect("q quit");
  save(p01(), right_p01);
  terminal.expect(". n next (");
}

TEST_F(WatchTest, ASaveEndsTheRunOfWhatWasSavedBefore) {
  PseudoTerminal terminal = watch({"p01", "--timeout", "600"});
  terminal.expect("q quit");
  save(p01(), "__global__ void add_10(float*, const float*) { for (;;) {} }\n");
  terminal.expect("running p01_add/kernel.hip");
  save(p01(), right_p01);
  terminal.expect(". n next (");
}

TEST_F(WatchTest, CtrlCEndsItBySignalAndPutsTheTerminalBack) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  EXPECT_TRUE(is_raw(terminal));
  terminal.press("\x03");
  const int status = terminal.wait();
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGINT);
  EXPECT_FALSE(is_raw(terminal));
}

TEST_F(WatchTest, ACrashPutsTheTerminalBack) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  ASSERT_EQ(kill(terminal.program(), SIGSEGV), 0);
  const int status = terminal.wait();
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGSEGV);
  EXPECT_FALSE(is_raw(terminal));
}

TEST_F(WatchTest, StoppedItGivesTheTerminalBackAndTakesItAgain) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  terminal.press("\x1a");
  int status = 0;
  ASSERT_EQ(waitpid(terminal.program(), &status, WUNTRACED), terminal.program());
  EXPECT_TRUE(WIFSTOPPED(status));
  EXPECT_FALSE(is_raw(terminal));
  ASSERT_EQ(kill(terminal.program(), SIGCONT), 0);
  terminal.expect(clear_screen);
  terminal.expect("q quit");
  EXPECT_TRUE(is_raw(terminal));
}

TEST_F(WatchTest, ASaveThatMendsTwoKernelsPassesBoth) {
  PseudoTerminal terminal = watch({"p03"});
  terminal.expect("p03: failing; left: --raw, --staged");
  save(p03(), contents(puzzle_folder("p03_pool") / "solution.hip"));
  terminal.expect("p03 --raw: ");
  terminal.expect("p03 --staged: ");
  terminal.expect("p03: passed");
}

TEST_F(WatchTest, GoesOnToTheNextVariantAndNamesWhatIsLeft) {
  PseudoTerminal terminal = watch({"p03"});
  terminal.expect("q quit");
  save(p03(), half_of_p03());
  terminal.expect("p03 --raw: ");
  terminal.expect("p03 --staged: ");
  terminal.expect("wrong answer");
  terminal.expect("p03: --raw passed");
  terminal.expect("; left: --staged.");
}

TEST_F(WatchTest, AVariantThatWasNamedPassesByItself) {
  PseudoTerminal terminal = watch({"p03", "--raw"});
  terminal.expect("q quit");
  save(p03(), half_of_p03());
  terminal.expect("p03: --raw passed");
  terminal.expect("; left: --staged. n next (the others)");
  terminal.press("n");
  terminal.expect("p03 --staged: ");
}

TEST_F(WatchTest, MovesOnAfterAPassAndSaysSo) {
  PseudoTerminal terminal = watch({"p01", "--next-after", "0.3"});
  terminal.expect("q quit");
  save(p01(), right_p01);
  terminal.expect("On to p02 in");
  terminal.expect("p02 Subtract");
  terminal.expect("p01: passed");
  terminal.expect("p02: failing");
}

TEST_F(WatchTest, StaysAtAPuzzleWhenAKeyIsPressed) {
  PseudoTerminal terminal = watch({"p01", "--next-after", "600"});
  terminal.expect("q quit");
  save(p01(), right_p01);
  terminal.expect("On to p02 in");
  terminal.press("\r");
  terminal.expect("q quit");
  save(p01(), right_p01 + "// once more\n");
  terminal.expect("p01: passed");
  terminal.expect("q quit");
  terminal.press("?");
  terminal.expect("leads back");
  EXPECT_EQ(terminal.shown().find("On to"), std::string::npos) << "it had passed before";
}

TEST_F(WatchTest, ShowsThatItCompilesAndThenAClock) {
  PseudoTerminal terminal = watch({"p01", "--timeout", "2.5"});
  terminal.expect("compiling … 0 s");
  terminal.expect("q quit");
  save(p01(), "__global__ void add_10(float*, const float*) { for (;;) {} }\n");
  terminal.expect("compiling … 0 s");
  terminal.expect("running p01_add/kernel.hip");
  terminal.expect("running … ");
  const std::string ticks = terminal.shown();
  terminal.expect("running … ");
  EXPECT_NE(terminal.shown(), ticks) << "it counts seconds";
  terminal.expect("timed out");
  terminal.expect("p01: failing");
}

TEST_F(WatchTest, SaysNothingOfAnEarlierVerdictWhereNothingRan) {
  PseudoTerminal terminal = watch({"p01", "--stay"});
  terminal.expect("q quit");
  save(p01(), right_p01);
  terminal.expect("p01: passed");
  terminal.expect("q quit");
  std::ofstream(workspace() / "hippuzzle.toml") << "backend = \n";
  terminal.press("r");
  terminal.expect("hippuzzle.toml");
  terminal.expect("p01: not run.");
}

TEST_F(WatchTest, ObeysNoCheck) {
  PseudoTerminal terminal = watch({"p01", "--no-check"});
  terminal.expect("q quit");
  save(p01(), right_p01);
  terminal.expect("p01: passed (right in all cases, not checked)");
}

TEST_F(WatchTest, EveryViewLeadsBackToTheVerdict) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  for (const char* view : {"?", "l"}) {
    for (const char* back : {"\r", "\x1b", view}) {
      terminal.press(view);
      terminal.expect("goes back");
      terminal.press(back);
      terminal.expect("p01 Add");
      terminal.expect("p01: failing");
    }
  }
}

TEST_F(WatchTest, ShowsTheLessonAndLeadsBack) {
  PseudoTerminal terminal(
      {"/usr/bin/env", "PAGER=", binary().string(), "watch", "--backend", "cpu", "p01"},
      workspace().string());
  terminal.expect("q quit");
  terminal.press("s");
  terminal.expect("The task");
  terminal.expect("Enter goes back");
  terminal.press("\r");
  terminal.expect("p01: failing");
}

TEST_F(WatchTest, TellsThatTheFileIsGone) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  std::filesystem::remove(p01());
  terminal.expect("p01: its file is gone");
}

TEST_F(WatchTest, ALessonThatDoesNotFitGoesThroughThePager) {
  PseudoTerminal terminal(
      {"/usr/bin/env", "PAGER=sed s/^/paged:/", binary().string(), "show", "p03"},
      workspace().string());
  terminal.expect("paged:\x1b[1;4mp03");
  const int status = terminal.wait();
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(WatchTest, HelpIsFoldedIntoTheTerminal) {
  PseudoTerminal terminal({binary().string(), "p03", "--help"}, workspace().string());
  terminal.expect("--staged");
  for (const std::string& line : lines(terminal.shown())) EXPECT_LE(line.size(), 121u) << line;
}

using WatchWithoutATerminal = LearnerTest;

TEST_F(WatchWithoutATerminal, RunsOnceAndEndsWithItsInput) {
  ASSERT_EQ(run_here({"start", "p01"}).code, 0);
  save(workspace() / "p01_add/kernel.hip", right_p01);
  const CommandResult r = run_here({"watch", "p01", "--backend", "cpu"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("p01: passed on cpu"), std::string::npos) << r.out;
  EXPECT_EQ(r.out.find('\x1b'), std::string::npos) << "escapes where there is no terminal";
  EXPECT_TRUE(r.left_behind.empty());
}

TEST_F(WatchWithoutATerminal, NeedsAWorkspace) {
  const CommandResult r = run({"/usr/bin/env", "-C", "/", binary().string(), "watch", "p01"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("hippuzzle init"), std::string::npos) << r.err;
}

}  // namespace
}  // namespace hippuzzle::testing
