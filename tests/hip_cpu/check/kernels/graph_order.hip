// The order of a graph's nodes, added by hand or captured.
#include "tests/hip_cpu/check/case.hpp"

#define RUN_IN(stream, kernel, grid, block, ...) \
  hipLaunchKernelGGL(kernel, dim3 grid, dim3 block, 0, stream, __VA_ARGS__)

__global__ void set(int* memory) { memory[threadIdx.x] = 1; }   // [set]
__global__ void add(int* memory) { memory[threadIdx.x] += 2; }  // [add]

namespace {
hipStream_t new_stream() {
  hipStream_t stream = nullptr;
  static_cast<void>(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  return stream;
}
hipEvent_t recorded_in(hipStream_t stream) {
  hipEvent_t event = nullptr;
  static_cast<void>(hipEventCreate(&event));
  static_cast<void>(hipEventRecord(event, stream));
  return event;
}
hipGraphExec_t executable(hipGraph_t graph) {
  hipGraphExec_t made = nullptr;
  static_cast<void>(hipGraphInstantiate(&made, graph, nullptr, nullptr, 0));
  return made;
}
// A graph of one fill or copy after each other, in a stream that captures.
template <typename Work>
hipGraphExec_t captured(hipStream_t stream, const Work& work) {
  hipGraph_t graph = nullptr;
  static_cast<void>(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  work();
  static_cast<void>(hipStreamEndCapture(stream, &graph));
  return executable(graph);
}
void launch(hipGraphExec_t graph, hipStream_t stream = nullptr) {
  static_cast<void>(hipGraphLaunch(graph, stream));
}
}  // namespace

// case copies_without_an_edge
//   race memory [first] [second]
CASE(copies_without_an_edge) {
  int* const memory = scratch<int>("memory", 32);
  int* const from = zeros<int>("from", 32);
  hipGraph_t graph = nullptr;
  hipGraphNode_t a = nullptr, b = nullptr;
  static_cast<void>(hipGraphCreate(&graph, 0));
  const auto add_copy = hipGraphAddMemcpyNode1D;
  const auto kind = hipMemcpyDeviceToDevice;
  static_cast<void>(add_copy(&a, graph, nullptr, 0, memory, from, 128, kind));  // [first]
  static_cast<void>(add_copy(&b, graph, nullptr, 0, memory, from, 128, kind));  // [second]
  launch(executable(graph));
}

// case copies_with_an_edge
CASE(copies_with_an_edge) {
  int* const memory = scratch<int>("memory", 32);
  int* const from = zeros<int>("from", 32);
  hipGraph_t graph = nullptr;
  hipGraphNode_t a = nullptr, b = nullptr;
  static_cast<void>(hipGraphCreate(&graph, 0));
  static_cast<void>(
      hipGraphAddMemcpyNode1D(&a, graph, nullptr, 0, memory, from, 128, hipMemcpyDeviceToDevice));
  static_cast<void>(
      hipGraphAddMemcpyNode1D(&b, graph, &a, 1, memory, from, 128, hipMemcpyDeviceToDevice));
  const hipGraphExec_t made = executable(graph);
  launch(made);
  launch(made);
}

// case captured_fork_without_an_order
//   race memory [set] [add]
CASE(captured_fork_without_an_order) {
  int* const memory = zeros<int>("memory", 32);
  const hipStream_t stream = new_stream(), other = new_stream();
  launch(captured(stream, [&] {
    static_cast<void>(hipStreamWaitEvent(other, recorded_in(stream), 0));
    RUN_IN(stream, set, (1), (32), memory);
    RUN_IN(other, add, (1), (32), memory);
    static_cast<void>(hipStreamWaitEvent(stream, recorded_in(other), 0));
  }));
}

// case captured_fork_in_order
CASE(captured_fork_in_order) {
  int* const memory = zeros<int>("memory", 32);
  const hipStream_t stream = new_stream(), other = new_stream();
  launch(captured(stream, [&] {
    RUN_IN(stream, set, (1), (32), memory);
    static_cast<void>(hipStreamWaitEvent(other, recorded_in(stream), 0));
    RUN_IN(other, add, (1), (32), memory);
    static_cast<void>(hipStreamWaitEvent(stream, recorded_in(other), 0));
    RUN_IN(stream, set, (1), (32), memory);
  }));
}

// case captured_fork_that_is_not_joined
//   api-error - [end]
CASE(captured_fork_that_is_not_joined) {
  int* const memory = zeros<int>("memory", 32);
  const hipStream_t stream = new_stream(), other = new_stream();
  hipGraph_t graph = nullptr;
  static_cast<void>(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  static_cast<void>(hipStreamWaitEvent(other, recorded_in(stream), 0));
  RUN_IN(other, add, (1), (32), memory);
  static_cast<void>(hipStreamEndCapture(stream, &graph));  // [end]
}

// case captured_fill_beside_a_kernel
//   race memory [fill] [add]
CASE(captured_fill_beside_a_kernel) {
  int* const memory = zeros<int>("memory", 32);
  const hipStream_t stream = new_stream(), other = new_stream();
  launch(captured(stream, [&] {
    static_cast<void>(hipStreamWaitEvent(other, recorded_in(stream), 0));
    static_cast<void>(hipMemsetAsync(memory, 0, 128, stream));  // [fill]
    RUN_IN(other, add, (1), (32), memory);
    static_cast<void>(hipStreamWaitEvent(stream, recorded_in(other), 0));
  }));
}

// case graph_and_a_kernel_in_its_stream
CASE(graph_and_a_kernel_in_its_stream) {
  int* const memory = zeros<int>("memory", 32);
  static_cast<void>(hipDeviceSynchronize());
  const hipStream_t stream = new_stream();
  const hipGraphExec_t made = captured(stream, [&] { RUN_IN(stream, set, (1), (32), memory); });
  RUN_IN(stream, add, (1), (32), memory);
  launch(made, stream);
  RUN_IN(stream, add, (1), (32), memory);
  launch(made, stream);
}

// case graph_and_a_kernel_in_another_stream
//   race memory [set] [add]
CASE(graph_and_a_kernel_in_another_stream) {
  int* const memory = zeros<int>("memory", 32);
  static_cast<void>(hipDeviceSynchronize());
  const hipStream_t stream = new_stream();
  launch(captured(stream, [&] { RUN_IN(stream, set, (1), (32), memory); }), stream);
  RUN_IN(new_stream(), add, (1), (32), memory);
}

// case runs_of_a_graph_follow_each_other
CASE(runs_of_a_graph_follow_each_other) {
  int* const memory = zeros<int>("memory", 32);
  static_cast<void>(hipDeviceSynchronize());
  const hipStream_t stream = new_stream();
  const hipGraphExec_t made = captured(stream, [&] { RUN_IN(stream, set, (1), (32), memory); });
  launch(made, stream);
  launch(made, new_stream());
}
