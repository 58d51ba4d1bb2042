#include "hip_cpu/check/execution/parallel.hpp"

#include <algorithm>
#include <csetjmp>
#include <memory>
#include <new>

#include <hip_cpu/config.h>
#include "hip_cpu/simt/streams/streams.hpp"
#include "hip_cpu/simt/thread_block.hpp"
#include "hip_cpu/simt/thread_pool.hpp"

namespace hip_cpu::check {
namespace {

std::uint64_t count(dim3 size) { return std::uint64_t{size.x} * size.y * size.z; }

// Whether a launch may come that nothing orders with this one, as far as there are streams for it.
bool streams_may_overlap() {
  bool any_apart = false;
  streams().each(
      [&](const ihipStream_t& stream) { any_apart |= (stream.flags & hipStreamNonBlocking) != 0; });
  return any_apart || streams().count() > 1;
}

// The worker of this OS thread, as long as that lives; null when there is no memory for it.
Machine* worker_of_this_thread(const Machine& first, unsigned number) try {
  thread_local std::unique_ptr<Machine> worker;
  if (!worker) {
    worker = first.make_worker();
    worker->findings.refuse([one = worker.get()] { one->stop_launch(); });
  }
  worker->begin_as_worker(first, number);
  return worker.get();
} catch (const std::bad_alloc&) {
  return nullptr;
}

}  // namespace

bool ParallelLaunch::is_worthwhile(const Machine& first) {
  constexpr std::uint64_t most_bytes_a_thread = 256;
  const std::uint64_t threads = count(first.launch.request->grid) * first.launch.thread_count;
  return count(first.launch.request->grid) > 1 && hip_cpu_thread_count() > 1 &&
         first.observers.empty() && !first.launch.is_sampled &&
         first.launch.ordered_begin > first.now && threads >= first.parallel.least_threads &&
         !first.launch.module->prints() && !streams_may_overlap() &&
         !first.parallel.in_order_only.contains(first.launch.request->kernel) &&
         MemorySnapshot::bytes_of(first.memory) <=
             std::min(MemorySnapshot::most_bytes,
                      std::max<std::uint64_t>(threads, 4096) * most_bytes_a_thread);
}

ParallelLaunch::ParallelLaunch(Machine& first, const MemorySnapshot& before)
    : first_(first),
      blocks_(count(first.launch.request->grid)),
      before_(before),
      latest_(first.now) {
  workers_ = static_cast<unsigned>(
      std::min<std::uint64_t>(blocks_, static_cast<unsigned>(hip_cpu_thread_count())));
  portion_ = std::clamp<std::uint64_t>(blocks_ / (workers_ * 16u), 1, 64);
}

bool ParallelLaunch::run() {
  ThreadPool::instance().run(
      workers_ - 1, [](void* self) { static_cast<ParallelLaunch*>(self)->work(); }, this);
  first_.os_threads.run_blocks_of(first_);
  first_.now = latest_;
  if (!given_up_ && !first_.checks.has_left_faults()) return true;
  first_.launch.is_precise = false;
  first_.parallel.in_order_only.insert(first_.launch.request->kernel);
  before_.restore();
  return false;
}

void ParallelLaunch::work() {
  Machine* const found = worker_of_this_thread(first_, next_worker_++);
  if (!found) {
    given_up_ = true;
    return;
  }
  Machine& worker = *found;
  worker.os_threads.run_blocks_of(worker);
  worker.worker.given_up = &given_up_;
  if (setjmp(worker.launch.end) == 0) {
    run_blocks(worker);
  } else {
    given_up_ = true;
    discard_block_of_this_thread();
  }
  worker.end_launch();
  const std::lock_guard lock(mutex_);
  latest_ = std::max(latest_, worker.now);
  first_.launch.is_precise |= worker.launch.is_precise;
  first_.launch.has_shuffled_pattern |= worker.launch.has_shuffled_pattern;
  first_.launch.most_steps = std::max(first_.launch.most_steps, worker.launch.most_steps);
}

void ParallelLaunch::run_blocks(Machine& worker) {
  for (;;) {
    const std::uint64_t first = next_block_.fetch_add(portion_);
    for (std::uint64_t block = first; block < std::min(first + portion_, blocks_); ++block) {
      if (given_up_) return;
      worker.run_block(block);
    }
    if (first >= blocks_) return;
  }
}

}  // namespace hip_cpu::check
