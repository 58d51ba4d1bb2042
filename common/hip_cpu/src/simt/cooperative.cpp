#include "hip_cpu/simt/cooperative.hpp"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "hip_cpu/simt/fatal.hpp"
#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu {

__thread WaitingGrid* grid_of_this_thread = nullptr;

namespace {

// Whether a thread of the block has met the other blocks at the barrier that it is in.
thread_local bool block_has_met = false;

// The meeting place of one grid's blocks: they begin together, meet, and end.
class CooperativeGrid : public WaitingGrid {
 public:
  explicit CooperativeGrid(const LaunchRequest& request)
      : request_(request), blocks_(request.grid.x * request.grid.y * request.grid.z) {}

  bool run() {
    std::vector<std::thread> threads;
    threads.reserve(blocks_);
    try {
      for (unsigned number = 0; number < blocks_; ++number)
        threads.emplace_back([this, number] { run_block(number); });
    } catch (const std::system_error&) {
      // The blocks that wait for the others would wait for ever.
    }
    const bool begins = threads.size() == blocks_;
    {
      const std::lock_guard lock(mutex_);
      begins_ = begins ? Begin::now : Begin::never;
    }
    changed_.notify_all();
    for (std::thread& thread : threads) thread.join();
    return begins;
  }

  // The first thread to leave the block's barrier meets the other blocks, for all of its block.
  void barrier(const void*, const void*) override {
    __syncthreads();
    if (!block_has_met) meet();
    block_has_met = true;
    __syncthreads();
    block_has_met = false;
  }

 private:
  enum class Begin { not_yet, now, never };

  void meet() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    require_all();
    if (waiting_ == blocks_) {
      waiting_ = 0;
      ++meetings_;
      changed_.notify_all();
      return;
    }
    changed_.wait(lock, [this, before = meetings_] { return meetings_ != before; });
  }

  void run_block(unsigned number);

  // Called with the lock.
  void require_all() const {
    if (waiting_ != 0 && ended_ != 0 && waiting_ + ended_ == blocks_)
      refuse_to_wait_for_ended(waiting_, ended_, request_.name);
  }

  const LaunchRequest& request_;
  const unsigned blocks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Begin begins_ = Begin::not_yet;
  unsigned waiting_ = 0, ended_ = 0;
  unsigned long meetings_ = 0;
};

void CooperativeGrid::run_block(unsigned number) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return begins_ != Begin::not_yet; });
    if (begins_ == Begin::never) return;
  }
  const dim3 grid = request_.grid, block = request_.block;
  grid_of_this_thread = this;
  blockDim = block;
  gridDim = grid;
  blockIdx = uint3(number % grid.x, number / grid.x % grid.y, number / grid.x / grid.y);
  block_of_this_thread().run(request_, block.x * block.y * block.z);
  const std::lock_guard lock(mutex_);
  ++ended_;
  require_all();
}

}  // namespace

void refuse_to_wait_for_ended(unsigned waiting, unsigned ended, const char* kernel) {
  fatal(
      "%u of %u blocks of %s wait for ever at a barrier of the grid (the other %u have ended "
      "without it), let all blocks call it equally often",
      waiting, waiting + ended, kernel, ended);
}

bool run_blocks_at_once(const LaunchRequest& request) { return CooperativeGrid(request).run(); }

}  // namespace hip_cpu

extern "C" int hip_cpu_is_cooperative() { return hip_cpu::grid_of_this_thread != nullptr; }

extern "C" void hip_cpu_grid_barrier() {
  using namespace hip_cpu;
  if (!grid_of_this_thread)
    fatal(
        "a kernel waits for all blocks of its grid, of which only some run at once, start it by "
        "hipLaunchCooperativeKernel");
  grid_of_this_thread->barrier(__builtin_return_address(0),
                               *static_cast<const void* const*>(__builtin_frame_address(0)));
}
