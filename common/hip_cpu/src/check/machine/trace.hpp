// What one block of each launch does, as <hip_cpu/trace.h> hands it out: accesses as they are made,
// and at each phase's end shared memory and the variables of each thread.
#pragma once

#include <hip_cpu/trace.h>

#include <deque>
#include <hip_cpu/launch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/requests/requests.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

class Trace : public RequestSink {
 public:
  explicit Trace(const hip_cpu_trace_request& request) : request_(request) {}

  // A launch begins. What was recorded of earlier ones stays.
  void begin_launch();

  // The block that grid->block_index names begins or ends. Of other blocks nothing is recorded.
  void begin_block();
  void end_block();

  bool is_recording() const { return recording_; }

  // By the running thread; before the access is made. `array` contains it.
  void access(const Array& array, std::uintptr_t address, unsigned bytes, hip_cpu_access access,
              const void* code);

  // Where the running thread has announced a write that may not be done yet; null when it has not.
  const void* last_write() const { return announced_.empty() ? nullptr : announced_.back().code; }
  void settle();  // it is done

  // A request of the block's warps, in the phase that it was made in.
  void take(const Request& request) override;

  // The running thread has entered a function, or is about to leave it. code, frame: where it is in
  // it, and the function's frame pointer.
  void enter(const void* code, const void* frame);
  void leave(const void* code, const void* frame);

  // It has left the kernel, or was stopped.
  void set_state(hip_cpu_thread_state state);

  // It waits at a barrier, which the function with this frame pointer has called.
  void arrive(SiteId site, const void* code, const void* frame);
  void end_phase();

  std::size_t launch_count() const { return launches_.size(); }
  const hip_cpu_traced_launch* launch(std::size_t index);

 private:
  struct Phase {
    std::vector<hip_cpu_traced_thread> threads;
    std::vector<std::uint8_t> slots, shared, written;
  };
  struct Launch {
    std::string kernel, module;
    hip_cpu_traced_launch handed_out = {};
    std::deque<std::string> names;  // of arrays
    std::vector<hip_cpu_traced_array> arrays;
    std::vector<std::uintptr_t> begins;  // of arrays
    std::vector<hip_cpu_traced_access> accesses;
    std::vector<std::uint8_t> values;
    std::vector<hip_cpu_traced_request> requests;
    std::vector<hip_cpu_traced_lane> lanes;
    std::deque<Phase> phases;
    std::vector<hip_cpu_traced_phase> views;
    std::uint64_t bytes = 0;  // that the phases hold
  };
  struct Written {  // behind an announced write
    std::uintptr_t address;
    unsigned bytes;
    std::uint64_t value;  // where in the launch's values
    const void* code;
  };

  Launch& now() { return launches_.back(); }
  std::uint32_t array_index(const Array& array);
  bool in_kernel(const void* code) const;
  void record_variables(const void* code, const void* frame);
  void stop();

  hip_cpu_trace_request request_;
  bool recording_ = false;
  std::deque<Launch> launches_;
  std::vector<Written> announced_;

  // Of the launch.
  const hip_cpu_frame_layout* layout_ = nullptr;
  std::uint32_t slot_bytes_ = 0;  // of one thread

  // Of the phase.
  std::vector<hip_cpu_traced_thread> threads_;
  std::vector<std::uint8_t> slots_;
};

}  // namespace hip_cpu::check
