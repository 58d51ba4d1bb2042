// The list of `hippuzzle watch`: walked by keys, and never longer than the screen.
#include <algorithm>

#include "cli/terminal/screen/raw_terminal.hpp"
#include "tests/workspace/learner.hpp"
#include "tests/workspace/pseudo_terminal.hpp"

namespace hippuzzle::testing {
namespace watch_list_test {

class WatchListTest : public LearnerTest {
 protected:
  void SetUp() override {
    if (const std::string why = no_pseudo_terminals(); !why.empty()) GTEST_SKIP() << why;
  }

  PseudoTerminal watch_p01(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {binary().string(), "watch", "p01", "--backend", "cpu"});
    return PseudoTerminal(options, workspace().string());
  }
};

TEST(KeyPresses, KnowsTwoArrowsAndEscapeAmongSequences) {
  EXPECT_EQ(key_presses("a\r"), "a\n");
  const std::string arrows = {up_key, down_key, 'x', up_key};
  EXPECT_EQ(key_presses("\x1b[A\x1b[Bx\x1bOA"), arrows);
  EXPECT_EQ(key_presses("\x1b[H\x1b[5~\x1b[C"), "");
  EXPECT_EQ(key_presses("\x1b"), std::string(1, escape_key));
}

TEST_F(WatchListTest, IsWalkedByArrowsAndEnterWatchesWhatIsChosen) {
  PseudoTerminal terminal = watch_p01();
  terminal.expect("p01: failing");
  terminal.press("l");
  terminal.expect("> p01");
  terminal.expect("p01 Add: failing");
  terminal.press("\x1b[B");
  terminal.expect("> p02");
  terminal.expect("p02 Subtract: not started (no file yet)");
  terminal.press("jj");  // there is nothing below p03
  terminal.expect("> p03");
  terminal.press("\x1b[A");
  terminal.expect("> p02");
  terminal.press("\r");
  terminal.expect("p02: failing");
  EXPECT_TRUE(std::filesystem::exists(workspace() / "p02_subtract/kernel.hip"));
}

TEST_F(WatchListTest, EnterWhereItBeganAndEscapeLeadBack) {
  PseudoTerminal terminal = watch_p01();
  terminal.expect("q quit");
  for (const char* keys : {"\r", "\x1b", "jk\r", "j\x1b"}) {
    terminal.press("l");
    terminal.expect("Esc goes back");
    for (const char* key = keys; *key != '\0'; ++key) terminal.press(std::string(1, *key));
    terminal.expect("p01 Add\x1b[0m");
    terminal.expect("p01: failing");
  }
}

TEST_F(WatchListTest, FitsALowScreenAndSaysWhatItLeavesOut) {
  PseudoTerminal terminal = watch_p01();
  terminal.expect("q quit");
  constexpr unsigned short rows = 8;
  terminal.resize(80, rows);
  terminal.expect("q quit");
  terminal.press("l");
  terminal.expect("> p01");
  terminal.expect("… 2 more");
  terminal.press("j");
  terminal.expect("> p02");
  terminal.press("j");
  terminal.expect("\x1b[H\x1b[2J");
  terminal.expect("q quit");
  const std::string& screen = terminal.shown();
  EXPECT_NE(screen.find("… 2 more"), std::string::npos) << screen;
  EXPECT_NE(screen.find("> p03"), std::string::npos) << screen;
  EXPECT_EQ(screen.find("p01"), std::string::npos) << screen;
  EXPECT_LT(std::ranges::count(screen, '\n') + 1, rows) << screen;
}

TEST_F(WatchListTest, AQuietWatchMakesQuietRuns) {
  PseudoTerminal terminal = watch_p01({"--quiet"});
  terminal.expect("compiling, running");
  terminal.expect("p01: failing");
  EXPECT_EQ(terminal.shown().find("info"), std::string::npos) << terminal.shown();
}

}  // namespace watch_list_test
}  // namespace hippuzzle::testing
