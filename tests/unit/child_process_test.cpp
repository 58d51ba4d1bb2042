// A judge's look at a runner's process: the resources that it uses, whether it is at work, its
// output. The process chooses its name and its output.
#include <gtest/gtest.h>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "engine/judge/child/kernel_output.hpp"
#include "engine/judge/child/process_usage.hpp"
#include "support/process/process_work.hpp"

namespace hippuzzle {
namespace child_process_test {

using namespace std::chrono_literals;

// A process with that name that computes, with three threads, until it is killed.
class Busy {
 public:
  explicit Busy(const char* name) : id_(fork()) {
    if (id_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, name);
    std::thread first(pause), second(pause);
    volatile long steps = 0;
    for (;;) {
      const long next = steps + 1;
      steps = next;
    }
  }
  ~Busy() {
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

  pid_t id() const { return id_; }

 private:
  pid_t id_;
};

TEST(ChildProcess, HidesNothingByItsName) {
  for (const char* name : {"kernel", "a\nb", ") S 1\n2 3", "x)\nThreads: 1"}) {
    const Busy busy(name);
    const auto end = std::chrono::steady_clock::now() + 20s;
    const auto sees_all = [&] {
      const ProcessWork work = work_of(busy.id());
      return usage_of(busy.id()).threads == 3 && work.is_ready && work.processor > 20ms;
    };
    while (!sees_all() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(5ms);
    EXPECT_TRUE(sees_all()) << name;
    EXPECT_GT(usage_of(busy.id()).bytes, 100'000u) << name;
  }
}

// The text that standard error gets of that output.
std::string shown(const std::string& stranger, const std::string& output) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  EXPECT_EQ(write(ends[1], output.data(), output.size()), static_cast<ssize_t>(output.size()));
  close(ends[1]);
  ::testing::internal::CaptureStderr();
  {
    KernelOutput passed(stranger);
    while (passed.pass_on(ends[0])) {
    }
  }
  close(ends[0]);
  return ::testing::internal::GetCapturedStderr();
}

TEST(KernelOutput, OfAStrangerComesInLinesBehindTheNameWithoutControlBytes) {
  EXPECT_EQ(shown("ann", "\x1b[2Jone\n\ntwo\rzz_alice: 0 of 1 passed"),
            "ann: \\x1b[2Jone\nann: \nann: two\\x0dzz_alice: 0 of 1 passed\n");
  EXPECT_EQ(shown("ann", ""), "");
  EXPECT_EQ(shown("", "\x1b[1mbold\n"), "\x1b[1mbold\n") << "the user's own";
  EXPECT_EQ(shown("", "no end"), "no end\n");
  const std::string lines = shown("ann", std::string(9000, 'x'));
  EXPECT_EQ(lines.find('\n'), 5u + 4096u) << "a line without an end comes in parts";
}

}  // namespace child_process_test
}  // namespace hippuzzle
