// A block and its threads, as the machine runs them.
#include <algorithm>
#include <csetjmp>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {

void Machine::run_block(std::uint64_t number, std::uint64_t stands_for) {
  block.stands_for = stands_for;
  begin_block(number);
  block_of_this_thread().run(*launch.request, launch.thread_count);
  end_block();
}

void Machine::begin_block(std::uint64_t number) {
  unsigned index[3];
  set_position(index, number, launch.request->grid);
  blockIdx = block.index = uint3(index[0], index[1], index[2]);
  block.number = number;
  block.begin = block.last_barrier = ++now;
  block.idle_yields = 0;
  launch.block_begins.add({now, number});
  block.met_barrier = block.has_stopped = block.has_clocks = block.has_fenced = false;
  block.has_synchronised = false;
  block.clock.clear();
  block.fenced.clear();
  if (!block.released.empty()) block.released.clear();
  block.barrier.clear();
  block.copies.begin_block(launch.thread_count);
  for (WarpClocks& warp : block.warps) warp.reset();
  schedule.begin_block(launch.thread_count);
  for (unsigned i = 0; i < launch.thread_count; ++i) {  // others see later threads too
    Thread& thread = block.threads[i];
    thread.index = i;
    thread.exited = thread.stopped = false;
    thread.waits_at = 0;
  }
  if (launch.module->shared()) launch.module->begin_block(launch.request->dynamic_shared_bytes);
  observers.begin_block();
  filter_reads();
  requests = observers.want_requests() ? &block_requests_ : nullptr;
  if (requests) requests->begin_block(launch.thread_count, static_cast<unsigned>(warpSize));
}

void Machine::end_block() {
  if (requests) requests->hand_over();
  observers.tell(&LaunchObserver::end_phase);
  settle_reads(false);
  observers.tell(&LaunchObserver::end_block);
}

void Machine::begin_thread(const void* stack) {
  const unsigned index = schedule.thread(linear_thread_index());
  if (!schedule.is_first()) {
    unsigned at[3];
    set_position(at, index, launch.request->block);
    threadIdx = uint3(at[0], at[1], at[2]);
  }
  Thread& thread = block.threads[index];
  thread.time = block.last_barrier;
  thread.calls.clear();
  thread.steps_left = max_steps;
  thread.joined = false;
  thread.warp_call = {};
  thread.index_fault = {};
  thread.guess = {};
  thread.has_left_types = false;
  thread.wild_pointer = 0;
  thread.last_access = nullptr;
  thread.stack = static_cast<const char*>(stack);
  thread.fence = {};
  thread.block_fence = {};
  thread.unfenced = {};
  thread.scope = {};
  thread.clock.clear();
  if (requests) requests->begin_thread(index);
  current = &thread;
}

void Machine::end_thread() {
  settle_writes();
  current->exited = true;
  launch.most_steps = std::max(launch.most_steps, max_steps - current->steps_left);
  if (requests) requests->end_thread(current->index);
  observers.tell(&LaunchObserver::set_state, HIP_CPU_LEFT);
}

void Machine::stop_thread() {
  os_threads.leave_kernel();
  current->stopped = block.has_stopped = any_stopped = true;
  if (requests) requests->end_thread(current->index);
  observers.tell(&LaunchObserver::set_state, HIP_CPU_ELSEWHERE);
  std::longjmp(current->end, 1);
}

void Machine::stop_launch() {
  os_threads.leave_kernel();
  any_stopped = true;
  std::longjmp(launch.end, 1);
}

}  // namespace hip_cpu::check
