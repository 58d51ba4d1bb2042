// Nodes of graphs by their actions: <hip_cpu/graph_api.hpp>.
#include "hip_cpu/api/graph_nodes.hpp"

#include "hip_cpu/api/copies.hpp"
#include "hip_cpu/api/event_list.hpp"
#include "hip_cpu/simt/kernels/kernel_registry.hpp"
#include "hip_cpu/simt/launch_queue.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"

using hip_cpu::add_node;
using hip_cpu::report;

namespace hip_cpu {
namespace {

// Each makes a node of its parameters; its type is none where they make no sense.
constexpr hipGraphNodeType no_type{};

hipGraphNode kernel_node(const hipKernelNodeParams& parameters) {
  const KernelRecord* const record = find_kernel(parameters.func);
  const bool lacks_arguments = record && record->parameter_count != 0 && !parameters.kernelParams;
  if (!record || lacks_arguments || parameters.extra) return {};
  LaunchRequest where{};
  where.grid = parameters.gridDim;
  where.block = parameters.blockDim;
  where.dynamic_shared_bytes = parameters.sharedMemBytes;
  std::shared_ptr<const LaunchCopy> copy;
  const auto keep = [](const LaunchRequest& request, void* to) {
    if (request.copy_call)
      *static_cast<std::shared_ptr<const LaunchCopy>*>(to) =
          std::make_shared<const LaunchCopy>(request);
  };
  record->with_arguments(*record, where, parameters.kernelParams, keep, &copy);
  if (!copy || launch_error(copy->request) != hipSuccess) return {};
  const auto work = [copy, start = record->start](hipStream_t stream) {
    copy->start_in(stream, start);
  };
  return {hipGraphNodeTypeKernel, work, {}, parameters};
}

hipGraphNode host_node(const hipHostNodeParams& parameters) {
  if (!parameters.fn) return {};
  return {hipGraphNodeTypeHost,
          [parameters](hipStream_t stream) {
            const HostFunction function(stream);
            parameters.fn(parameters.userData);
          },
          {},
          parameters};
}

// code: after the host's call that made the node.
hipGraphNode memset_node(const hipMemsetParams& p, const void* code) {
  const bool known = p.elementSize == 1 || p.elementSize == 2 || p.elementSize == 4;
  if (!known || !p.dst || p.width == 0 || p.height == 0) return {};
  if (p.height > 1 && p.pitch < p.width * p.elementSize) return {};
  const auto fill = [p, code](hipStream_t stream) {
    for (size_t row = 0; row < p.height; ++row) {
      char* const to = static_cast<char*>(p.dst) + row * p.pitch;
      // As for a launch, nobody gets the error.
      static_cast<void>(fill_words_async(to, p.value, p.elementSize, p.width, stream, code));
    }
  };
  return {hipGraphNodeTypeMemset, fill, {}, p};
}

hipGraphNode copy_node(const MemoryCopy& copy, const void* code) {
  if (!copy.to || !copy.from) return {};
  if (copy.kind < hipMemcpyHostToHost || copy.kind > hipMemcpyDefault) return {};
  return {hipGraphNodeTypeMemcpy1D,
          [copy, code](hipStream_t stream) {
            static_cast<void>(copy_async(const_cast<void*>(copy.to), copy.from, copy.bytes,
                                         copy.kind, stream, code));
          },
          {},
          copy};
}

hipGraphNode copy_node(const hipMemcpy3DParms& copy) {
  if ((!copy.srcArray && !copy.srcPtr.ptr) || (!copy.dstArray && !copy.dstPtr.ptr)) return {};
  return {hipGraphNodeTypeMemcpy,
          [copy](hipStream_t stream) { static_cast<void>(hipMemcpy3DAsync(&copy, stream)); },
          {},
          copy};
}

// Whatever stream the graph runs in, the event passes when the node's turn comes.
hipGraphNode record_node(hipEvent_t event) {
  if (!is_event(event)) return {};
  return {hipGraphNodeTypeEventRecord,
          [event](hipStream_t) { static_cast<void>(hipEventRecord(event, hipStreamPerThread)); },
          {},
          event};
}
hipGraphNode wait_node(hipEvent_t event) {
  if (!is_event(event)) return {};
  return {hipGraphNodeTypeWaitEvent,
          [event](hipStream_t) { static_cast<void>(hipEventSynchronize(event)); },
          {},
          event};
}

hipError_t add(hipGraphNode_t* node, hipGraph_t graph, const hipGraphNode_t* after, size_t count,
               hipGraphNode made) {
  if (made.type == no_type) return report(hipErrorInvalidValue);
  return add_node(node, graph, after, count, std::move(made));
}

template <typename Parameters>
hipError_t give(hipGraphNode_t node, hipGraphNodeType type, Parameters* to) {
  const hipGraphNode_t known = known_node(node);
  if (!known || !to || known->type != type) return report(hipErrorInvalidValue);
  const auto* const parameters = std::get_if<Parameters>(&known->parameters);
  if (!parameters) return report(hipErrorInvalidValue);  // it was captured
  *to = *parameters;
  return hipSuccess;
}

hipError_t replace(hipGraphNode_t node, hipGraphNodeType type, hipGraphNode made) {
  const hipGraphNode_t known = known_node(node);
  if (!known || known->type != type || made.type == no_type) return report(hipErrorInvalidValue);
  known->work = std::move(made.work);
  known->parameters = std::move(made.parameters);
  return hipSuccess;
}

}  // namespace
}  // namespace hip_cpu

#define AFTER hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after, size_t count
#define ADD(...) hip_cpu::add(node, graph, after, count, __VA_ARGS__)

hipError_t hipGraphAddEmptyNode(AFTER) { return ADD({hipGraphNodeTypeEmpty, {}, {}}); }
hipError_t hipGraphAddKernelNode(AFTER, const hipKernelNodeParams* parameters) {
  if (!parameters) return report(hipErrorInvalidValue);
  if (!hip_cpu::find_kernel(parameters->func)) return report(hipErrorInvalidDeviceFunction);
  return ADD(hip_cpu::kernel_node(*parameters));
}
hipError_t hipGraphAddHostNode(AFTER, const hipHostNodeParams* parameters) {
  return parameters ? ADD(hip_cpu::host_node(*parameters)) : report(hipErrorInvalidValue);
}
hipError_t hipGraphAddMemsetNode(AFTER, const hipMemsetParams* parameters) {
  return parameters ? ADD(hip_cpu::memset_node(*parameters, __builtin_return_address(0)))
                    : report(hipErrorInvalidValue);
}
hipError_t hipGraphAddMemcpyNode(AFTER, const hipMemcpy3DParms* parameters) {
  return parameters ? ADD(hip_cpu::copy_node(*parameters)) : report(hipErrorInvalidValue);
}
hipError_t hipGraphAddMemcpyNode1D(AFTER, void* to, const void* from, size_t bytes,
                                   hipMemcpyKind kind) {
  return ADD(hip_cpu::copy_node({to, from, bytes, kind}, __builtin_return_address(0)));
}
hipError_t hipGraphAddEventRecordNode(AFTER, hipEvent_t event) {
  return ADD(hip_cpu::record_node(event));
}
hipError_t hipGraphAddEventWaitNode(AFTER, hipEvent_t event) {
  return ADD(hip_cpu::wait_node(event));
}
hipError_t hipGraphAddChildGraphNode(AFTER, hipGraph_t child) {
  if (!hip_cpu::graphs().contains(child) || child == graph) return report(hipErrorInvalidValue);
  const auto works = hip_cpu::in_order(*child);
  if (!works) return report(hipErrorInvalidValue);
  return ADD({hipGraphNodeTypeGraph,
              [works](hipStream_t stream) { hip_cpu::run(*works, stream); },
              {},
              child});
}

hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams* parameters) {
  return hip_cpu::give(node, hipGraphNodeTypeKernel, parameters);
}
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams* parameters) {
  if (!parameters) return report(hipErrorInvalidValue);
  return hip_cpu::replace(node, hipGraphNodeTypeKernel, hip_cpu::kernel_node(*parameters));
}
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams* parameters) {
  return hip_cpu::give(node, hipGraphNodeTypeHost, parameters);
}
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams* parameters) {
  if (!parameters) return report(hipErrorInvalidValue);
  return hip_cpu::replace(node, hipGraphNodeTypeHost, hip_cpu::host_node(*parameters));
}
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams* parameters) {
  return hip_cpu::give(node, hipGraphNodeTypeMemset, parameters);
}
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams* parameters) {
  if (!parameters) return report(hipErrorInvalidValue);
  return hip_cpu::replace(node, hipGraphNodeTypeMemset,
                          hip_cpu::memset_node(*parameters, __builtin_return_address(0)));
}
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms* parameters) {
  return hip_cpu::give(node, hipGraphNodeTypeMemcpy, parameters);
}
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms* parameters) {
  if (!parameters) return report(hipErrorInvalidValue);
  return hip_cpu::replace(node, hipGraphNodeTypeMemcpy, hip_cpu::copy_node(*parameters));
}
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void* to, const void* from,
                                         size_t bytes, hipMemcpyKind kind) {
  return hip_cpu::replace(node, hipGraphNodeTypeMemcpy1D,
                          hip_cpu::copy_node({to, from, bytes, kind}, __builtin_return_address(0)));
}
hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t* event) {
  return hip_cpu::give(node, hipGraphNodeTypeEventRecord, event);
}
hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return hip_cpu::replace(node, hipGraphNodeTypeEventRecord, hip_cpu::record_node(event));
}
hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t* event) {
  return hip_cpu::give(node, hipGraphNodeTypeWaitEvent, event);
}
hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return hip_cpu::replace(node, hipGraphNodeTypeWaitEvent, hip_cpu::wait_node(event));
}
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t* graph) {
  return hip_cpu::give(node, hipGraphNodeTypeGraph, graph);
}
