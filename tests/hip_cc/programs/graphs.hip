// Graphs: captured streams, nodes put together by hand, and the refusals of each.
#include <hip/hip_runtime.h>

#include <vector>

#include "expect.h"

__global__ void add(int* to, int count, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] += value;
}
namespace inner {
__global__ void __launch_bounds__(64) multiply(int* to, int by) { to[threadIdx.x] *= by; }
}  // namespace inner

static void count_calls(void* calls) { ++*static_cast<int*>(calls); }

static void captures() {
  hipStream_t stream, other;
  hipEvent_t fork, join;
  EXPECT_OK(hipStreamCreate(&stream));
  EXPECT_OK(hipStreamCreate(&other));
  EXPECT_OK(hipEventCreate(&fork));
  EXPECT_OK(hipEventCreate(&join));
  int* a = to_device(std::vector<int>(100, 1));
  int* b = to_device(std::vector<int>(100, 1));
  hipStreamCaptureStatus status;
  EXPECT_OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  EXPECT(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal) == hipErrorIllegalState);
  EXPECT_OK(hipStreamIsCapturing(stream, &status));
  EXPECT(status == hipStreamCaptureStatusActive);
  add<<<1, 100, 0, stream>>>(a, 100, 2);
  EXPECT_OK(hipEventRecord(fork, stream));
  EXPECT_OK(hipStreamWaitEvent(other, fork, 0));
  EXPECT_OK(hipMemsetAsync(b, 0, 400, other));
  EXPECT_OK(hipEventRecord(join, other));
  EXPECT_OK(hipStreamWaitEvent(stream, join, 0));
  EXPECT_OK(hipMemcpyAsync(b, a, 200, hipMemcpyDeviceToDevice, stream));
  hipGraph_t graph;
  EXPECT(hipStreamEndCapture(other, &graph) == hipErrorStreamCaptureUnmatched);
  EXPECT_OK(hipStreamEndCapture(stream, &graph));
  EXPECT(to_host(a, 100)[0] == 1);  // nothing has run
  size_t nodes = 0, edges = 0;
  EXPECT_OK(hipGraphGetNodes(graph, nullptr, &nodes));
  EXPECT_OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
  EXPECT(nodes == 3 && edges == 3);
  hipGraphExec_t exec;
  EXPECT_OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  EXPECT_OK(hipGraphDestroy(graph));
  for (int i = 0; i < 3; ++i) EXPECT_OK(hipGraphLaunch(exec, stream));
  EXPECT_OK(hipStreamSynchronize(stream));
  EXPECT(to_host(a, 100)[99] == 7);
  EXPECT(to_host(b, 100)[49] == 7 && to_host(b, 100)[50] == 0);
  EXPECT_OK(hipGraphExecDestroy(exec));
  EXPECT(hipGraphLaunch(exec, stream) == hipErrorInvalidValue);

  EXPECT_OK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  EXPECT(hipStreamSynchronize(stream) == hipErrorStreamCaptureUnsupported);
  EXPECT_OK(hipStreamIsCapturing(stream, &status));
  EXPECT(status == hipStreamCaptureStatusInvalidated);
  EXPECT(hipStreamEndCapture(stream, &graph) == hipErrorStreamCaptureInvalidated && !graph);
  EXPECT_OK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  EXPECT_OK(hipEventRecord(fork, stream));
  EXPECT_OK(hipStreamWaitEvent(other, fork, 0));
  EXPECT_OK(hipMemsetAsync(b, 0, 400, other));
  EXPECT(hipStreamEndCapture(stream, &graph) == hipErrorStreamCaptureUnjoined);
  EXPECT_OK(hipStreamIsCapturing(stream, &status));
  EXPECT(status == hipStreamCaptureStatusNone);
  EXPECT(hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal) ==
         hipErrorStreamCaptureUnsupported);
  EXPECT(hipStreamEndCapture(stream, &graph) == hipErrorIllegalState);
}

static void nodes() {
  int* a = on_device<int>(64);
  int* b = on_device<int>(64);
  std::vector<int> result(64);
  int calls = 0, by = 3;
  hipGraph_t graph;
  hipGraphNode_t fill, multiply, copy, call, empty, back;
  EXPECT_OK(hipGraphCreate(&graph, 0));
  hipMemsetParams filled = {a, 4, 1, 0, 5, 64};
  EXPECT_OK(hipGraphAddMemsetNode(&fill, graph, nullptr, 0, &filled));
  void* arguments[] = {&a, &by};
  hipKernelNodeParams kernel = {dim3(64), nullptr,   reinterpret_cast<void*>(inner::multiply),
                                dim3(1),  arguments, 0};
  EXPECT_OK(hipGraphAddKernelNode(&multiply, graph, &fill, 1, &kernel));
  by = 100;  // the node has its own
  EXPECT_OK(hipGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, b, a, 256, hipMemcpyDeviceToDevice));
  EXPECT_OK(hipGraphAddDependencies(graph, &multiply, &copy, 1));
  EXPECT(hipGraphAddDependencies(graph, &multiply, &copy, 1) == hipErrorInvalidValue);
  hipHostNodeParams host = {count_calls, &calls};
  EXPECT_OK(hipGraphAddHostNode(&call, graph, nullptr, 0, &host));
  const hipGraphNode_t both[] = {copy, call};
  EXPECT_OK(hipGraphAddEmptyNode(&empty, graph, both, 2));
  EXPECT_OK(hipGraphAddMemcpyNode1D(&back, graph, &empty, 1, result.data(), b, 256,
                                    hipMemcpyDeviceToHost));
  hipGraphNodeType type;
  EXPECT_OK(hipGraphNodeGetType(multiply, &type));
  EXPECT(type == hipGraphNodeTypeKernel);
  hipGraphNode_t found[4];
  size_t count = 4;
  EXPECT_OK(hipGraphGetRootNodes(graph, found, &count));
  EXPECT(count == 2 && found[0] == fill && found[1] == call);
  count = 4;
  EXPECT_OK(hipGraphNodeGetDependencies(empty, found, &count));
  EXPECT(count == 2 && found[0] == copy && found[1] == call);
  count = 4;
  EXPECT_OK(hipGraphNodeGetDependentNodes(multiply, found, &count));
  EXPECT(count == 1 && found[0] == copy);

  hipGraphExec_t exec;
  EXPECT_OK(hipGraphInstantiateWithFlags(&exec, graph, 0));
  EXPECT_OK(hipGraphLaunch(exec, nullptr));
  EXPECT_OK(hipDeviceSynchronize());
  EXPECT(result[0] == 15 && result[63] == 15 && calls == 1);

  // Changes affect graphs that are instantiated later.
  filled.value = 2;
  EXPECT_OK(hipGraphMemsetNodeSetParams(fill, &filled));
  hipGraph_t clone, whole;
  hipGraphNode_t child;
  EXPECT_OK(hipGraphClone(&clone, graph));
  EXPECT_OK(hipGraphCreate(&whole, 0));
  EXPECT_OK(hipGraphAddChildGraphNode(&child, whole, nullptr, 0, clone));
  EXPECT_OK(hipGraphDestroy(clone));
  EXPECT_OK(hipGraphLaunch(exec, nullptr));
  EXPECT(result[0] == 15);
  EXPECT_OK(hipGraphExecDestroy(exec));
  EXPECT_OK(hipGraphInstantiate(&exec, whole, nullptr, nullptr, 0));
  EXPECT_OK(hipGraphLaunch(exec, nullptr));
  EXPECT(result[0] == 6 && calls == 3);
  hipHostNodeParams asked = {};
  EXPECT_OK(hipGraphHostNodeGetParams(call, &asked));
  EXPECT(asked.fn == count_calls && asked.userData == &calls);
  EXPECT(hipGraphHostNodeGetParams(fill, &asked) == hipErrorInvalidValue);

  // In a circle nothing can be first.
  EXPECT_OK(hipGraphAddDependencies(graph, &back, &fill, 1));
  EXPECT(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0) == hipErrorInvalidValue);
  EXPECT_OK(hipGraphRemoveDependencies(graph, &back, &fill, 1));
  EXPECT_OK(hipGraphDestroyNode(back));
  EXPECT(hipGraphDestroyNode(back) == hipErrorInvalidValue);
  kernel.func = reinterpret_cast<void*>(count_calls);
  EXPECT(hipGraphAddKernelNode(&back, graph, nullptr, 0, &kernel) == hipErrorInvalidDeviceFunction);
  EXPECT_OK(hipGraphDestroy(graph));
  EXPECT(hipGraphDestroy(graph) == hipErrorInvalidValue);
  static_cast<void>(hipGetLastError());
}

int main() {
  captures();
  nodes();
  return failures;
}
