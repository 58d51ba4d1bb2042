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
#include <hip_cpu/launch.hpp>

#include "hip_cpu/simt/fiber.hpp"
#include "hip_cpu/simt/settings.hpp"
#include "hip_cpu/simt/stack.hpp"
#include "hip_cpu/simt/warp_meeting.hpp"

namespace hip_cpu {

class Block {
 public:
  // Runs all threads of a block of `request` to their end. The caller has set blockIdx, blockDim
  // and gridDim.
  void run(const LaunchRequest& request, unsigned thread_count);

  bool running() const { return request_ != nullptr; }
  unsigned thread_count() const { return thread_count_; }
  Warps& warps() { return warps_; }

  // The thread that runs next, when the running one has been suspended.
  Suspended* choose();

  // The place to suspend the running thread at so that it continues after all other threads that
  // can run.
  Suspended** place_behind_all();

  // The running thread waits for an arrival at a barrier of the kernel's own, and lets others go
  // on. Ends the program when all threads only wait.
  void wait_for_arrival(unsigned arrived, unsigned expected);

  // The block's threads have not only waited for arrivals.
  void has_gone_on() { waits_in_a_row_ = 0; }

  // Lets a thread that waits in a warp operation run; the last one woken runs first.
  void wake(Suspended* thread) { woken_[barrier_.woken++] = thread; }

  // Bits of the lanes of a warp that wait at the barrier.
  std::uint64_t lanes_at_barrier(unsigned warp) const;

  // The votes of the barrier that this thread has passed last.
  struct Votes {
    int count = 0, cast = 0;
  };
  void vote(bool predicate);
  Votes votes() const { return votes_; }

 private:
  using Queue =
      std::array<Suspended*, max_threads_per_block + 1>;  // one more to read for a prefetch

  friend void use_block(Block* block);
  static void run_fiber();
  void run_pending_threads() { request_->run_threads(request_->call); }
  Suspended* unused_fiber();
  Suspended* choose_when_idle();

  const LaunchRequest* request_ = nullptr;
  unsigned thread_count_ = 0;
  Suspended* own_ = nullptr;  // the thread that runs on the OS thread's own stack
  Warps warps_;
  StackArea stacks_;

  Queue queues_[2] = {};
  Suspended** waiting_ = queues_[0].data();  // at the barrier, in order of arrival
  Suspended** past_ = queues_[1].data();     // past it
  BarrierQueues barrier_ = {waiting_, past_, past_, 0};
  Queue woken_, unused_;
  Queue yielded_;  // a ring
  unsigned unused_count_ = 0;
  unsigned yielded_first_ = 0, yielded_count_ = 0;
  Votes votes_, casting_;
  std::uint64_t waits_in_a_row_ = 0;  // for arrivals
  unsigned most_arrived_ = 0;         // at one of the barriers of these waits
};

// The block of this OS thread. Set while it runs, and after.
extern __thread Block* current_block __attribute__((tls_model("initial-exec")));

// The calling OS thread's block; made at the first call.
Block& block_of_this_thread();

// Gives the OS thread another block. The old one, which was left in the middle of a run, stays in
// memory, because its threads' stacks may still be in use.
void abandon_block_of_this_thread();

// The same if nobody inspects the stacks again: the old block is freed.
void discard_block_of_this_thread();

// Called when the threads of the block wait for ever; the process ends if it returns. May be null.
extern void (*on_deadlock)();

}  // namespace hip_cpu
