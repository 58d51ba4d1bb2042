// The state file survives whatever interrupts its writing.
#include "lessons/learner_progress.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "lessons/curriculum.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle {
namespace progress_test {

namespace fs = std::filesystem;
using testing::TemporaryDirectory;

TEST(Progress, IsThereAgainWhenOpenedAgain) {
  const TemporaryDirectory directory;
  Progress(directory.path()).record_verdict("p14", "simple", Standing::passed, "a");
  Progress(directory.path()).record_hints("p14", "complete", 2);
  Progress(directory.path()).record_verdict("p14", "simple", Standing::failing, "b");
  const Progress progress(directory.path());
  EXPECT_EQ(progress.of("p14", "simple").standing, Standing::failing);
  EXPECT_TRUE(progress.of("p14", "simple").ever_passed);
  EXPECT_EQ(progress.of("p14", "complete").hints_shown, 2);
  EXPECT_EQ(progress.of("p01", "").standing, Standing::not_started);
}

TEST(Progress, APuzzleFailsOnlyIfAVariantFails) {
  CoursePuzzle puzzle;
  const auto standing = [&](Standing one, Standing other) {
    puzzle.variants = {{"one", "p", "one", {.standing = one}},
                       {"other", "p", "other", {.standing = other}}};
    return puzzle.standing();
  };
  EXPECT_EQ(standing(Standing::passed_clean, Standing::started), Standing::started);
  EXPECT_EQ(standing(Standing::passed_clean, Standing::failing), Standing::failing);
  EXPECT_EQ(standing(Standing::started, Standing::failing), Standing::failing);
  EXPECT_EQ(standing(Standing::passed_clean, Standing::passed), Standing::passed);
  EXPECT_EQ(standing(Standing::not_started, Standing::not_started), Standing::not_started);
}

TEST(Progress, OfTwoWritersNeitherLosesTheOthersEntries) {
  const TemporaryDirectory directory;
  Progress one(directory.path());
  Progress other(directory.path());
  one.record_hints("p01", "", 1);
  other.record_hints("p02", "", 2);
  const Progress progress(directory.path());
  EXPECT_EQ(progress.of("p01", "").hints_shown, 1);
  EXPECT_EQ(progress.of("p02", "").hints_shown, 2);
}

// A process that writes without pause is killed after the n-th write it tells of, wherever it is
// then.
TEST(Progress, SurvivesAKilledWriterAtAnyMoment) {
  const TemporaryDirectory directory;
  for (int round = 1; round <= 25; ++round) {
    std::array<int, 2> pipe_ends;
    ASSERT_EQ(pipe(pipe_ends.data()), 0);
    const pid_t writer = fork();
    ASSERT_GE(writer, 0);
    if (writer == 0) {
      Progress progress(directory.path());
      for (int shown = 1;; ++shown) {
        progress.record_hints("p01", "", shown);
        if (write(pipe_ends[1], &shown, sizeof shown) != sizeof shown) _exit(1);
      }
    }
    close(pipe_ends[1]);
    int told = 0;
    for (int i = 0; i < round; ++i) {
      ASSERT_EQ(read(pipe_ends[0], &told, sizeof told), static_cast<ssize_t>(sizeof told));
    }
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    for (int more; read(pipe_ends[0], &more, sizeof more) == sizeof more;) told = more;
    close(pipe_ends[0]);

    const Progress progress(directory.path());
    EXPECT_EQ(progress.set_aside(), "") << "a torn state file";
    const int found = progress.of("p01", "").hints_shown;
    EXPECT_TRUE(found == told || found == told + 1) << found << " after " << told;
  }
}

TEST(Progress, AHalfWrittenReplacementIsIgnored) {
  const TemporaryDirectory directory;
  Progress(directory.path()).record_hints("p01", "", 3);
  directory.write("state.json.new", "{\"puzzles\": {\"p0");
  Progress progress(directory.path());
  EXPECT_EQ(progress.of("p01", "").hints_shown, 3);
  progress.record_hints("p01", "", 4);
  EXPECT_EQ(Progress(directory.path()).of("p01", "").hints_shown, 4);
}

TEST(Progress, WhatCannotBeUnderstoodIsKeptAside) {
  for (const char* text : {"", "{", "[]", "{\"version\": 7, \"puzzles\": {}}",
                           "{\"version\": 1, \"puzzles\": {\"p01\": {\"\": {}}}}"}) {
    const TemporaryDirectory directory;
    directory.write("state.json", text);
    directory.write("state.json.unreadable-1", "an earlier one");
    Progress progress(directory.path());
    EXPECT_EQ(progress.set_aside(), directory.path() / "state.json.unreadable-2") << text;
    EXPECT_TRUE(fs::exists(progress.set_aside()));
    progress.record_hints("p01", "", 1);
    EXPECT_EQ(Progress(directory.path()).of("p01", "").hints_shown, 1);
  }
}

TEST(Progress, ARunWithoutTheCheckLeavesACleanVerdictOnTheSameFile) {
  const TemporaryDirectory directory;
  Progress progress(directory.path());
  progress.record_verdict("p14", "simple", Standing::passed_clean, "a file");
  progress.record_verdict("p14", "simple", Standing::passed, "a file");
  EXPECT_EQ(progress.of("p14", "simple").standing, Standing::passed_clean);
  progress.record_verdict("p14", "simple", Standing::passed, "another");
  EXPECT_EQ(progress.of("p14", "simple").standing, Standing::passed);
}

TEST(Progress, ForgetsVerdictsAndNotWhatHasEverPassed) {
  const TemporaryDirectory directory;
  Progress progress(directory.path());
  progress.record_verdict("p14", "simple", Standing::passed_clean, "a file");
  progress.record_hints("p14", "simple", 2);
  progress.forget_verdicts("p14");
  const VariantProgress forgotten = Progress(directory.path()).of("p14", "simple");
  EXPECT_EQ(forgotten.standing, Standing::not_started);
  EXPECT_TRUE(forgotten.ever_passed);
  EXPECT_EQ(forgotten.hints_shown, 2);
}

}  // namespace progress_test
}  // namespace hippuzzle
