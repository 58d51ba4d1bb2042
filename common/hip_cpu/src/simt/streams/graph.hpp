// Graphs: pieces of work with an order, and streams that add their work to a graph instead of doing
// it.
#pragma once

#include <hip/hip_runtime_api.h>

#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "hip_cpu/simt/streams/handles.hpp"
#include "hip_cpu/simt/streams/stream_queue.hpp"

namespace hip_cpu {

// Done in the order of that stream; its launches run at once.
using NodeWork = std::function<void(hipStream_t stream)>;

struct MemoryCopy {
  void* to;
  const void* from;
  size_t bytes;
  hipMemcpyKind kind;
};

// The parameters that a node was made from, for the functions that give them out.
using NodeParameters = std::variant<std::monostate, hipHostNodeParams, hipMemsetParams, MemoryCopy,
                                    hipMemcpy3DParms, hipKernelNodeParams, hipEvent_t, hipGraph_t>;

}  // namespace hip_cpu

struct hipGraphNode {
  hipGraphNodeType type;
  hip_cpu::NodeWork work;
  std::vector<hipGraphNode_t> after;  // nodes of the same graph
  hip_cpu::NodeParameters parameters{};
};

struct ihipGraph {
  std::vector<std::shared_ptr<hipGraphNode>> nodes;
};

namespace hip_cpu {

// Graphs that were created and not destroyed.
Handles<ihipGraph>& graphs();

// The work of a node, and the numbers of the works that it comes after.
struct OrderedWork {
  NodeWork work;
  std::vector<size_t> after;
};

// The work in an order that the graph allows; null when its nodes wait for each other in a circle.
std::shared_ptr<std::vector<OrderedWork>> in_order(const ihipGraph& graph);

// Does it all, on the thread that calls.
void run(const std::vector<OrderedWork>& works, hipStream_t stream);

// Whether a graph's work runs on this thread: its launches are not to be put into the stream again.
bool runs_graph();

// True when the stream captures: then a node has been made of the work.
bool capture(hipStream_t stream, hipGraphNodeType type, const NodeWork& work);
bool is_capturing(hipStream_t stream);
void invalidate_capture(hipStream_t stream);

// An event that is recorded in a capturing stream, and a stream that waits for such an event, which
// then captures too. False where nothing is captured.
bool capture_event(hipEvent_t event, hipStream_t stream);
bool capture_wait(hipStream_t stream, hipEvent_t event);

}  // namespace hip_cpu
