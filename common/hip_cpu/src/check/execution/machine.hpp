// The machine that a checked kernel runs on. It runs one launch at a time, one block of it, and one
// thread of that block. It knows how they run and in which order their accesses happen; detectors
// and entry points get it as a parameter.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/execution/events.hpp"
#include "hip_cpu/check/execution/observer.hpp"
#include "hip_cpu/check/execution/schedule.hpp"
#include "hip_cpu/check/execution/state.hpp"
#include "hip_cpu/check/execution/synchronisation.hpp"
#include "hip_cpu/check/findings/finding_list.hpp"
#include "hip_cpu/check/memory/pending.hpp"
#include "hip_cpu/check/requests/requests.hpp"
#include "hip_cpu/check/shadow/device_memory.hpp"
#include "hip_cpu/check/shadow/read_filter.hpp"

namespace hip_cpu::check {

// The position of the element with this number, x fastest.
void set_position(unsigned (&to)[3], std::uint64_t number, dim3 size);

// The module around an address; null if no kernel of it was launched yet.
Module* launched_module(std::uintptr_t address);

// The module around checked code.
const Module& checked_module(const void* code);

class Machine {
 public:
  // All three outlive the machine.
  Machine(DeviceMemory& device_memory, LaunchChecks& launch_checks, OsThreads& threads)
      : memory(device_memory), checks(launch_checks), os_threads(threads) {}
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // The state of the process.
  DeviceMemory& memory;
  LaunchChecks& checks;
  OsThreads& os_threads;
  CallSites call_sites;
  Findings findings{call_sites};
  Observers observers;
  ParallelRuns parallel;
  Sampling sampling;
  Schedules schedules;
  Schedule schedule;
  PastLaunches past;
  std::uint64_t max_steps = std::uint64_t{1} << 26;  // basic blocks that a thread may run through
  Time now = 1;                                      // the number of ordering events so far
  bool any_stopped = false;  // a thread of any launch did not get to its end

  // The state of the launch, of the block that runs, and of the thread that runs.
  WorkerState worker;
  LaunchState launch;
  BlockState block;
  ReadFilter reads;
  PendingReports pending{findings};
  Synchronisation order{*this};
  Thread* current = nullptr;
  Requests* requests = nullptr;  // groups accesses; null while no observer wants requests

  // A machine for another OS thread, which runs some blocks of a launch at the same time.
  virtual std::unique_ptr<Machine> make_worker() const = 0;

  // Runs all blocks of a launch, in one order or more.
  void run(const LaunchRequest& request);

  // Runs all blocks of a grid in turns, each until it waits for the others. False, and nothing has
  // run, when the system gives too few OS threads. Observers do not see such a launch.
  bool run_at_once(const LaunchRequest& request);

  // Runs them once more, in the order of `schedule` and with every read kept; call it after a first
  // run.
  void run_again();

  // Begins, as a worker with this number, the launch that `first` has begun.
  void begin_as_worker(const Machine& first, unsigned number);

  // Runs one block of the launch, from its begin to its end.
  void run_block(std::uint64_t number, std::uint64_t stands_for = 1);
  void begin_block(std::uint64_t number);
  void end_block();

  // Forgets the launch; the machine may begin another one.
  void end_launch();

  // The running thread becomes the one whose turn it is. All its frames are below `stack`.
  void begin_thread(const void* stack);

  // The running thread has left the kernel.
  void end_thread();

  // Leaves the running thread, or the launch, in the middle of its work, by a jump.
  [[noreturn]] void stop_thread();
  [[noreturn]] void stop_launch();

  // The function around an address of the current launch's module.
  CodeRange function_of(std::uintptr_t code);

  // To be called where something other than a block's barrier orders accesses: every read counts
  // from now on.
  void be_precise() {
    if (launch.is_precise) return;
    launch.is_precise = true;
    reads.turn_off();
  }

  // To be called when the instruction of the last write is over.
  void settle_writes() {
    if (observers.want_steps()) observers.tell(&LaunchObserver::settle);
    if (pending.settle_writes()) filter_reads();
  }

  // To be called at the end of each phase, before `last_barrier` moves on.
  void settle_reads(bool launch_ends) {
    pending.settle_reads(block.begin, block.last_barrier, launch_ends);
  }

  // To be called when a phase begins, and when its reads need no closer inspection any more.
  void filter_reads() {
    reads.set_phase(block.last_barrier,
                    !launch.is_precise && !pending.has_writes() && !observers.want_steps());
  }

  // True if other, unchecked blocks may have written the device memory that is read now, or would
  // have if they had run.
  bool others_may_have_written() const {
    if (sampling.in_all == 0) return false;
    const bool is_first = launch.is_sampled && sampling.in_all == launch.block_count();
    return !is_first || sampling.asked.runs_others != 0 || block.has_synchronised;
  }

  // The site of the running thread at `code`.
  SiteId site(const void* code) { return call_sites.at(current->calls.context(call_sites), code); }

  // Whether the access happened before the current thread's next operation. As in FastTrack,
  // comparing one epoch decides most cases: barriers order all threads, so vector clocks are rarely
  // there.
  bool happened_before(const Epoch& access, std::uintptr_t address, bool shared) const {
    if (access.is_before(shared ? block.begin : launch.ordered_begin)) return true;
    if (!access.is_before(block.begin) &&
        (access.is_before(block.last_barrier) || access.thread() == current->index))
      return true;
    if (!shared && access.is_before(launch.last_meeting))
      return !access.is_before(launch.begin) || !past.unordered(access.time());
    return block.has_clocks && order.is_in_clocks(access, address);
  }

 private:
  void begin_launch(const LaunchRequest& request, Module& module);
  bool run_in_turns();
  void run_in_order();
  void begin_run();
  void begin_shadow(Time begin);
  void run_all();
  void run_sample();
  void run_unlooked_at(std::uint64_t begin, std::uint64_t end);
  const char* name_of_kernel(const LaunchRequest& request);  // in its source

  Requests block_requests_{observers, [this](std::uintptr_t code) { return function_of(code); }};
  std::array<std::pair<std::uintptr_t, CodeRange>, 4096> functions_{};  // by a hash of the code
};

}  // namespace hip_cpu::check
