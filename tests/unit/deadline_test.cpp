// When a process has had its time, by clocks and looks that are made up.
#include "support/process/deadline.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/process/process.hpp"

namespace hippuzzle {
namespace deadline_test {

using namespace std::chrono_literals;

const Deadline::Clock::time_point start{};

TEST(ADeadline, IsNotLookedAtBeforeItsTime) {
  Deadline deadline(
      10s,
      [] {
        ADD_FAILURE() << "looked";
        return ProcessWork();
      },
      start);
  EXPECT_EQ(deadline.left(start), 10'000);
  EXPECT_EQ(deadline.left(start + 9'999ms), 1);
}

TEST(ADeadline, EndsWhatHasComputedForThatLong) {
  Deadline deadline(
      10s,
      [] {
        return ProcessWork{10s, true};
      },
      start);
  EXPECT_EQ(deadline.left(start + 10s), 0);
}

TEST(ADeadline, GoesOnWhileTheProcessWaitsForAProcessor) {
  ProcessWork work{100ms, true};
  Deadline deadline(
      10s, [&] { return work; }, start);
  for (auto now = start + 10s; now < start + 60s; now += 1s) {
    EXPECT_GT(deadline.left(now), 0);
    work.processor += 100ms;
  }
  work.processor = 10s;
  EXPECT_EQ(deadline.left(start + 60s), 0);
}

TEST(ADeadline, IsProlongedByNothingBeyondItsLimitByTheClock) {
  ASSERT_EQ(Deadline::by_the_clock(10s), 70s);
  Deadline deadline(
      10s,
      [] {
        return ProcessWork{100ms, true};
      },
      start);
  auto now = start;
  for (int left = 0; (left = deadline.left(now)) > 0;) now += std::chrono::milliseconds(left);
  EXPECT_EQ(now, start + 70s);
}

// Works 2 of 20 milliseconds, and never at the moment of the last look.
TEST(ADeadline, EndsWhatMostlySleepsWithinASecond) {
  int looks = 0;
  Deadline deadline(
      10s,
      [&] {
        return ProcessWork{100ms, ++looks % 3 == 0};
      },
      start);
  auto now = start + 10s;
  for (int left = 0; (left = deadline.left(now)) > 0;) now += std::chrono::milliseconds(left);
  EXPECT_LT(now, start + 11s);
}

TEST(ADeadline, EndsWhatWaitsForNothingThatWillCome) {
  Deadline deadline(
      10s,
      [] {
        return ProcessWork{100ms, false};
      },
      start);
  auto now = start + 10s;
  for (int left = 0; (left = deadline.left(now)) > 0;) {
    now += std::chrono::milliseconds(left);
    ASSERT_LT(now, start + 20s);
  }
}

TEST(ADeadline, DoesNotEndWhatSleepsBetweenTwoLooks) {
  bool is_ready = false;
  Deadline deadline(
      10s,
      [&] {
        return ProcessWork{100ms, is_ready = !is_ready};
      },
      start);
  auto now = start + 10s;
  for (int i = 0; i < 1000; ++i) {
    const int left = deadline.left(now);
    ASSERT_GT(left, 0);
    now += std::chrono::milliseconds(left);
  }
}

TEST(WorkOfAProcess, CountsWhatItHasStarted) {
  const auto before = work_of(getpid()).processor;
  const Process computes({"/bin/sh", "-c", "sh -c 'while :; do :; done' & wait"});
  while (work_of(getpid()).processor < before + 20ms) usleep(1000);
  EXPECT_GE(work_of(getpid()).processor, before + 20ms);  // no time is lost again
}

TEST(WorkOfAProcess, IsNotReadyWhileItSleeps) {
  const pid_t sleeper = fork();
  if (sleeper == 0) {
    pause();
    _exit(0);
  }
  while (work_of(sleeper).is_ready) usleep(1000);
  EXPECT_FALSE(work_of(sleeper).is_ready);  // it waits for a signal
  kill(sleeper, SIGKILL);
  waitpid(sleeper, nullptr, 0);
}

// A process chooses its name, line breaks and parentheses too.
TEST(WorkOfAProcess, IsReadWhateverItsName) {
  const pid_t computes = fork();
  if (computes == 0) {
    prctl(PR_SET_NAME, "a) S 1\n(b");
    for (volatile bool forever = true; forever;) {
    }
  }
  while (work_of(computes).processor < 20ms) usleep(1000);
  EXPECT_TRUE(work_of(computes).is_ready);
  kill(computes, SIGKILL);
  waitpid(computes, nullptr, 0);
}

// The parent of a child that vfork() made is in state D until the child has executed a program.
TEST(WorkOfAProcess, IsNotReadyWhileItWaitsForItsChildOfVfork) {
  const pid_t waits = fork();
  if (waits == 0) {
    setpgid(0, 0);
    if (vfork() == 0) {
      pause();
      _exit(0);
    }
    _exit(0);
  }
  for (int i = 0; i < 10'000 && work_of(waits).is_ready; ++i) usleep(1000);
  EXPECT_FALSE(work_of(waits).is_ready);
  kill(-waits, SIGKILL);
  waitpid(waits, nullptr, 0);
}

TEST(WorkOfAProcess, ThatIsNotThereIsNone) {
  const ProcessWork none = work_of(0);
  EXPECT_EQ(none.processor, 0ms);
  EXPECT_FALSE(none.is_ready);
}

}  // namespace deadline_test
}  // namespace hippuzzle
