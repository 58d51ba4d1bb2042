// The calls whose form CUDA 12 and 13 changed, as ROCm's headers for NVIDIA write them: HIP 5 and 6
// in the old form, HIP 7 in either. With the headers of common/hip_nvidia every form compiles that
// this CUDA has or had, whichever of ROCm's headers are here. Nothing runs.
#include <hip/hip_runtime.h>

namespace {

struct Arguments {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphNode_t node, *nodes;
  const cudaGraphNode_t* constant_nodes;
  cudaStreamCaptureStatus status;
  unsigned long long id;
  size_t count, *counts;
  void *pointer, **pointers;
  cudaLaunchParams* launches;
  CUcontext context;
};

[[maybe_unused]] void old_forms(Arguments& a) {
#if CUDART_VERSION >= 13000
  hip_nvidia::DeviceProperties properties;
#else
  cudaDeviceProp properties;
#endif
  int device = 0;
  cudaGetDeviceProperties(&properties, device);
  properties.clockRate = properties.memoryClockRate;
  cudaChooseDevice(&device, &properties);
  cudaMemAdvise(a.pointer, a.count, cudaMemAdviseSetReadMostly, 0);
  cudaMemPrefetchAsync(a.pointer, a.count, cudaCpuDeviceId, a.stream);
  cuCtxCreate(&a.context, 0u, CUdevice{});
  cudaLaunchCooperativeKernelMultiDevice(a.launches, 1, 0u);
  cudaGraphAddDependencies(a.graph, a.nodes, a.nodes, a.count);
  cudaGraphRemoveDependencies(a.graph, a.nodes, a.nodes, a.count);
  cudaGraphGetEdges(a.graph, a.nodes, a.nodes, a.counts);
  cudaGraphNodeGetDependencies(a.node, a.nodes, a.counts);
  cudaGraphNodeGetDependentNodes(a.node, a.nodes, a.counts);
  cudaStreamGetCaptureInfo(a.stream, &a.status, &a.id);
  cudaStreamUpdateCaptureDependencies(a.stream, a.nodes, a.count, 0u);
  CUstreamCaptureStatus status;
  cuuint64_t id;
  cuStreamGetCaptureInfo_v2(a.stream, &status, &id, &a.graph, &a.constant_nodes, a.counts);
#if CUDART_VERSION >= 12030
  cudaMemLocation location{};
  cudaGraphNodeParams parameters{};
  cudaGraphEdgeData edges{};
  cudaMemAdvise_v2(a.pointer, a.count, cudaMemAdviseSetReadMostly, location);
  cudaMemPrefetchAsync_v2(a.pointer, a.count, location, 0u, a.stream);
  cudaGraphAddNode(&a.node, a.graph, a.nodes, a.count, &parameters);
  cudaGraphNodeGetDependentNodes_v2(a.node, a.nodes, &edges, a.counts);
#endif
#if CUDART_VERSION >= 12080
  cudaMemcpyAttributes attributes{};
  cudaMemcpy3DBatchOp copy{};
  size_t failed;
  cudaMemcpyBatchAsync(a.pointers, a.pointers, a.counts, a.count, &attributes, a.counts, a.count,
                       &failed, a.stream);
  cudaMemcpy3DBatchAsync(a.count, &copy, &failed, 0ull, a.stream);
#endif
}

#if CUDART_VERSION >= 13000
[[maybe_unused]] void new_forms(Arguments& a) {
  cudaDeviceProp properties;
  cudaMemLocation location{};
  CUctxCreateParams creation{};
  cudaGraphNodeParams parameters{};
  cudaMemcpyAttributes attributes{};
  cudaMemcpy3DBatchOp copy{};
  cudaGetDeviceProperties(&properties, 0);
  cudaMemAdvise(a.pointer, a.count, cudaMemAdviseSetReadMostly, location);
  cudaMemPrefetchAsync(a.pointer, a.count, location, 0, a.stream);
  cuCtxCreate(&a.context, &creation, 0u, CUdevice{});
  cudaGraphAddNode(&a.node, a.graph, a.nodes, NULL, a.count, &parameters);
  cudaGraphAddDependencies(a.graph, a.nodes, a.nodes, NULL, a.count);
  cudaGraphRemoveDependencies(a.graph, a.nodes, a.nodes, NULL, a.count);
  cudaGraphGetEdges(a.graph, a.nodes, a.nodes, NULL, a.counts);
  cudaGraphNodeGetDependencies(a.node, a.nodes, NULL, a.counts);
  cudaGraphNodeGetDependentNodes(a.node, a.nodes, NULL, a.counts);
  cudaStreamUpdateCaptureDependencies(a.stream, a.nodes, NULL, a.count, 0u);
  cudaMemcpyBatchAsync(a.pointers, const_cast<const void**>(a.pointers), a.counts, a.count,
                       &attributes, a.counts, a.count, a.stream);
  cudaMemcpy3DBatchAsync(a.count, &copy, 0ull, a.stream);
}
#endif

}  // namespace
