// Tests the tool of these tests: run() reports correctly.
#include "tests/support/command.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace hippuzzle::testing {
namespace command_test {

TEST(Command, SeesExitCodeAndBothStreams) {
  const CommandResult r =
      run({"/bin/sh", "-c", "echo out; echo $WORD >&2; exit 7"}, {{"WORD", "err"}});
  EXPECT_TRUE(r.exited);
  EXPECT_EQ(r.code, 7);
  EXPECT_EQ(r.out, "out\n");
  EXPECT_EQ(r.err, "err\n");
  EXPECT_TRUE(r.left_behind.empty());
}

TEST(Command, SeesSignals) {
  const CommandResult r = run({"/bin/sh", "-c", "kill -TERM $$"});
  EXPECT_FALSE(r.exited);
  EXPECT_EQ(r.code, SIGTERM);
}

TEST(Command, SeesProcessesThatStayBehindInTheirOwnSession) {
  const CommandResult r = run({"/bin/sh", "-c", "setsid tail -f /dev/null & echo $!"});
  EXPECT_EQ(r.code, 0);
  ASSERT_EQ(r.left_behind.size(), 1u);
  EXPECT_EQ(r.left_behind[0].substr(0, r.out.size() - 1) + "\n", r.out);
}

TEST(Command, EndsWhatDoesNotEnd) {
  const CommandResult r = run({"/usr/bin/tail", "-f", "/dev/null"}, {}, std::chrono::seconds(0));
  EXPECT_FALSE(r.exited);
  EXPECT_EQ(r.code, SIGKILL);
}

}  // namespace command_test
}  // namespace hippuzzle::testing
