// `hippuzzle watch` and its terminal: keys and the views that they open, widths, signals. The pager
// of `show`.
#include <signal.h>
#include <sys/wait.h>

#include "tests/workspace/watch.hpp"

namespace hippuzzle::testing {
namespace watch_terminal_test {

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

}  // namespace watch_terminal_test
}  // namespace hippuzzle::testing
