// Waiting: for others, in a checked kernel's call.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

// The current thread's absence while others run.
class Wait {
 public:
  Wait(Machine& machine, SiteId site) : machine_(machine), thread_(*machine.current) {
    machine.settle_writes();
    machine.block.idle_yields = 0;
    thread_.waits_at = site;
  }
  ~Wait() {
    machine_.current = &thread_;
    if (machine_.requests) machine_.requests->run(thread_.index);
    thread_.waits_at = 0;
  }
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;

 private:
  Machine& machine_;
  Thread& thread_;
};

// The running thread arrives at the block's barrier, called at `code` in the function with this
// frame pointer, and waits there by calling barrier(), whose result it returns.
template <typename Barrier>
auto wait_at_barrier(Machine& machine, const void* code, const void* frame,
                     const Barrier& barrier) {
  const SiteId site = machine.site(code);
  const Wait wait(machine, site);
  machine.observers.tell(&LaunchObserver::arrive, site, code, frame);
  if (machine.requests) machine.requests->arrive(machine.current->index);
  struct Release {
    Machine& machine;
    const unsigned meeting;
    ~Release() {
      if (machine.block.barrier.begins_release(meeting)) machine.order.release_barrier();
    }
  } release{machine, machine.block.barrier.arrive(machine.current->index, site)};
  return barrier();
}

}  // namespace hip_cpu::check
