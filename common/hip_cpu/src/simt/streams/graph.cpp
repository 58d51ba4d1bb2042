#include "hip_cpu/simt/streams/graph.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "hip_cpu/simt/streams/stream_order.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

namespace hip_cpu {
namespace {

thread_local bool graph_runs = false;

struct Capture {
  hipGraph_t graph = nullptr;
  hipStream_t origin = nullptr;
  bool is_invalid = false;
  std::map<hipStream_t, std::vector<hipGraphNode_t>> last;  // of each stream that takes part
};

struct Captures {
  std::mutex mutex;
  std::vector<std::unique_ptr<Capture>> all;
  std::map<hipEvent_t, std::pair<Capture*, std::vector<hipGraphNode_t>>> events;

  Capture* of(hipStream_t stream) {
    for (const auto& capture : all)
      if (capture->last.count(stream) != 0) return capture.get();
    return nullptr;
  }
};

Captures& captures() {
  static auto* captures = new Captures;
  return *captures;
}

// The number of captures: most programs have none, so no call searches for them.
std::atomic<int> capture_count{0};

// The capture's end, whatever came of it.
void forget(Captures& all, const Capture* ended) {
  for (auto next = all.events.begin(); next != all.events.end();)
    next = next->second.first == ended ? all.events.erase(next) : std::next(next);
  const auto found = std::find_if(all.all.begin(), all.all.end(),
                                  [=](const auto& capture) { return capture.get() == ended; });
  all.all.erase(found);
  --capture_count;
}

}  // namespace

Handles<ihipGraph>& graphs() {
  static auto* graphs = new Handles<ihipGraph>;
  return *graphs;
}

std::shared_ptr<std::vector<OrderedWork>> in_order(const ihipGraph& graph) {
  auto works = std::make_shared<std::vector<OrderedWork>>();
  std::map<const hipGraphNode*, size_t> done;  // with the numbers of their works
  while (done.size() < graph.nodes.size()) {
    const size_t before = done.size();
    for (const auto& node : graph.nodes) {
      const bool is_next =
          done.count(node.get()) == 0 &&
          std::all_of(node->after.begin(), node->after.end(),
                      [&](const hipGraphNode* other) { return done.count(other) != 0; });
      if (!is_next) continue;
      OrderedWork ordered{node->work, {}};
      for (const hipGraphNode* other : node->after) ordered.after.push_back(done.at(other));
      done[node.get()] = works->size();
      works->push_back(std::move(ordered));
    }
    if (done.size() == before) return nullptr;
  }
  return works;
}

void run(const std::vector<OrderedWork>& works, hipStream_t stream) {
  const bool before = std::exchange(graph_runs, true);
  {
    GraphOrder order(stream, &works);
    for (const OrderedWork& ordered : works) {
      std::vector<const void*> after;
      for (const size_t number : ordered.after) after.push_back(&works[number]);
      order.begin_node(&ordered, after);
      if (ordered.work) ordered.work(stream);
    }
  }
  graph_runs = before;
}

bool runs_graph() { return graph_runs; }

bool capture(hipStream_t stream, hipGraphNodeType type, const NodeWork& work) {
  if (capture_count == 0) return false;
  const std::lock_guard lock(captures().mutex);
  Capture* const capture = captures().of(stream);
  if (!capture) return false;
  std::vector<hipGraphNode_t>& last = capture->last[stream];
  capture->graph->nodes.push_back(std::make_shared<hipGraphNode>(hipGraphNode{type, work, last}));
  last = {capture->graph->nodes.back().get()};
  return true;
}

bool is_capturing(hipStream_t stream) {
  if (capture_count == 0) return false;
  const std::lock_guard lock(captures().mutex);
  return captures().of(stream) != nullptr;
}

void invalidate_capture(hipStream_t stream) {
  const std::lock_guard lock(captures().mutex);
  if (Capture* const capture = captures().of(stream)) capture->is_invalid = true;
}

bool capture_event(hipEvent_t event, hipStream_t stream) {
  if (capture_count == 0) return false;
  const std::lock_guard lock(captures().mutex);
  captures().events.erase(event);
  Capture* const capture = captures().of(stream);
  if (capture) captures().events[event] = {capture, capture->last[stream]};
  return capture != nullptr;
}

bool capture_wait(hipStream_t stream, hipEvent_t event) {
  if (capture_count == 0) return false;
  const std::lock_guard lock(captures().mutex);
  const auto found = captures().events.find(event);
  if (found == captures().events.end()) return false;
  const auto [capture, nodes] = found->second;
  std::vector<hipGraphNode_t>& last = capture->last[stream];
  last.insert(last.end(), nodes.begin(), nodes.end());
  return true;
}

}  // namespace hip_cpu

using hip_cpu::captures;
using hip_cpu::report;

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
  if (mode < hipStreamCaptureModeGlobal || mode > hipStreamCaptureModeRelaxed)
    return report(hipErrorInvalidValue);
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  if (stream == nullptr) return report(hipErrorStreamCaptureUnsupported);
  const std::lock_guard lock(captures().mutex);
  if (captures().of(stream)) return report(hipErrorIllegalState);
  auto capture = std::make_unique<hip_cpu::Capture>();
  capture->graph = hip_cpu::graphs().create({});
  capture->origin = stream;
  capture->last[stream] = {};
  captures().all.push_back(std::move(capture));
  ++hip_cpu::capture_count;
  return hipSuccess;
}

hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* graph) {
  if (!graph) return report(hipErrorInvalidValue);
  *graph = nullptr;
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  const std::lock_guard lock(captures().mutex);
  const hip_cpu::Capture* const capture = captures().of(stream);
  if (!capture) return report(hipErrorIllegalState);
  if (capture->origin != stream) return report(hipErrorStreamCaptureUnmatched);
  // Work of other streams must have come back to this one.
  std::set<const hipGraphNode*> reached;
  std::vector<hipGraphNode_t> next = capture->last.at(stream);
  while (!next.empty()) {
    const hipGraphNode_t node = next.back();
    next.pop_back();
    if (reached.insert(node).second)
      next.insert(next.end(), node->after.begin(), node->after.end());
  }
  hipError_t error = capture->is_invalid ? hipErrorStreamCaptureInvalidated : hipSuccess;
  if (reached.size() != capture->graph->nodes.size() && error == hipSuccess)
    error = hipErrorStreamCaptureUnjoined;
  if (error == hipSuccess) {
    *graph = capture->graph;
  } else {
    static_cast<void>(hip_cpu::graphs().destroy(capture->graph));
  }
  hip_cpu::forget(captures(), capture);
  return report(error);
}

hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status) {
  return hipStreamGetCaptureInfo(stream, status, nullptr);
}

hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* status,
                                   unsigned long long* id) {
  if (!status) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  const std::lock_guard lock(captures().mutex);
  const hip_cpu::Capture* const capture = captures().of(stream);
  *status = !capture              ? hipStreamCaptureStatusNone
            : capture->is_invalid ? hipStreamCaptureStatusInvalidated
                                  : hipStreamCaptureStatusActive;
  if (capture && id) *id = reinterpret_cast<uintptr_t>(capture->graph);
  return hipSuccess;
}

// Calls that a capture might forbid are not forbidden here, in any mode.
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode* mode) {
  thread_local hipStreamCaptureMode current = hipStreamCaptureModeGlobal;
  if (!mode || *mode < hipStreamCaptureModeGlobal || *mode > hipStreamCaptureModeRelaxed)
    return report(hipErrorInvalidValue);
  std::swap(*mode, current);
  return hipSuccess;
}
