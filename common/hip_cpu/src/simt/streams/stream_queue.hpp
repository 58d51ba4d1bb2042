// The work that a stream has still to do. A stream that a program creates has an OS thread of its
// own, once the process has asked for that (<hip_cpu/config.h>); else, and in the null stream and
// the per-thread stream, work is complete when it is submitted.
//
// Streams that are not created as non-blocking and the null stream wait for each other: the null
// stream's work, which the host does itself, begins when theirs is over.
#pragma once

#include <hip/hip_runtime_api.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace hip_cpu {

using Work = std::function<void()>;

// The work of one stream, done in the order in which it came.
class StreamQueue {
 public:
  StreamQueue();
  ~StreamQueue();  // when all is done
  StreamQueue(const StreamQueue&) = delete;
  StreamQueue& operator=(const StreamQueue&) = delete;

  void add(Work work);
  void wait();
  bool is_idle();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable wanted_, idle_;
  std::deque<Work> work_;
  bool is_working_ = false, is_ending_ = false;
  std::thread thread_;
};

// A queue for a new stream, or none where its work is to be complete when it is submitted.
std::shared_ptr<StreamQueue> new_queue();

// The queue of a stream that has one, else null.
std::shared_ptr<StreamQueue> queue_of(hipStream_t stream);

// Does the work in the order of the stream, perhaps later. In a stream that captures it becomes a
// node of that type.
void submit(hipStream_t stream, const Work& work, hipGraphNodeType type = hipGraphNodeTypeEmpty);

// The host waits until a stream's work is over, and for the null stream also the work that it waits
// for; or until all work is. Not from a stream's own work.
void wait_for(hipStream_t stream);
void wait_for_all();

bool is_idle(hipStream_t stream);

}  // namespace hip_cpu
