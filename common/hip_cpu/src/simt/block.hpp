// The threads of one block, run on the calling OS thread.
//
// Threads begin on the OS thread's own stack, one after the other, in the loop that was compiled
// with the kernel. When one has to wait and others have not begun, a fiber goes on with that loop;
// so a kernel without waiting threads uses no fiber. The next to run, in this order: lanes whose
// warp operation is complete, threads whose barrier is complete, a thread that has not begun,
// threads that have yielded; when there is none, incomplete warp operations that no other lane can
// join, then the barrier, which is complete because all threads that have not exited wait there.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <hip_cpu/launch.hpp>

#include "hip_cpu/simt/fiber.hpp"
#include "hip_cpu/simt/settings.hpp"
#include "hip_cpu/simt/stack.hpp"
#include "hip_cpu/simt/warp.hpp"

namespace hip_cpu {

class Block {
 public:
  // Runs all threads of a block of `request` to their end. The caller has set blockIdx, blockDim
  // and gridDim.
  void run(const LaunchRequest& request, unsigned thread_count);

  bool running() const { return request_ != nullptr; }
  unsigned thread_count() const { return thread_count_; }
  Fiber& current() { return *current_; }
  Warps& warps() { return warps_; }

  // The two halves of a switch. The second makes the next fiber the current one.
  Fiber& leave();
  Fiber& enter_next();
  Fiber& enter_next_after_barrier();

  // Puts the current fiber behind all others that can run; to be followed by a switch.
  void yield_current();

  // Lets a fiber that waits in a warp operation run; the last one woken runs first.
  void wake(Fiber& fiber) { woken_[woken_count_++] = &fiber; }

  // Bits of the lanes of a warp that wait at the barrier.
  std::uint64_t lanes_at_barrier(unsigned warp) const;

  // The votes of the barrier that this thread has passed last.
  struct Votes {
    int count = 0, cast = 0;
  };
  void vote(bool predicate);
  Votes votes() const { return votes_; }

 private:
  using Queue = std::array<Fiber*, max_threads_per_block>;

  static void run_fiber();
  void run_pending_threads() { request_->run_threads(request_->call); }
  Fiber& choose();
  Fiber& unused_fiber();
  Fiber& choose_when_idle();

  const LaunchRequest* request_ = nullptr;
  unsigned thread_count_ = 0;
  Fiber* current_ = nullptr;
  Fiber own_;  // of the OS thread
  Warps warps_;
  StackArea stacks_;
  std::deque<Fiber> fibers_;

  Queue queues_[2];
  Fiber** waiting_ = queues_[0].data();  // at the barrier, in order of arrival
  Fiber** ready_ = queues_[1].data();    // past it
  Queue woken_, unused_;
  Queue yielded_;  // a ring
  unsigned waiting_count_ = 0, ready_count_ = 0, ready_next_ = 0;
  unsigned woken_count_ = 0, unused_count_ = 0;
  unsigned yielded_first_ = 0, yielded_count_ = 0;
  Votes votes_, casting_;
};

// The block of this OS thread. Set while it runs, and after.
extern __thread Block* current_block
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

// The calling OS thread's block; made at the first call.
Block& block_of_this_thread();

// Gives the OS thread another block. The old one, which was left in the middle of a run, stays in
// memory: its threads' stacks hold what they hold.
void abandon_block_of_this_thread();

// The same for stacks that will not be looked at again: the old block is freed.
void discard_block_of_this_thread();

// Called when the threads of the block wait for ever; the process ends if it returns. May be null.
extern void (*on_deadlock)() __attribute__((visibility("hidden")));

}  // namespace hip_cpu
