// The output of commands on narrow terminals: no line is left for the terminal to break.
#include <regex>

#include "support/text/colour.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/workspace/learner.hpp"
#include "tests/workspace/pseudo_terminal.hpp"

namespace hippuzzle::testing {
namespace columns_test {

// Tests a command's output on a terminal of the given number of columns.
class Columns : public LearnerTest, public ::testing::WithParamInterface<int> {
 protected:
  void expect_to_fit(const std::filesystem::path& hippuzzle, const std::string& command) const {
    PseudoTerminal terminal(
        {"/bin/sh", "-c",
         "stty cols " + std::to_string(GetParam()) + "; \"$0\" " + command + "; echo at the end",
         hippuzzle.string()},
        workspace().string());
    terminal.expect("at the end");
    // A row that overwrites the row before is a row too.
    const std::string rows =
        without_colour(std::regex_replace(terminal.shown(), std::regex("\r\x1b\\[K"), "\n"));
    for (const std::string& line : lines(rows)) {
      std::string shown = line;
      std::erase_if(shown, [](char c) { return c == '\r' || (c & 0xc0) == 0x80; });
      EXPECT_LE(shown.size(), static_cast<size_t>(GetParam())) << command << ": " << shown;
    }
  }
};

TEST_P(Columns, HoldEveryLineOfARun) {
  if (const std::string why = no_pseudo_terminals(); !why.empty()) GTEST_SKIP() << why;
  ASSERT_EQ(run_here({"start", "p03"}).code, 0);
  for (const char* command :
       {"p03 --backend cpu", "p03 --solution --backend cpu", "run p02 p03 --backend cpu",
        "run 'p*' --solution --backend cpu", "list", "progress",
        "bench p03 --backend cpu --budget 0.05", "watch --help", "p03 --help", "--help"}) {
    expect_to_fit(learners_binary(), command);
  }
  if (can_check()) expect_to_fit(learners_binary(), "check p03 --solution --counts");
}

// The shipped puzzles' titles are longer than the fakes' titles.
TEST_P(Columns, HoldEveryLineAboutTheShippedPuzzles) {
  if (const std::string why = no_pseudo_terminals(); !why.empty()) GTEST_SKIP() << why;
  ASSERT_EQ(run_here({"start", "p03"}).code, 0);
  for (const char* command : {"list", "progress"}) expect_to_fit(testing::binary(), command);
}

INSTANTIATE_TEST_SUITE_P(Of, Columns, ::testing::Values(40, 80),
                         ::testing::PrintToStringParamName());

TEST(Arrays, TakeOneRowOfATerminalAndAllOfAFile) {
  if (const std::string why = no_pseudo_terminals(); !why.empty()) GTEST_SKIP() << why;
  const std::string run_p03 = "\"$0\" p03 --raw --backend cpu";
  PseudoTerminal terminal({"/bin/sh", "-c", "stty cols 40; " + run_p03, learners_binary().string()},
                          "/");
  terminal.expect("out: HostBuffer([0.0, 1.0, …, 18.0])");
  terminal.expect("expected: HostBuffer([0.0, …, 18.0])");
  PseudoTerminal all(
      {"/bin/sh", "-c", "stty cols 40; " + run_p03 + " -v", learners_binary().string()}, "/");
  all.expect("out: HostBuffer([0.0, 1.0, 3.0, 6.0, 9.0, 12.0, 15.0, 18.0])");
  const CommandResult piped = run({"/bin/sh", "-c", run_p03, learners_binary().string()});
  EXPECT_NE(piped.out.find("out: HostBuffer([0.0, 1.0, 3.0, 6.0, 9.0, 12.0, 15.0, 18.0])"),
            std::string::npos)
      << piped.out;
}

}  // namespace columns_test
}  // namespace hippuzzle::testing
