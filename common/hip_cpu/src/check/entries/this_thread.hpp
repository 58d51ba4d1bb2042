// The machine whose kernel code an OS thread runs. The functions that a checked module calls have
// no parameter for it, so they find it here and pass it on; nothing below the entry points looks
// here.
#pragma once

#include "hip_cpu/check/detectors/checked_machine.hpp"
#include "hip_cpu/check/execution/probe.hpp"

namespace hip_cpu::check {

// The machine that the host's functions ask; null until checking was asked for.
extern CheckedMachine* first_machine __attribute__((visibility("hidden")));

// The machine whose blocks this OS thread runs: the first one, or a worker's.
extern __thread CheckedMachine* own_machine
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

// The machine while a thread of it runs on this OS thread; callbacks from elsewhere return at once.
extern __thread CheckedMachine* active
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

// The probe whose block's thread runs on this OS thread; null while none does.
extern __thread Probe* probe __attribute__((tls_model("initial-exec"), visibility("hidden")));

// The requests of machines to the entry points.
OsThreads& os_threads();

// The running thread's absence while others run.
class Away {
 public:
  Away() : machine_(active) { active = nullptr; }
  ~Away() { active = machine_; }
  Away(const Away&) = delete;
  Away& operator=(const Away&) = delete;

 private:
  CheckedMachine* const machine_;
};

// The same for a thread that a probe runs.
class ProbedWait {
 public:
  ProbedWait() { probe = nullptr; }
  ~ProbedWait() { probe = thread_s_; }
  ProbedWait(const ProbedWait&) = delete;
  ProbedWait& operator=(const ProbedWait&) = delete;

 private:
  Probe* const thread_s_ = probe;
};

// Faults of the kernel, as findings.
void catch_faults();
void give_signal_stack_to_this_thread();

// Loops that call nothing, as findings: on OS threads with a timer.
void catch_silent_loops();
void time_this_thread();

// Both for an OS thread that is about to run a kernel's blocks.
inline void watch_this_thread() {
  give_signal_stack_to_this_thread();
  time_this_thread();
}

}  // namespace hip_cpu::check
