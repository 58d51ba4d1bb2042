#include "hip_cpu/simt/thread_block.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "hip_cpu/simt/fatal.hpp"

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

namespace hip_cpu {

__thread PendingThreads pending_threads;
__thread Block* current_block;
__thread BarrierQueues* hip_cpu_barrier_queues;

namespace {

// Made with an OS thread's first block, which may have given way to another one. A block that runs
// when its OS thread ends (a kernel has called exit) stays: its stacks are in use. Static objects
// end after the first OS thread's block, and may launch kernels: they get another block.
struct BlockOwner {
  ~BlockOwner() {
    if (current_block->running()) return;
    delete current_block;
    current_block = nullptr;
  }
};

}  // namespace

void (*on_deadlock)() = nullptr;

void use_block(Block* block) {
  current_block = block;
  hip_cpu_barrier_queues = &block->barrier_;
}

void abandon_block_of_this_thread() {
  static auto& abandoned = *new std::vector<Block*>;  // so that they are not taken for lost
  static std::mutex mutex;
  {
    const std::lock_guard lock(mutex);
    abandoned.push_back(current_block);
  }
  fiber_was_left();
  use_block(new Block);
}

void discard_block_of_this_thread() {
  fiber_was_left();
  delete current_block;
  use_block(new Block);
}

Block& block_of_this_thread() {
  if (!current_block) {
    use_block(new Block);
    thread_local const BlockOwner owner;
    static_cast<void>(owner);
  }
  return *current_block;
}

void Block::run(const LaunchRequest& request, unsigned thread_count) {
  request_ = &request;
  thread_count_ = thread_count;
  waits_in_a_row_ = 0;
  pending_threads = {uint3(0, 0, 0), thread_count};
  run_pending_threads();
  const bool all_ended = unused_count_ == stacks_.taken();
  if (!all_ended) hip_cpu_suspend(&own_);
  request_ = nullptr;
}

void Block::run_fiber() {
  fiber_begins();
  for (;;) {
    Block& block = *current_block;
    block.run_pending_threads();
    hip_cpu_suspend(&block.unused_[block.unused_count_++]);
  }
}

Suspended** Block::place_behind_all() {
  return &yielded_[(yielded_first_ + yielded_count_++) % max_threads_per_block];
}

// Without an arrival a thread leaves at most one wait and begins another one, so some turns of all
// threads are enough to know.
void Block::wait_for_arrival(unsigned arrived, unsigned expected) {
  const std::uint64_t enough = std::uint64_t{8} * thread_count_;
  most_arrived_ = waits_in_a_row_ == 0 ? arrived : std::max(most_arrived_, arrived);
  // The barrier with most arrivals tells most, unless it was initialised again.
  if (++waits_in_a_row_ > enough && (arrived == most_arrived_ || waits_in_a_row_ > 2 * enough))
    fatal(
        "threads of block (%u, %u, %u) of %s wait for ever (at a barrier at which %u of %u "
        "arrivals have come), let as many threads arrive in each phase as init() says",
        blockIdx.x, blockIdx.y, blockIdx.z, request_->name, arrived, expected);
  hip_cpu_suspend(place_behind_all());
}

Suspended* Block::choose() {
  if (barrier_.woken != 0) return woken_[--barrier_.woken];
  if (barrier_.ready != barrier_.ready_end) return *barrier_.ready++;
  if (pending_threads.count != 0) return unused_fiber();
  if (yielded_count_ != 0) {
    --yielded_count_;
    return yielded_[yielded_first_++ % max_threads_per_block];
  }
  return choose_when_idle();
}

Suspended* Block::unused_fiber() {
  if (unused_count_ != 0) return unused_[--unused_count_];
  const StackArea::Stack stack = stacks_.take();
  return new_fiber(stack.bottom, stack.top, run_fiber);
}

Suspended* Block::choose_when_idle() {
  if (warps_.release_incomplete(*this)) return woken_[--barrier_.woken];
  if (barrier_.waiting_end != waiting_) {
    std::swap(waiting_, past_);
    barrier_.ready = past_;
    barrier_.ready_end = std::exchange(barrier_.waiting_end, waiting_);
    votes_ = std::exchange(casting_, {});
    return *barrier_.ready++;
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
  for (Suspended* const* waiting = waiting_; waiting != barrier_.waiting_end; ++waiting) {
    const uint3 at = (*waiting)->thread_index;
    const unsigned thread = at.x + blockDim.x * (at.y + blockDim.y * at.z);
    if (thread / width == warp) lanes |= std::uint64_t{1} << thread % width;
  }
  return lanes;
}

void Block::vote(bool predicate) {
  casting_.count += predicate;
  ++casting_.cast;
}

// Called by the switch.
extern "C" __attribute__((visibility("hidden"))) Suspended* hip_cpu_choose() {
  return current_block->choose();
}

}  // namespace hip_cpu

extern "C" void hip_cpu_yield() {
  hip_cpu::current_block->has_gone_on();
  hip_cpu::hip_cpu_suspend(hip_cpu::current_block->place_behind_all());
}

extern "C" void hip_cpu_wait_at_barrier(unsigned arrived, unsigned expected) {
  hip_cpu::current_block->wait_for_arrival(arrived, expected);
}

extern "C" void hip_cpu_arrive_at_barrier() { hip_cpu::current_block->has_gone_on(); }

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
