// A launch: refusals, then the grid's blocks, dealt out to OS threads.
//
// A block's result depends on its index and on memory only, and every thread of it runs in the same
// order on whatever OS thread, so the number of OS threads changes nothing, save the order in which
// blocks reach a common atomic: sums of floating-point atomics may differ in their rounding.
#include "hip_cpu/simt/launch_queue.hpp"

#include <alloca.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <new>

#include <hip_cpu/config.h>
#include "hip_cpu/simt/cooperative.hpp"
#include "hip_cpu/simt/kernels/static_shared.hpp"
#include "hip_cpu/simt/refusal.hpp"
#include "hip_cpu/simt/settings.hpp"
#include "hip_cpu/simt/streams/cpu_devices.hpp"
#include "hip_cpu/simt/streams/graph.hpp"
#include "hip_cpu/simt/streams/stream_queue.hpp"
#include "hip_cpu/simt/streams/streams.hpp"
#include "hip_cpu/simt/thread_block.hpp"
#include "hip_cpu/simt/thread_pool.hpp"

namespace hip_cpu {
namespace {

bool within(dim3 size, const unsigned (&limit)[3]) {
  return size.x >= 1 && size.y >= 1 && size.z >= 1 && size.x <= limit[0] && size.y <= limit[1] &&
         size.z <= limit[2];
}

// A kernel can hardly report the result of hipGetLastError.
void warn_of_nested_launch(const char* name) {
  static std::atomic<bool> said{false};
  if (said.exchange(true)) return;
  std::fprintf(stderr,
               "hippuzzle: a kernel launches %s, and kernels cannot launch kernels here (dynamic "
               "parallelism is not supported); launch it from the host\n",
               name);
}

std::uint64_t count(dim3 size) { return std::uint64_t{size.x} * size.y * size.z; }

}  // namespace

hipError_t launch_error(const LaunchRequest& request) {
  if (current_block && current_block->running()) {
    warn_of_nested_launch(request.name);
    return hipErrorNotSupported;
  }
  if (!within(request.grid, max_grid) || !within(request.block, max_block) ||
      count(request.block) > max_threads_per_block)
    return refuse_configuration(request.grid, request.block);
  const std::size_t declared = static_shared_bytes(request.kernel);
  if (request.dynamic_shared_bytes > shared_bytes_per_block ||
      declared > shared_bytes_per_block - request.dynamic_shared_bytes)
    return refuse_shared_memory(declared, request.dynamic_shared_bytes);
  if (!is_stream(request.stream) || device_of(request.stream) != current_device())
    return hipErrorInvalidHandle;
  return hipSuccess;
}

hipError_t cooperative_launch_error(const LaunchRequest& request) {
  const hipError_t error = launch_error(request);
  if (error != hipSuccess) return error;
  return count(request.grid) > max_cooperative_blocks ? hipErrorCooperativeLaunchTooLarge
                                                      : hipSuccess;
}

namespace {

// The blocks of a grid, taken in portions. Neighbours in y follow each other: blocks that differ in
// y alone read the same columns of a matrix, which then stay in the cache.
class GridRun {
 public:
  GridRun(const LaunchRequest& request, unsigned workers)
      : request_(request),
        blocks_(count(request.grid)),
        portion_(std::clamp<std::uint64_t>(blocks_ / (workers * 16u), 1, 64)) {}

  void run_blocks() {
    Block& block = block_of_this_thread();
    blockDim = request_.block;
    gridDim = request_.grid;
    const auto threads = static_cast<unsigned>(count(request_.block));
    for (;;) {
      const std::uint64_t first = next_.fetch_add(portion_, std::memory_order_relaxed);
      if (first >= blocks_) return;
      const std::uint64_t end = std::min(first + portion_, blocks_);
      for (std::uint64_t index = first; index < end; ++index) {
        blockIdx = position(index);
        block.run(request_, threads);
      }
    }
  }

 private:
  uint3 position(std::uint64_t index) const {
    const dim3 grid = request_.grid;
    return uint3(static_cast<unsigned>(index / grid.y % grid.x),
                 static_cast<unsigned>(index % grid.y),
                 static_cast<unsigned>(index / grid.y / grid.x));
  }

  const LaunchRequest& request_;
  const std::uint64_t blocks_, portion_;
  std::atomic<std::uint64_t> next_{0};
};

// A grid of few threads is done before another OS thread would have woken up.
constexpr std::uint64_t threads_worth_help = 1024;

unsigned workers_for(const LaunchRequest& request) {
  const std::uint64_t blocks = count(request.grid);
  if (blocks * count(request.block) <= threads_worth_help) return 1;
  return static_cast<unsigned>(
      std::min<std::uint64_t>(blocks, static_cast<unsigned>(hip_cpu_thread_count())));
}

}  // namespace

LaunchCopy::LaunchCopy(const LaunchRequest& launched) : request(launched) {
  void* const call = ::operator new(launched.call_bytes, std::align_val_t(launched.call_alignment));
  launched.copy_call(call, launched.call);
  request.call = call;
}

LaunchCopy::~LaunchCopy() {
  request.destroy_call(request.call);
  ::operator delete(const_cast<void*>(request.call), std::align_val_t(request.call_alignment));
}

void LaunchCopy::start_in(hipStream_t stream, void (*start)(const LaunchRequest&)) const {
  LaunchRequest now = request;
  std::size_t room = now.call_bytes + now.call_alignment;
  void* call = alloca(room);
  std::align(now.call_alignment, now.call_bytes, call, room);
  now.copy_call(call, request.call);
  now.call = call;
  now.stream = stream;
  start(now);
  now.destroy_call(call);
}

bool capture_launch(const LaunchRequest& request, void (*start)(const LaunchRequest&)) {
  if (!is_capturing(request.stream)) return false;
  if (!request.copy_call) {
    invalidate_capture(request.stream);
    return true;
  }
  const auto copy = std::make_shared<const LaunchCopy>(request);
  return capture(request.stream, hipGraphNodeTypeKernel,
                 [copy, start](hipStream_t stream) { copy->start_in(stream, start); });
}

namespace {

// One launch at a time: devices share the processors.
std::mutex& processors() {
  static std::mutex processors;
  return processors;
}

void run_grid(const LaunchRequest& request) {
  const unsigned workers = workers_for(request);
  GridRun run(request, workers);
  const std::lock_guard lock(processors());
  if (workers == 1) return run.run_blocks();
  ThreadPool::instance().run(
      workers - 1, [](void* context) { static_cast<GridRun*>(context)->run_blocks(); }, &run);
}

void run_cooperative_grid(const LaunchRequest& request) {
  const std::lock_guard lock(processors());
  if (!run_blocks_at_once(request)) static_cast<void>(report(hipErrorCooperativeLaunchTooLarge));
}

// Runs an acceptable launch by `run`: now, or when its stream or graph comes to it.
void submit(const LaunchRequest& request, void (*run)(const LaunchRequest&)) {
  if (runs_graph()) return run(request);
  if (capture_launch(request, run)) return;
  if (const auto queue = queue_of(request.stream)) {
    if (request.copy_call) {
      const auto copy = std::make_shared<const LaunchCopy>(request);
      return queue->add([copy, run] { run(copy->request); });
    }
    queue->wait();
  } else if (request.stream == nullptr) {
    wait_for(request.stream);
  }
  run(request);
}

}  // namespace

void launch(const LaunchRequest& request) {
  if (const hipError_t error = launch_error(request); error != hipSuccess) {
    static_cast<void>(report(error));
    return;
  }
  submit(request, run_grid);
}

void launch_cooperatively(const LaunchRequest& request) {
  if (const hipError_t error = cooperative_launch_error(request); error != hipSuccess) {
    static_cast<void>(report(error));
    return;
  }
  submit(request, run_cooperative_grid);
}

}  // namespace hip_cpu
