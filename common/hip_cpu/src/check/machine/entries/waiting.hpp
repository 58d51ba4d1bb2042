// Waiting: for others, in a checked kernel's call.
#pragma once

#include "hip_cpu/check/machine/machine.hpp"

namespace hip_cpu::check {

// The current thread's absence while others run.
class Wait {
 public:
  explicit Wait(SiteId site) : thread_(*machine->current) {
    machine->settle_writes();
    machine->block.idle_yields = 0;
    thread_.waits_at = site;
    active = nullptr;
  }
  ~Wait() {
    machine->current = &thread_;
    if (requests) requests->run(thread_.index);
    thread_.waits_at = 0;
    active = machine;
  }
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;

 private:
  Thread& thread_;
};

// The running thread does not come to an end, for all that is known at `site`.
[[gnu::noinline]] void runs_away(SiteId site);

// Does what __syncthreads() does that is called at `code` in the function with this frame pointer,
// for who does it in the place of a kernel.
void wait_for_block(const void* code, const void* frame);

}  // namespace hip_cpu::check
