// Events. All work before an event is complete when it is recorded, so an event is a point in time.
#include "hip_cpu/api/event.hpp"

#include <chrono>
#include <optional>

#include "hip_cpu/simt/handles.hpp"
#include "hip_cpu/simt/stream_order.hpp"
#include "hip_cpu/simt/streams.hpp"

using Clock = std::chrono::steady_clock;
using hip_cpu::report;

struct ihipEvent_t {
  unsigned flags;
  std::optional<Clock::time_point> recorded{};

  bool has_time() const { return recorded && !(flags & hipEventDisableTiming); }
};

namespace hip_cpu {
namespace {

Handles<ihipEvent_t>& events() {
  static Handles<ihipEvent_t> events;
  return events;
}

}  // namespace

bool is_event(hipEvent_t event) { return events().contains(event); }

}  // namespace hip_cpu

using hip_cpu::is_event;

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  constexpr unsigned known = hipEventBlockingSync | hipEventDisableTiming;
  if (!event || (flags & ~known) != 0) return report(hipErrorInvalidValue);
  *event = hip_cpu::events().create({flags});
  return hipSuccess;
}

hipError_t hipEventCreate(hipEvent_t* event) {
  return hipEventCreateWithFlags(event, hipEventDefault);
}

hipError_t hipEventDestroy(hipEvent_t event) {
  return report(hip_cpu::events().destroy(event) ? hipSuccess : hipErrorInvalidHandle);
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  if (!is_event(event) || !hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  event->recorded = Clock::now();
  hip_cpu::StreamOrder::instance().record(event, stream);
  return hipSuccess;
}

hipError_t hipEventSynchronize(hipEvent_t event) {
  if (!is_event(event)) return report(hipErrorInvalidHandle);
  hip_cpu::StreamOrder::instance().host_waits(event);
  return hipSuccess;
}

hipError_t hipEventQuery(hipEvent_t event) { return hipEventSynchronize(event); }

hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  if (!milliseconds) return report(hipErrorInvalidValue);
  if (!is_event(start) || !is_event(stop) || !start->has_time() || !stop->has_time())
    return report(hipErrorInvalidHandle);
  *milliseconds =
      std::chrono::duration<float, std::milli>(*stop->recorded - *start->recorded).count();
  return hipSuccess;
}
