#include "support/process/process.hpp"

#include <gtest/gtest.h>

namespace hippuzzle {
namespace process_test {

using std::chrono::milliseconds;

Process shell(const std::string& script, Process::Errors errors = Process::Errors::kept) {
  return Process({"/bin/sh", "-c", script}, {"WORD=given"}, errors);
}

TEST(AProcess, GivesWhatItPrintsAndItsStatus) {
  std::string output;
  EXPECT_EQ(shell("echo $WORD; echo error >&2; exit 7").wait(output), 7);
  EXPECT_EQ(output, "given\nerror\n");
}

TEST(AProcess, CanKeepItsErrorsOutOfItsOutput) {
  std::string output;
  EXPECT_EQ(shell("echo $WORD; echo error >&2", Process::Errors::dropped).wait(output), 0);
  EXPECT_EQ(output, "given\n");
}

// A compiler whose input includes its own output would wait for itself.
TEST(AProcess, CannotOpenItsOutputWhereThatIsASocket) {
  const std::string reads_its_output = "echo begun; cat /proc/self/fd/1 2>/dev/null && echo read";
  std::string output;
  Process process({"/bin/sh", "-c", reads_its_output}, {}, Process::Errors::kept,
                  Process::Output::socket);
  EXPECT_NE(process.wait_for(std::chrono::minutes(1), output), 0);
  EXPECT_EQ(output, "begun\n");
}

TEST(AProcess, ThatASignalEndsHasTheSignalsStatus) {
  std::string output;
  EXPECT_EQ(shell("kill -TERM $$").wait(output), 128 + 15);
}

TEST(AProcess, WhoseProgramIsMissingSaysSo) {
  std::string output;
  EXPECT_EQ(Process({"no-such-program-anywhere"}).wait(output), 127);
  EXPECT_EQ(output, "cannot run no-such-program-anywhere\n");
}

TEST(AProcess, IsEndedWhenItsTimeIsOver) {
  std::string output;
  EXPECT_EQ(shell("echo begun; exec sleep 600").wait_for(milliseconds(2000), output), std::nullopt);
  EXPECT_EQ(output, "begun\n");
}

TEST(AProcess, IsEndedThoughItHasClosedItsOutput) {
  std::string output;
  EXPECT_EQ(shell("exec >/dev/null 2>&1 sleep 600").wait_for(milliseconds(100), output),
            std::nullopt);
}

TEST(AProcess, IsEndedThoughItNeverStopsPrinting) {
  std::string output;
  EXPECT_EQ(shell("while :; do echo more; done").wait_for(milliseconds(100), output), std::nullopt);
}

TEST(AProcess, ThatEndsInTimeGivesItsStatus) {
  std::string output;
  EXPECT_EQ(shell("exit 5").wait_for(std::chrono::minutes(1), output), 5);
}

}  // namespace process_test
}  // namespace hippuzzle
