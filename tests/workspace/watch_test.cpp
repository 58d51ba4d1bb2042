// `hippuzzle watch`: saves and the runs that follow them; without a terminal.
#include "tests/workspace/watch.hpp"

namespace hippuzzle::testing {
namespace watch_test {

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

// The status is erased once, before a line, whose pieces may come one by one.
TEST_F(WatchTest, ShowsWholeLinesOfARun) {
  PseudoTerminal terminal = watch({"p01"});
  for (int i = 0; i < 5; ++i) {
    terminal.expect("it is still the stub");
    EXPECT_EQ(terminal.shown().find("hippuzzle: \r"), std::string::npos) << terminal.shown();
    terminal.expect("q quit");
    terminal.press("r");
  }
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

TEST_F(WatchTest, TellsThatTheFileIsGone) {
  PseudoTerminal terminal = watch({"p01"});
  terminal.expect("q quit");
  std::filesystem::remove(p01());
  terminal.expect("p01: its file is gone");
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

}  // namespace watch_test
}  // namespace hippuzzle::testing
