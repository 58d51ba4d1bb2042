// Events. A recorded one passes when the work before it in its stream is over.
#include "hip_cpu/api/event_list.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "hip_cpu/simt/streams/cpu_devices.hpp"
#include "hip_cpu/simt/streams/graph.hpp"
#include "hip_cpu/simt/streams/handles.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

using Clock = std::chrono::steady_clock;
using hip_cpu::report;

namespace hip_cpu {

// A place in a stream. Named outside of this file, as ihipEvent_t has one.
class Mark {
 public:
  void pass() {
    {
      const std::lock_guard lock(mutex_);
      time_ = Clock::now();
      has_passed_ = true;
    }
    passed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    passed_.wait(lock, [this] { return has_passed_; });
  }
  bool has_passed() {
    const std::lock_guard lock(mutex_);
    return has_passed_;
  }
  Clock::time_point time() {
    const std::lock_guard lock(mutex_);
    return time_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable passed_;
  bool has_passed_ = false;
  Clock::time_point time_;
};

}  // namespace hip_cpu

struct ihipEvent_t {
  unsigned flags;
  int device;
  std::shared_ptr<hip_cpu::Mark> mark{};  // where it was recorded last

  bool has_time() const { return mark && !(flags & hipEventDisableTiming); }
};

namespace hip_cpu {
namespace {

Handles<ihipEvent_t>& events() {
  static auto* events = new Handles<ihipEvent_t>;
  return *events;
}

}  // namespace

bool is_event(hipEvent_t event) { return events().contains(event); }

void let_wait(hipStream_t stream, hipEvent_t event) {
  const auto mark = event->mark;
  if (mark && !mark->has_passed()) submit(stream, [mark] { mark->wait(); });
}

}  // namespace hip_cpu

using hip_cpu::is_event;

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  constexpr unsigned known = hipEventBlockingSync | hipEventDisableTiming;
  if (!event || (flags & ~known) != 0) return report(hipErrorInvalidValue);
  *event = hip_cpu::events().create({flags, hip_cpu::current_device()});
  return hipSuccess;
}

hipError_t hipEventCreate(hipEvent_t* event) {
  return hipEventCreateWithFlags(event, hipEventDefault);
}

hipError_t hipEventDestroy(hipEvent_t event) {
  return report(hip_cpu::events().destroy(event) ? hipSuccess : hipErrorInvalidHandle);
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  if (!is_event(event) || !hip_cpu::is_stream(stream) ||
      event->device != hip_cpu::device_of(stream))
    return report(hipErrorInvalidHandle);
  if (hip_cpu::capture_event(event, stream)) return hipSuccess;
  const auto mark = std::make_shared<hip_cpu::Mark>();
  event->mark = mark;
  hip_cpu::submit(stream, [mark] { mark->pass(); });
  hip_cpu::StreamOrder::instance().record(event, stream);
  return hipSuccess;
}

hipError_t hipEventSynchronize(hipEvent_t event) {
  if (!is_event(event)) return report(hipErrorInvalidHandle);
  if (event->mark) event->mark->wait();
  hip_cpu::StreamOrder::instance().host_waits(event);
  return hipSuccess;
}

// hipErrorNotReady is not a failure, so hipGetLastError does not report it.
hipError_t hipEventQuery(hipEvent_t event) {
  if (is_event(event) && event->mark && !event->mark->has_passed()) return hipErrorNotReady;
  return hipEventSynchronize(event);
}

hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  if (!milliseconds) return report(hipErrorInvalidValue);
  if (!is_event(start) || !is_event(stop) || !start->has_time() || !stop->has_time() ||
      start->device != stop->device)
    return report(hipErrorInvalidHandle);
  if (!start->mark->has_passed() || !stop->mark->has_passed()) return hipErrorNotReady;
  const auto apart = stop->mark->time() - start->mark->time();
  *milliseconds = std::chrono::duration<float, std::milli>(apart).count();
  return hipSuccess;
}
