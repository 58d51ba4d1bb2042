// ROCm's <hip/hip_runtime_api.h> for NVIDIA, fixed for newer CUDA toolkits than it was written for.
//
// CUDA 12 removed texture references; CUDA 13 removed fields of cudaDeviceProp, multi-device
// launches and names that end in _v2, and gave other functions new parameters. ROCm's inline
// wrappers use the old forms (HIP 5, 6 and the first of 7), so this header supplies those as
// overloads before it includes ROCm's. Functions that CUDA no longer has return
// cudaErrorNotSupported, which HIP's callers see as hipErrorNotSupported. Overloads leave the new
// forms as they are, so headers that use them (later ones of HIP 7) compile too.
#pragma once

#ifndef __HIP_PLATFORM_NVIDIA__
#define __HIP_PLATFORM_NVIDIA__
#endif

#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#include <stdint.h>

#if CUDART_VERSION >= 12000
namespace hip_nvidia {
template <typename T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct TextureReference {};
}  // namespace hip_nvidia

#define HIP_NVIDIA_REMOVED(name)            \
  template <typename... Arguments>          \
  inline cudaError_t name(Arguments&&...) { \
    return cudaErrorNotSupported;           \
  }
HIP_NVIDIA_REMOVED(cudaBindTexture)
HIP_NVIDIA_REMOVED(cudaBindTexture2D)
HIP_NVIDIA_REMOVED(cudaBindTextureToArray)
HIP_NVIDIA_REMOVED(cudaUnbindTexture)
HIP_NVIDIA_REMOVED(cudaGetTextureAlignmentOffset)
#if CUDART_VERSION >= 13000
HIP_NVIDIA_REMOVED(cudaLaunchCooperativeKernelMultiDevice)
#endif
#undef HIP_NVIDIA_REMOVED
#endif

#if CUDART_VERSION >= 13000
namespace hip_nvidia {

// cudaDeviceProp with the fields that CUDA 13 removed; it still reports their values as attributes.
struct DeviceProperties : cudaDeviceProp {
  int clockRate, memoryClockRate, computeMode, kernelExecTimeoutEnabled, deviceOverlap,
      maxTexture1DLinear, singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch;
};

inline cudaMemLocation location_of(int device) {
  cudaMemLocation location{};
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}

}  // namespace hip_nvidia

constexpr cudaDeviceAttr cudaDevAttrCooperativeMultiDeviceLaunch = static_cast<cudaDeviceAttr>(96);

inline cudaError_t cudaGetDeviceProperties(hip_nvidia::DeviceProperties* properties, int device) {
  *properties = {};
  cudaError_t error = cudaGetDeviceProperties(static_cast<cudaDeviceProp*>(properties), device);
  const auto ask = [&](int* value, cudaDeviceAttr attribute) {
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(value, attribute, device);
  };
  ask(&properties->clockRate, cudaDevAttrClockRate);
  ask(&properties->memoryClockRate, cudaDevAttrMemoryClockRate);
  ask(&properties->computeMode, cudaDevAttrComputeMode);
  ask(&properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout);
  ask(&properties->deviceOverlap, cudaDevAttrGpuOverlap);
  ask(&properties->maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth);
  ask(&properties->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio);
  return error;
}

inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                                 int device) {
  return cudaMemAdvise(pointer, bytes, advice, hip_nvidia::location_of(device));
}
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                        cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, bytes, hip_nvidia::location_of(device), 0, stream);
}
inline cudaError_t cudaMemAdvise_v2(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                                    cudaMemLocation location) {
  return cudaMemAdvise(pointer, bytes, advice, location);
}
inline cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, size_t bytes,
                                           cudaMemLocation location, unsigned int flags,
                                           cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, bytes, location, flags, stream);
}
// CUDA 13 does not report which copy of a batch failed: SIZE_MAX, CUDA 12's value for none of them.
inline cudaError_t cudaMemcpyBatchAsync(void** to, void** from, size_t* bytes, size_t count,
                                        cudaMemcpyAttributes* attributes, size_t* first_copies,
                                        size_t attribute_count, size_t* failed,
                                        cudaStream_t stream) {
  if (failed != nullptr) *failed = SIZE_MAX;
  return cudaMemcpyBatchAsync(to, from, bytes, count, attributes, first_copies, attribute_count,
                              stream);
}
inline cudaError_t cudaMemcpy3DBatchAsync(size_t count, cudaMemcpy3DBatchOp* copies, size_t* failed,
                                          unsigned long long flags, cudaStream_t stream) {
  if (failed != nullptr) *failed = SIZE_MAX;
  return cudaMemcpy3DBatchAsync(count, copies, flags, stream);
}
// cuda.h makes cuCtxCreate a macro for this name.
inline CUresult cuCtxCreate_v4(CUcontext* context, unsigned int flags, CUdevice device) {
  return cuCtxCreate_v4(context, nullptr, flags, device);
}
inline cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, size_t count,
                                    cudaGraphNodeParams* parameters) {
  return cudaGraphAddNode(node, graph, dependencies, nullptr, count, parameters);
}
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                            const cudaGraphNode_t* to, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                               const cudaGraphNode_t* to, size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                     size_t* count) {
  return cudaGraphGetEdges(graph, from, to, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                size_t* count) {
  return cudaGraphNodeGetDependencies(node, nodes, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                  size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, nullptr, count);
}
inline cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                     cudaGraphEdgeData* edges, size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, edges, count);
}
inline cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                               unsigned long long* id, cudaGraph_t* graph,
                                               const cudaGraphNode_t** nodes, size_t* count) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, nullptr, count);
}
inline CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus* status,
                                          cuuint64_t* id, CUgraph* graph, const CUgraphNode** nodes,
                                          size_t* count) {
  return cuStreamGetCaptureInfo(stream, status, id, graph, nodes, nullptr, count);
}
inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                       size_t count, unsigned int flags) {
  return cudaStreamUpdateCaptureDependencies(stream, nodes, nullptr, count, flags);
}

#define cudaDeviceProp hip_nvidia::DeviceProperties
#endif
#if CUDART_VERSION >= 12000
#define texture hip_nvidia::TextureReference
#endif

#include_next <hip/hip_runtime_api.h>

#undef texture
#undef cudaDeviceProp
