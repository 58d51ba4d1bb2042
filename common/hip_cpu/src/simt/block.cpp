#include "hip_cpu/simt/block.hpp"

#include <memory>
#include <utility>

#include "hip_cpu/simt/fatal.hpp"

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

namespace hip_cpu {

__thread PendingThreads pending_threads;
__thread Block* current_block;

namespace {

// Made with an OS thread's first block, which may have given way to another one. A block that runs
// when its OS thread ends (a kernel has called exit) stays: its stacks are in use.
struct BlockOwner {
  ~BlockOwner() {
    if (!current_block->running()) delete current_block;
  }
};

}  // namespace

void (*on_deadlock)() = nullptr;

void abandon_block_of_this_thread() { current_block = new Block; }

void discard_block_of_this_thread() {
  delete current_block;
  current_block = new Block;
}

Block& block_of_this_thread() {
  if (!current_block) {
    current_block = new Block;
    thread_local const BlockOwner owner;
    static_cast<void>(owner);
  }
  return *current_block;
}

void Block::run(const LaunchRequest& request, unsigned thread_count) {
  request_ = &request;
  thread_count_ = thread_count;
  pending_threads = {uint3(0, 0, 0), thread_count};
  current_ = &own_;
  run_pending_threads();
  const bool all_ended = unused_count_ == fibers_.size();
  if (!all_ended) hip_cpu_suspend();
  request_ = nullptr;
}

void Block::run_fiber() {
  fiber_begins();
  for (;;) {
    Block& block = *current_block;
    block.run_pending_threads();
    block.unused_[block.unused_count_++] = block.current_;
    hip_cpu_suspend();
  }
}

Fiber& Block::leave() {
  current_->thread_index = threadIdx;
  return *current_;
}

Fiber& Block::enter_next() {
  current_ = &choose();
  threadIdx = current_->thread_index;
  return *current_;
}

Fiber& Block::enter_next_after_barrier() {
  waiting_[waiting_count_++] = current_;
  return enter_next();
}

void Block::yield_current() {
  yielded_[(yielded_first_ + yielded_count_++) % max_threads_per_block] = current_;
}

inline Fiber& Block::choose() {
  if (woken_count_ != 0) return *woken_[--woken_count_];
  if (ready_next_ != ready_count_) {
    Fiber* next = ready_[ready_next_++];
    if (ready_next_ != ready_count_) ready_[ready_next_]->prefetch();
    return *next;
  }
  if (pending_threads.count != 0) return unused_fiber();
  if (yielded_count_ != 0) {
    --yielded_count_;
    return *yielded_[yielded_first_++ % max_threads_per_block];
  }
  return choose_when_idle();
}

Fiber& Block::unused_fiber() {
  if (unused_count_ != 0) return *unused_[--unused_count_];
  const StackArea::Stack stack = stacks_.take();
  Fiber& fiber = fibers_.emplace_back();
  fiber.prepare(stack.bottom, stack.top, run_fiber);
  return fiber;
}

Fiber& Block::choose_when_idle() {
  if (warps_.release_incomplete(*this)) return *woken_[--woken_count_];
  if (waiting_count_ != 0) {
    std::swap(waiting_, ready_);
    ready_count_ = std::exchange(waiting_count_, 0);
    ready_next_ = 1;
    votes_ = std::exchange(casting_, {});
    return *ready_[0];
  }
  if (warps_.any_waiting()) {
    if (on_deadlock) on_deadlock();
    fatal(
        "threads of block (%u, %u, %u) of %s wait for ever (a warp operation's mask names lanes "
        "that wait in "
        "another one), let all lanes of a mask call the same operation",
        blockIdx.x, blockIdx.y, blockIdx.z, request_->name);
  }
  return own_;
}

std::uint64_t Block::lanes_at_barrier(unsigned warp) const {
  std::uint64_t lanes = 0;
  const auto width = static_cast<unsigned>(warpSize);
  for (unsigned i = 0; i < waiting_count_; ++i) {
    const uint3 at = waiting_[i]->thread_index;
    const unsigned thread = at.x + blockDim.x * (at.y + blockDim.y * at.z);
    if (thread / width == warp) lanes |= std::uint64_t{1} << thread % width;
  }
  return lanes;
}

void Block::vote(bool predicate) {
  casting_.count += predicate;
  ++casting_.cast;
}

#if HIP_CPU_FIBER_X86_64

// Called by fiber_x86_64.cpp: the stack pointer to continue on.
extern "C" __attribute__((visibility("hidden"))) void* hip_cpu_next_stack(void* stack_pointer) {
  Block& block = *current_block;
  block.leave().stack_pointer = stack_pointer;
  return block.enter_next().stack_pointer;
}

extern "C" __attribute__((visibility("hidden"))) void* hip_cpu_next_stack_after_barrier(
    void* stack_pointer) {
  Block& block = *current_block;
  block.leave().stack_pointer = stack_pointer;
  return block.enter_next_after_barrier().stack_pointer;
}

#endif

}  // namespace hip_cpu

extern "C" void hip_cpu_yield() {
  hip_cpu::current_block->yield_current();
  hip_cpu::hip_cpu_suspend();
}

int __syncthreads_count(int predicate) {
  hip_cpu::current_block->vote(predicate != 0);
  __syncthreads();
  return hip_cpu::current_block->votes().count;
}

int __syncthreads_and(int predicate) {
  hip_cpu::current_block->vote(predicate != 0);
  __syncthreads();
  const auto [count, cast] = hip_cpu::current_block->votes();
  return count == cast;
}

int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
