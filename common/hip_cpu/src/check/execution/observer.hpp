// Observers look at a checked launch without taking part in it. The design follows Oclgrind's
// plugins.
#pragma once

#include <hip_cpu/trace.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/requests/requests.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// A lane's part of a shuffle or a vote that has ended.
struct LanesMet {
  SiteId site;
  bool is_vote;
  std::uint64_t lanes, votes;
  unsigned source;  // of a shuffle: the lane that is read from
};

// Receives a launch's events in their order. Blocks of an observed launch run one
// after the other, and so do their threads.
class LaunchObserver {
 public:
  struct Interest {
    bool requests = false;  // take() is called
    bool steps = false;     // the functions that are called at every step are called
  };

  virtual ~LaunchObserver() = default;

  // Whether it wants to see the launch that will begin. The machine sends it nothing about other
  // launches, which run as if there were no observer.
  virtual bool wants_launch() { return true; }

  virtual void begin_launch() {}
  virtual void end_launch(bool /*is_complete*/) {}  // complete: every block has come to its end

  // A block that it has to see, by its number in the grid, even if only a sample of blocks is
  // checked.
  virtual std::optional<std::uint64_t> wanted_block() const { return std::nullopt; }

  // The events of the beginning block that it wants to receive.
  virtual Interest begin_block() = 0;
  virtual void end_phase() {}  // at a barrier that all threads have reached, and with the block
  virtual void end_block() {}  // not of a block in which the launch was stopped

  // A request of the block's warps, in the phase that it was made in.
  virtual void take(const Request&) {}

  // The running thread waits at a barrier, called at `code` in the function with this frame
  // pointer.
  virtual void arrive(SiteId /*site*/, const void* /*code*/, const void* /*frame*/) {}

  // The running thread takes part in a warp's shuffle or vote.
  virtual void meet_warp(SiteId /*site*/) {}

  // The running thread begins an asynchronous copy to shared memory.
  virtual void begin_copy(SiteId /*site*/, std::uint64_t /*bytes*/) {}

  // The running thread reads shared memory while copies go on that it has begun.
  virtual void read_beside_copies(SiteId /*site*/) {}

  // The running thread, one for its warp, has the warp's matrix cores multiply; in products of 16 x
  // 8 x 8.
  virtual void multiply_matrices(SiteId /*site*/, unsigned /*products*/) {}

  // The operation of meet_warp() has ended. A step.
  virtual void leave_meeting(const LanesMet&) {}

  // The running thread has left the kernel or was stopped.
  virtual void set_state(hip_cpu_thread_state) {}

  // Steps. An access is announced before it is made, a write's end by settle(). `array` contains
  // it.
  virtual void access(const Array& /*array*/, std::uintptr_t /*address*/, unsigned /*bytes*/,
                      hip_cpu_access, const void* /*code*/) {}
  virtual const void* unsettled_write() const { return nullptr; }  // the last one's code
  virtual void settle() {}

  // The running thread has entered a function or is about to leave it. code, frame: the place in
  // the function, and the function's frame pointer.
  virtual void enter(const void* /*code*/, const void* /*frame*/) {}
  virtual void leave(const void* /*code*/, const void* /*frame*/) {}
};

// The observers of a machine. Steps are collected only if an observer wants the steps of the
// running block: want_steps() is one load.
class Observers : public RequestSink {
 public:
  void add(LaunchObserver& observer) { all_.push_back(&observer); }
  void remove(LaunchObserver& observer) {
    std::erase(all_, &observer);
    std::erase(present_, &observer);
  }

  // To be called before anything of a launch is done or decided.
  void ask_for_launch() {
    present_.clear();
    std::ranges::copy_if(all_, std::back_inserter(present_),
                         [](LaunchObserver* observer) { return observer->wants_launch(); });
  }

  // Whether the launch has no observers; all functions below refer to the launch, too.
  bool empty() const { return present_.empty(); }

  std::vector<std::uint64_t> wanted_blocks() const {
    std::vector<std::uint64_t> numbers;
    for (const LaunchObserver* observer : present_)
      if (const auto number = observer->wanted_block()) numbers.push_back(*number);
    return numbers;
  }

  bool want_steps() const { return interest_.steps; }
  bool want_requests() const { return interest_.requests; }

  void begin_block() {
    interest_ = {};
    for (LaunchObserver* observer : present_) {
      const LaunchObserver::Interest interest = observer->begin_block();
      interest_.requests |= interest.requests;
      interest_.steps |= interest.steps;
    }
  }

  // Calls a member function of each.
  template <typename... Parameters, typename... Arguments>
  void tell(void (LaunchObserver::*event)(Parameters...), const Arguments&... arguments) {
    for (LaunchObserver* observer : present_) (observer->*event)(arguments...);
  }

  void take(const Request& request) override { tell(&LaunchObserver::take, request); }

  const void* unsettled_write() const {
    for (const LaunchObserver* observer : present_)
      if (const void* code = observer->unsettled_write()) return code;
    return nullptr;
  }

 private:
  std::vector<LaunchObserver*> all_, present_;
  LaunchObserver::Interest interest_;
};

}  // namespace hip_cpu::check
