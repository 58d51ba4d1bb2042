#include "hip_cpu/simt/streams/stream_queue.hpp"

#include <atomic>
#include <cstdlib>
#include <utility>
#include <vector>

#include <hip_cpu/config.h>

#include "hip_cpu/simt/streams/graph.hpp"
#include "hip_cpu/simt/streams/streams.hpp"
#include "hip_cpu/simt/thread_block.hpp"
#include "hip_cpu/simt/thread_pool.hpp"

namespace hip_cpu {
namespace {

std::atomic<bool> streams_are_asynchronous{false};

// The number of queues: most programs have none, so no call searches for them.
std::atomic<int> queue_count{0};

thread_local bool is_worker = false;

// HIP's own variable, and CUDA's.
bool must_block() {
  for (const char* name : {"HIP_LAUNCH_BLOCKING", "CUDA_LAUNCH_BLOCKING"}) {
    const char* const value = std::getenv(name);
    if (value && *value != '\0' && *value != '0') return true;
  }
  return false;
}

std::vector<std::shared_ptr<StreamQueue>> queues(bool blocking_only) {
  std::vector<std::shared_ptr<StreamQueue>> found;
  if (queue_count == 0) return found;
  streams().each([&](const ihipStream_t& stream) {
    const bool is_blocking = (stream.flags & hipStreamNonBlocking) == 0;
    if (stream.queue && (is_blocking || !blocking_only)) found.push_back(stream.queue);
  });
  return found;
}

void wait_for_all_of(const std::vector<std::shared_ptr<StreamQueue>>& found) {
  for (const auto& queue : found) queue->wait();
}

// A program that ends waits for the work that it has begun, while its own objects still live. It
// does not wait if a kernel, or a function that a stream called, ends it.
void wait_at_exit() {
  const bool in_kernel = current_block && current_block->running();
  if (!is_worker && !in_kernel) wait_for_all();
}

}  // namespace

StreamQueue::StreamQueue() : thread_([this] { run(); }) { ++queue_count; }

StreamQueue::~StreamQueue() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  wanted_.notify_one();
  thread_.join();
  --queue_count;
}

void StreamQueue::add(Work work) {
  {
    const std::lock_guard lock(mutex_);
    work_.push_back(std::move(work));
  }
  wanted_.notify_one();
}

void StreamQueue::wait() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return work_.empty() && !is_working_; });
}

bool StreamQueue::is_idle() {
  const std::lock_guard lock(mutex_);
  return work_.empty() && !is_working_;
}

void StreamQueue::run() {
  is_worker = true;
  std::unique_lock lock(mutex_);
  for (;;) {
    wanted_.wait(lock, [this] { return !work_.empty() || is_ending_; });
    if (work_.empty()) return;
    is_working_ = true;
    {
      const Work work = std::move(work_.front());
      work_.pop_front();
      lock.unlock();
      work();
    }
    lock.lock();
    is_working_ = false;
    if (work_.empty()) idle_.notify_all();
  }
}

std::shared_ptr<StreamQueue> new_queue() {
  static const bool blocks = must_block();
  if (!streams_are_asynchronous || blocks) return nullptr;
  // The pool ends its threads after the last piece of work.
  static const int registered = (ThreadPool::instance(), std::atexit(wait_at_exit));
  static_cast<void>(registered);
  return std::make_shared<StreamQueue>();
}

std::shared_ptr<StreamQueue> queue_of(hipStream_t stream) {
  const bool is_created = stream != nullptr && stream != hipStreamPerThread;
  if (!is_created || queue_count == 0) return nullptr;
  return streams().get(stream, [](const ihipStream_t& found) { return found.queue; });
}

void submit(hipStream_t stream, const Work& work, hipGraphNodeType type) {
  if (runs_graph()) return work();
  if (capture(stream, type, [work](hipStream_t) { work(); })) return;
  if (const auto queue = queue_of(stream)) return queue->add(work);
  if (stream == nullptr) wait_for(stream);
  work();
}

void wait_for(hipStream_t stream) {
  if (runs_graph()) return;  // on the thread of the stream itself, perhaps
  if (stream == nullptr) return wait_for_all_of(queues(true));
  if (const auto queue = queue_of(stream)) queue->wait();
}

void wait_for_all() { wait_for_all_of(queues(false)); }

bool is_idle(hipStream_t stream) {
  if (const auto queue = queue_of(stream)) return queue->is_idle();
  if (stream != nullptr) return true;
  for (const auto& queue : queues(true))
    if (!queue->is_idle()) return false;
  return true;
}

}  // namespace hip_cpu

void hip_cpu_set_asynchronous_streams(int wanted) {
  hip_cpu::streams_are_asynchronous = wanted != 0;
}
