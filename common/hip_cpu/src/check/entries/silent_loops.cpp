// Loops that call nothing. g++ instruments no basic block without a statement, so the checker does
// not see the rounds of `for (;;);`. A timer of each OS thread's own processor time tests whether
// its kernel thread has called the checker since the last time.
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "hip_cpu/check/detectors/runaway.hpp"
#include "hip_cpu/check/entries/interrupted_code.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"

namespace hip_cpu::check {
namespace {

constexpr long nanoseconds_between_looks = 250'000'000;

// Looks without progress that tell a loop from a slow kernel. After the first loop of a process one
// is enough: further cases mostly run into the same loop, and the verdict stands.
std::atomic<int> looks_needed = 3;

// How far the running thread is. A thread that calls the checker changes one of these.
struct Progress {
  const void* thread = nullptr;
  std::uint64_t steps_left = 0;
  const void* code = nullptr;  // the last basic block that was counted

  bool operator==(const Progress&) const = default;
};

thread_local Progress last;
thread_local int looks = 0;

int signal_number() { return SIGRTMAX - 2; }

bool has_stood_still(const Progress& now) {
  looks = now == last ? looks + 1 : 0;
  last = now;
  return looks >= looks_needed;
}

// The lowest address of the loop around `code`, so that a finding does not depend on the
// instruction that the timer interrupted. Without optimisation a silent loop consists of nops and
// jumps; `code` where the loop has other instructions.
std::uintptr_t begin_of_loop(std::uintptr_t code) {
#if defined(__x86_64__)
  constexpr unsigned char nop = 0x90, short_jump = 0xeb, near_jump = 0xe9;
  constexpr int most_instructions = 64;
  std::uintptr_t lowest = code, at = code;
  for (int i = 0; i < most_instructions; ++i) {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(at);
    std::int32_t distance = 0;
    if (*bytes == near_jump) {
      std::memcpy(&distance, bytes + 1, sizeof distance);
      distance += 5;
    } else if (*bytes == short_jump) {
      distance = static_cast<signed char>(bytes[1]) + 2;
    } else if (*bytes == nop) {
      distance = 1;
    } else {
      return code;
    }
    at += static_cast<std::uintptr_t>(std::intptr_t{distance});
    if (at == code) return lowest;
    lowest = std::min(lowest, at);
  }
#endif
  return code;
}

void look(int, siginfo_t*, void* context_pointer) {
  const std::uintptr_t code = interrupted_code(*static_cast<const ucontext_t*>(context_pointer));
  if (probe) {
    if (has_stood_still({probe, probe->steps_left(), nullptr})) probe->stop_thread();
    return;
  }
  if (!active || !active->current || !active->launch.module ||
      !active->launch.module->contains(code)) {
    looks = 0;  // the host's code, the checker's, or a library's
    return;
  }
  CheckedMachine& machine = *active;
  if (!has_stood_still({machine.current, machine.current->steps_left, machine.launch.last_code}))
    return;
  looks = 0;
  looks_needed = 1;
  runs_away(machine, machine.site(reinterpret_cast<const void*>(begin_of_loop(code) + 1)));
}

// Without a timer, such a loop ends with the time limit of whoever runs the kernels.
class Timer {
 public:
  Timer() {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = signal_number();
    event._sigev_un._tid = gettid();
    exists_ = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0;
    const timespec time{0, nanoseconds_between_looks};
    const itimerspec times{time, time};
    if (exists_) timer_settime(timer_, 0, &times, nullptr);
  }
  ~Timer() {
    if (exists_) timer_delete(timer_);
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  timer_t timer_{};
  bool exists_ = false;
};

}  // namespace

void catch_silent_loops() {
  struct sigaction action {};
  action.sa_sigaction = look;
  // Not deferred, as for faults: the handler may leave the thread and never return.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  sigaction(signal_number(), &action, nullptr);
}

void time_this_thread() {
  thread_local const Timer timer;
  static_cast<void>(timer);
}

}  // namespace hip_cpu::check
