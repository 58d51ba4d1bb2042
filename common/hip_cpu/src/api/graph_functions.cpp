// Graphs and their nodes: <hip_cpu/graph_api.hpp>. Streams that capture are
// simt/streams/graph.cpp's.
#include "hip_cpu/simt/streams/graph.hpp"

#include <algorithm>
#include <map>

#include "hip_cpu/api/graph_nodes.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

using hip_cpu::graphs;
using hip_cpu::report;

struct hipGraphExec {
  std::shared_ptr<const std::vector<hip_cpu::OrderedWork>> works;
};

namespace hip_cpu {
namespace {

using Nodes = std::vector<hipGraphNode_t>;

Handles<hipGraphExec>& executables() {
  static auto* executables = new Handles<hipGraphExec>;
  return *executables;
}

bool contains(const ihipGraph& graph, const hipGraphNode* node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                     [=](const auto& own) { return own.get() == node; });
}

hipGraph_t graph_of(const hipGraphNode* node) {
  hipGraph_t found = nullptr;
  graphs().each([&](ihipGraph& graph) {
    if (contains(graph, node)) found = &graph;
  });
  return found;
}

// The first call asks for their number; the second brings an array of that size.
hipError_t give_out(const Nodes& found, hipGraphNode_t* nodes, size_t* count) {
  if (!count) return report(hipErrorInvalidValue);
  if (nodes) {
    std::fill_n(nodes, *count, nullptr);
    std::copy_n(found.begin(), std::min(found.size(), *count), nodes);
  }
  if (!nodes || *count > found.size()) *count = found.size();
  return hipSuccess;
}

// Joins or parts pairs of nodes of a graph.
template <typename Change>
hipError_t change_edges(hipGraph_t graph, const hipGraphNode_t* from, const hipGraphNode_t* to,
                        size_t count, const Change& change) {
  if (!graphs().contains(graph) || (count != 0 && (!from || !to)))
    return report(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    if (!contains(*graph, from[i]) || !contains(*graph, to[i]) || from[i] == to[i])
      return report(hipErrorInvalidValue);
    const bool is_joined = std::count(to[i]->after.begin(), to[i]->after.end(), from[i]) != 0;
    if (!change(from[i], to[i]->after, is_joined)) return report(hipErrorInvalidValue);
  }
  return hipSuccess;
}

hipError_t instantiate(hipGraphExec_t* exec, hipGraph_t graph) {
  if (!exec || !graphs().contains(graph)) return report(hipErrorInvalidValue);
  auto works = in_order(*graph);
  if (!works) return report(hipErrorInvalidValue);
  *exec = executables().create({std::move(works)});
  return hipSuccess;
}

hipGraph_t clone(const ihipGraph& graph) {
  std::map<const hipGraphNode*, hipGraphNode_t> copies;
  ihipGraph made;
  for (const auto& node : graph.nodes) {
    made.nodes.push_back(std::make_shared<hipGraphNode>(*node));
    copies[node.get()] = made.nodes.back().get();
  }
  for (const auto& node : made.nodes)
    for (hipGraphNode_t& other : node->after) other = copies.at(other);
  return graphs().create(std::move(made));
}

}  // namespace

hipError_t add_node(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after,
                    size_t count, hipGraphNode made) {
  if (!node || !graphs().contains(graph) || (count != 0 && !after))
    return report(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    const bool is_twice = std::count(after, after + i, after[i]) != 0;
    if (!contains(*graph, after[i]) || is_twice) return report(hipErrorInvalidValue);
  }
  if (count != 0) made.after.assign(after, after + count);
  graph->nodes.push_back(std::make_shared<hipGraphNode>(std::move(made)));
  *node = graph->nodes.back().get();
  return hipSuccess;
}

hipGraphNode_t known_node(hipGraphNode_t node) { return graph_of(node) ? node : nullptr; }

}  // namespace hip_cpu

using hip_cpu::graph_of;

hipError_t hipGraphCreate(hipGraph_t* graph, unsigned flags) {
  if (!graph || flags != 0) return report(hipErrorInvalidValue);
  *graph = graphs().create({});
  return hipSuccess;
}
hipError_t hipGraphDestroy(hipGraph_t graph) {
  return report(graphs().destroy(graph) ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipGraphClone(hipGraph_t* clone, hipGraph_t graph) {
  if (!clone || !graphs().contains(graph)) return report(hipErrorInvalidValue);
  *clone = hip_cpu::clone(*graph);
  return hipSuccess;
}

hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t* nodes, size_t* count) {
  if (!graphs().contains(graph)) return report(hipErrorInvalidValue);
  hip_cpu::Nodes found;
  for (const auto& node : graph->nodes) found.push_back(node.get());
  return hip_cpu::give_out(found, nodes, count);
}
hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t* nodes, size_t* count) {
  if (!graphs().contains(graph)) return report(hipErrorInvalidValue);
  hip_cpu::Nodes found;
  for (const auto& node : graph->nodes)
    if (node->after.empty()) found.push_back(node.get());
  return hip_cpu::give_out(found, nodes, count);
}
hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t* from, hipGraphNode_t* to,
                            size_t* count) {
  if (!graphs().contains(graph) || !count || (from == nullptr) != (to == nullptr))
    return report(hipErrorInvalidValue);
  hip_cpu::Nodes begins, ends;
  for (const auto& node : graph->nodes) {
    begins.insert(begins.end(), node->after.begin(), node->after.end());
    ends.resize(begins.size(), node.get());
  }
  size_t same = *count;
  static_cast<void>(hip_cpu::give_out(begins, from, &same));
  return hip_cpu::give_out(ends, to, count);
}
hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t* from,
                                   const hipGraphNode_t* to, size_t count) {
  return hip_cpu::change_edges(graph, from, to, count,
                               [](hipGraphNode_t node, hip_cpu::Nodes& after, bool is_joined) {
                                 if (!is_joined) after.push_back(node);
                                 return !is_joined;
                               });
}
hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t* from,
                                      const hipGraphNode_t* to, size_t count) {
  return hip_cpu::change_edges(graph, from, to, count,
                               [](hipGraphNode_t node, hip_cpu::Nodes& after, bool is_joined) {
                                 std::erase(after, node);
                                 return is_joined;
                               });
}
hipError_t hipGraphDestroyNode(hipGraphNode_t node) {
  const hipGraph_t graph = graph_of(node);
  if (!graph) return report(hipErrorInvalidValue);
  for (const auto& other : graph->nodes) std::erase(other->after, node);
  std::erase_if(graph->nodes, [=](const auto& own) { return own.get() == node; });
  return hipSuccess;
}

hipError_t hipGraphInstantiate(hipGraphExec_t* exec, hipGraph_t graph, hipGraphNode_t* error_node,
                               char* log, size_t log_bytes) {
  if (error_node) *error_node = nullptr;
  if (log && log_bytes != 0) *log = '\0';
  return hip_cpu::instantiate(exec, graph);
}
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* exec, hipGraph_t graph,
                                        unsigned long long flags) {
  if ((flags & ~1ULL) != 0) return report(hipErrorInvalidValue);
  return hip_cpu::instantiate(exec, graph);
}
hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream) {
  if (!hip_cpu::executables().contains(exec)) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_stream(stream)) return report(hipErrorInvalidHandle);
  static_cast<void>(hip_cpu::StreamOrder::instance().submit(stream));
  const auto works = exec->works;
  hip_cpu::submit(
      stream, [works, stream] { hip_cpu::run(*works, stream); }, hipGraphNodeTypeGraph);
  return hipSuccess;
}
hipError_t hipGraphExecDestroy(hipGraphExec_t exec) {
  return report(hip_cpu::executables().destroy(exec) ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType* type) {
  if (!type || !graph_of(node)) return report(hipErrorInvalidValue);
  *type = node->type;
  return hipSuccess;
}
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t* nodes, size_t* count) {
  if (!graph_of(node)) return report(hipErrorInvalidValue);
  return hip_cpu::give_out(node->after, nodes, count);
}
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t* nodes,
                                         size_t* count) {
  const hipGraph_t graph = graph_of(node);
  if (!graph) return report(hipErrorInvalidValue);
  hip_cpu::Nodes found;
  for (const auto& other : graph->nodes)
    if (std::count(other->after.begin(), other->after.end(), node) != 0)
      found.push_back(other.get());
  return hip_cpu::give_out(found, nodes, count);
}
