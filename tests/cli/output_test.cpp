// Standard output and standard error that cannot take the program's output.
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace output_test {

// Expects the message for a command whose standard output is a full disk, or closed.
void expect_lost_output(const std::string& command, const std::string& redirection) {
  const CommandResult r =
      run({"/bin/sh", "-c", "exec \"$0\" " + command + " " + redirection, binary().string()},
          {{"HIPPUZZLE_PLUGIN_PATH", ""}, {"NO_COLOR", "1"}});
  EXPECT_EQ(r.code, 2) << command << redirection << r.err;
  EXPECT_NE(r.err.find("standard output could not be written to its end"), std::string::npos)
      << command << redirection << r.err;
}

TEST(Output, ThatDoesNotArriveIsSaidAndNeverASuccess) {
  for (const char* command :
       {"--help", "--version", "list", "devices --json", "p01 --backend cpu",
        "run 'p0*' --json --backend cpu", "check p01 --json", "trace p16 --tiled --json"}) {
    expect_lost_output(command, ">/dev/full");
    expect_lost_output(command, ">&-");
  }
}

TEST(Output, AClosedErrorStreamDoesNotBecomeTheKernels) {
  const CommandResult r =
      run({"/bin/sh", "-c", "exec \"$0\" p01 --backend cpu 0<&- 2>&-", binary().string()},
          {{"HIPPUZZLE_PLUGIN_PATH", ""}, {"NO_COLOR", "1"}});
  EXPECT_EQ(r.code, 0) << r.out;
  EXPECT_NE(r.out.find("p01: passed on cpu"), std::string::npos) << r.out;
}

}  // namespace output_test
}  // namespace hippuzzle::testing
