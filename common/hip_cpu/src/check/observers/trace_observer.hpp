// Observes one block of each launch, as <hip_cpu/trace.h> hands it out: accesses as they
// are made, and at each phase's end shared memory and the variables of each thread.
#pragma once

#include <hip_cpu/trace.h>

#include <deque>
#include <hip_cpu/launch.hpp>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/execution/observer.hpp"
#include "hip_cpu/check/observers/launch_record.hpp"
#include "hip_cpu/check/requests/requests.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

class Machine;

class Trace : public LaunchObserver {
 public:
  Trace(Machine& machine, const hip_cpu_trace_request& request)
      : machine_(machine), request_(request) {}

  bool wants_launch() override;
  void begin_launch() override;
  void end_launch(bool is_complete) override;

  // Records the block that was asked for, and of other blocks nothing.
  std::optional<std::uint64_t> wanted_block() const override;
  Interest begin_block() override;
  void end_phase() override;
  void end_block() override;

  void take(const Request& request) override;
  void arrive(SiteId site, const void* code, const void* frame) override;
  void set_state(hip_cpu_thread_state state) override;
  void leave_meeting(const LanesMet& met) override;

  void access(const Array& array, std::uintptr_t address, unsigned bytes, hip_cpu_access access,
              const void* code) override;
  const void* unsettled_write() const override {
    return announced_.empty() ? nullptr : announced_.back().code;
  }
  void settle() override;

  void enter(const void* code, const void* frame) override;
  void leave(const void* code, const void* frame) override;

  std::size_t launch_count() const { return launches_.size(); }
  const hip_cpu_traced_launch* launch(std::size_t index) { return launches_[index].hand_out(); }

 private:
  struct Joining {        // lanes of a meeting that have gone on, one after the other
    std::size_t meeting;  // its place in the launch's
    std::uint64_t lanes;
  };
  struct Written {  // by an announced write, which may not be done yet
    std::uintptr_t address;
    unsigned bytes;
    std::uint64_t value;  // where in the launch's values
    const void* code;
  };

  LaunchRecord& now() { return launches_.back(); }
  bool in_kernel(const void* code) const;
  void record_variables(const void* code, const void* frame);
  bool narrow();
  void stop();

  Machine& machine_;
  const hip_cpu_trace_request request_;
  bool recording_ = false;
  std::deque<LaunchRecord> launches_;
  std::vector<Written> announced_;

  // The state of the launch.
  ThreadRange recorded_;
  const hip_cpu_frame_layout* layout_ = nullptr;
  std::uint32_t slot_bytes_ = 0;  // of one thread

  // The state of the phase.
  std::vector<hip_cpu_traced_thread> threads_;
  std::vector<std::uint8_t> slots_;
  std::vector<Joining> joining_;
};

}  // namespace hip_cpu::check
