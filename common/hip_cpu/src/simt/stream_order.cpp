#include "hip_cpu/simt/stream_order.hpp"

#include <algorithm>

#include "hip_cpu/simt/streams.hpp"

namespace hip_cpu {
namespace {

void join(StreamClock& clock, const StreamClock& other) {
  for (const auto& [stream, number] : other) {
    std::uint64_t& known = clock[stream];
    known = std::max(known, number);
  }
}

}  // namespace

StreamOrder& StreamOrder::instance() {
  static auto* order = new StreamOrder;  // as the table of allocations
  return *order;
}

// An address that was a destroyed stream's goes on with its numbers.
StreamOrder::Stream& StreamOrder::at(hipStream_t stream) {
  Stream& found = streams_[stream];
  found.is_blocking = stream == nullptr || stream == hipStreamPerThread ||
                      (stream->flags & hipStreamNonBlocking) == 0;
  return found;
}

StreamWork StreamOrder::submit(hipStream_t stream) {
  const std::lock_guard lock(mutex_);
  Stream& mine = at(stream);
  join(mine.clock, host_);
  if (stream == nullptr) {
    for (const auto& [other, state] : streams_)
      if (state.is_blocking && other != nullptr) join(mine.clock, state.clock);
  } else if (mine.is_blocking) {
    join(mine.clock, at(nullptr).clock);
  }
  StreamWork work{stream, ++mine.submitted, mine.clock};
  mine.clock[stream] = work.number;
  return work;
}

void StreamOrder::record(hipEvent_t event, hipStream_t stream) {
  const std::lock_guard lock(mutex_);
  StreamClock& clock = events_[event];
  clock = at(stream).clock;
  if (at(stream).is_blocking) join(clock, at(nullptr).clock);
  if (stream != nullptr) return;
  for (const auto& [other, state] : streams_)
    if (state.is_blocking) join(clock, state.clock);
}

void StreamOrder::wait(hipStream_t stream, hipEvent_t event) {
  const std::lock_guard lock(mutex_);
  join(at(stream).clock, events_[event]);
}

void StreamOrder::host_waits(hipStream_t stream) {
  const std::lock_guard lock(mutex_);
  join(host_, at(stream).clock);
  if (at(stream).is_blocking) join(host_, at(nullptr).clock);
  if (stream != nullptr) return;
  for (const auto& [other, state] : streams_)
    if (state.is_blocking) join(host_, state.clock);
}

void StreamOrder::host_waits(hipEvent_t event) {
  const std::lock_guard lock(mutex_);
  join(host_, events_[event]);
}

void StreamOrder::host_waits_for_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [stream, state] : streams_) join(host_, state.clock);
}

}  // namespace hip_cpu
