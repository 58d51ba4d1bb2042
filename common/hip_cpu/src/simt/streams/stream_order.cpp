#include "hip_cpu/simt/streams/stream_order.hpp"

#include <algorithm>
#include <vector>

#include <hip_cpu/config.h>
#include "hip_cpu/simt/streams/cpu_devices.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

namespace hip_cpu {
namespace {

void join(StreamClock& clock, const StreamClock& other) {
  for (const auto& [stream, number] : other) {
    std::uint64_t& known = clock[stream];
    known = std::max(known, number);
  }
}

// Each device has a null stream and a per-thread stream.
char null_streams[max_devices], per_thread_streams[max_devices];

const void* identity_of(hipStream_t stream) {
  if (stream == nullptr) return &null_streams[current_device()];
  if (stream == hipStreamPerThread) return &per_thread_streams[current_device()];
  return stream;
}

thread_local GraphOrder* running_graph = nullptr;
thread_local const HostFunction* running_function = nullptr;
const char host_thread = 0;  // the host as a stream

std::uint64_t entry(const StreamClock& clock, const void* stream) {
  const auto known = clock.find(stream);
  return known == clock.end() ? 0 : known->second;
}

}  // namespace

StreamOrder& StreamOrder::instance() {
  static auto* order = new StreamOrder;  // as the table of allocations
  return *order;
}

// A stream at a destroyed stream's address continues its numbers.
StreamOrder::Stream& StreamOrder::at(hipStream_t stream) {
  Stream& found = streams_[identity_of(stream)];
  found.is_blocking = stream == nullptr || stream == hipStreamPerThread ||
                      (stream->flags & hipStreamNonBlocking) == 0;
  found.device = device_of(stream);
  return found;
}

StreamOrder::Stream& StreamOrder::null_stream_of(int device) {
  Stream& found = streams_[&null_streams[device]];
  found.device = device;
  return found;
}

StreamOrder::Stream& StreamOrder::stream_of_node(const void* node) {
  Stream& found = streams_[node];
  found.is_blocking = false;
  found.device = current_device();
  return found;
}

void StreamOrder::join_before(StreamClock& clock, hipStream_t stream) {
  Stream& mine = at(stream);
  join(clock, mine.clock);
  if (mine.is_blocking) join(clock, null_stream_of(mine.device).clock);
  if (stream != nullptr) return;
  for (const auto& [other, state] : streams_)
    if (state.is_blocking && state.device == mine.device) join(clock, state.clock);
}

StreamWork StreamOrder::submit(hipStream_t stream) {
  const std::lock_guard lock(mutex_);
  ++version_;
  if (GraphOrder* const graph = running_graph) {
    Stream& node = stream_of_node(graph->node_);
    StreamWork work{graph->node_, ++node.submitted, graph->clock_};
    graph->clock_[graph->node_] = work.number;
    node.clock = graph->clock_;
    return work;
  }
  Stream& mine = at(stream);
  join(mine.clock, host_);
  join_before(mine.clock, stream);
  const void* const identity = identity_of(stream);
  StreamWork work{identity, ++mine.submitted, mine.clock};
  mine.clock[identity] = work.number;
  return work;
}

void StreamOrder::record(hipEvent_t event, hipStream_t stream) {
  const std::lock_guard lock(mutex_);
  StreamClock& clock = events_[event];
  clock.clear();
  running_graph ? join(clock, running_graph->clock_) : join_before(clock, stream);
}

void StreamOrder::wait(hipStream_t stream, hipEvent_t event) {
  const std::lock_guard lock(mutex_);
  ++version_;
  join(running_graph ? running_graph->clock_ : at(stream).clock, events_[event]);
}

// In a graph it is a node that waits.
void StreamOrder::host_waits(hipStream_t stream) {
  if (running_graph) return;
  const std::lock_guard lock(mutex_);
  ++version_;
  join_before(host_, stream);
}

void StreamOrder::host_waits(hipEvent_t event) {
  const std::lock_guard lock(mutex_);
  ++version_;
  join(running_graph ? running_graph->clock_ : host_, events_[event]);
}

void StreamOrder::host_waits_for_device(int device) {
  if (running_graph) return;
  const std::lock_guard lock(mutex_);
  ++version_;
  for (const auto& [stream, state] : streams_)
    if (state.device == device) join(host_, state.clock);
}

void StreamOrder::host_waits(const StreamWork& work) {
  const std::lock_guard lock(mutex_);
  ++version_;
  join(host_, work.before);
  join(host_, {{work.stream, work.number}});
}

StreamWork StreamOrder::host_work() {
  if (running_function) return running_function->work();
  const std::lock_guard lock(mutex_);
  return {&host_thread, 0, host_};
}

bool StreamOrder::is_over(const StreamWork& work) {
  const std::lock_guard lock(mutex_);
  return entry(host_, work.stream) >= work.number;
}

std::uint64_t StreamOrder::over_for(const void* mine, const Stream& state,
                                    const void* other) const {
  std::uint64_t number = entry(state.clock, other);
  if (!state.is_blocking) return number;
  const void* const null_stream = &null_streams[state.device];
  for (const auto& [stream, blocking] : streams_) {
    const bool is_waited_for = stream == null_stream || mine == null_stream;
    if (is_waited_for && blocking.is_blocking && blocking.device == state.device)
      number = std::max(number, entry(blocking.clock, other));
  }
  return number;
}

std::uint64_t StreamOrder::over_for_all(const void* stream, bool with_host) {
  if (with_host) {
    const std::lock_guard lock(mutex_);
    return entry(host_, stream);
  }
  std::vector<hipStream_t> created;
  streams().each([&](ihipStream_t& each) { created.push_back(&each); });
  const std::lock_guard lock(mutex_);
  std::uint64_t least = ~std::uint64_t{0};
  const auto take = [&](const void* each, const Stream& state) {
    least = std::min(least, over_for(each, state, stream));
  };
  for (int device = 0; device < hip_cpu_device_count(); ++device) {
    take(&null_streams[device], null_stream_of(device));
    const auto per_thread = streams_.find(&per_thread_streams[device]);
    if (per_thread != streams_.end()) take(per_thread->first, per_thread->second);
  }
  for (const hipStream_t each : created) take(each, at(each));
  return std::max(least, entry(host_, stream));
}

GraphOrder::GraphOrder(hipStream_t stream, const void* graph)
    : outer_(running_graph), stream_(stream), graph_(graph) {
  StreamOrder& order = StreamOrder::instance();
  const std::lock_guard lock(order.mutex_);
  if (outer_)
    begin_ = outer_->clock_;
  else
    order.join_before(begin_, stream);
  join(begin_, order.stream_of_node(graph).clock);
  running_graph = this;
}

GraphOrder::~GraphOrder() {
  end_node();
  running_graph = outer_;
  StreamOrder& order = StreamOrder::instance();
  const std::lock_guard lock(order.mutex_);
  StreamClock& own = order.stream_of_node(graph_).clock;
  for (const auto& [node, clock] : ended_) join(own, clock);
  join(outer_ ? outer_->clock_ : order.at(stream_).clock, own);
  ++order.version_;
}

void GraphOrder::begin_node(const void* node, const std::vector<const void*>& after) {
  end_node();
  node_ = node;
  clock_ = begin_;
  for (const void* other : after) join(clock_, ended_[other]);
}

void GraphOrder::end_node() {
  if (node_) ended_[node_] = clock_;
}

HostFunction::HostFunction(hipStream_t stream)
    : outer_(running_function), work_(StreamOrder::instance().submit(stream)) {
  running_function = this;
}

HostFunction::~HostFunction() { running_function = outer_; }

const HostFunction* HostFunction::current() { return running_function; }

}  // namespace hip_cpu
