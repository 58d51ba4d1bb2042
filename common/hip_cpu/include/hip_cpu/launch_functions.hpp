// Launches by functions: a kernel by its pointer and its arguments by their addresses. The
// pointer's type specifies how to read them, or the record of the kernel that hippuzzle cc has
// registered.
#pragma once

#include <hip_cpu/launch.hpp>
#include <hip_cpu/registered_kernels.hpp>
#include <utility>

namespace hip_cpu {

template <typename... Parameters, size_t... index>
void launch_at(void (*kernel)(Parameters...), const LaunchRequest& where, void** arguments,
               void (*start)(const LaunchRequest&), std::index_sequence<index...>) {
  with_call(
      where, [kernel](const auto&... values) { kernel(values...); },
      std::tuple<Parameters...>(
          *static_cast<std::remove_cv_t<std::remove_reference_t<Parameters>>*>(
              arguments[index])...),
      start);
}

// The kernel with arguments at these addresses, by `start`: launch, or launch_cooperatively.
template <typename... Parameters>
hipError_t launch_by_pointer(void (*kernel)(Parameters...), LaunchRequest where, void** arguments,
                             void (*start)(const LaunchRequest&)) {
  if (!kernel) return report(hipErrorInvalidDeviceFunction);
  if (sizeof...(Parameters) != 0 && !arguments) return report(hipErrorInvalidValue);
  where.name = "kernel";
  where.kernel = reinterpret_cast<const void*>(kernel);
  const hipError_t before = hipGetLastError();
  launch_at(kernel, where, arguments, start, std::index_sequence_for<Parameters...>());
  const hipError_t error = hipPeekAtLastError();
  if (error == hipSuccess) static_cast<void>(report(before));
  return error;
}

inline LaunchRequest configuration(dim3 grid, dim3 block, size_t dynamic_shared_bytes,
                                   hipStream_t stream) {
  LaunchRequest where{};
  where.grid = grid;
  where.block = block;
  where.dynamic_shared_bytes = dynamic_shared_bytes;
  where.stream = stream;
  return where;
}

}  // namespace hip_cpu

template <typename... Parameters>
HIP_CPU_HANDS_ON hipError_t hipLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                            void** arguments, size_t dynamic_shared_bytes = 0,
                                            hipStream_t stream = nullptr) {
  return hip_cpu::launch_by_pointer(
      kernel, hip_cpu::configuration(grid, block, dynamic_shared_bytes, stream), arguments,
      hip_cpu::launch);
}

template <typename... Parameters>
HIP_CPU_HANDS_ON hipError_t hipLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid,
                                                       dim3 block, void** arguments,
                                                       unsigned dynamic_shared_bytes = 0,
                                                       hipStream_t stream = nullptr) {
  return hip_cpu::launch_by_pointer(
      kernel, hip_cpu::configuration(grid, block, dynamic_shared_bytes, stream), arguments,
      hip_cpu::launch_cooperatively);
}

// Launches a kernel by its address alone. The kernel must not be a template, and hippuzzle cc must
// have compiled its source.
inline hipError_t hipLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                  size_t dynamic_shared_bytes = 0, hipStream_t stream = nullptr) {
  return hip_cpu::launch_registered(
      kernel, hip_cpu::configuration(grid, block, dynamic_shared_bytes, stream), arguments);
}
inline hipError_t hipLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block,
                                             void** arguments, unsigned dynamic_shared_bytes = 0,
                                             hipStream_t stream = nullptr) {
  return hip_cpu::launch_registered(
      kernel, hip_cpu::configuration(grid, block, dynamic_shared_bytes, stream), arguments,
      hip_cpu::launch_cooperatively);
}
// Launches between two events.
inline hipError_t hipExtLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                     size_t dynamic_shared_bytes, hipStream_t stream,
                                     hipEvent_t start, hipEvent_t stop, int) {
  if (start)
    if (const hipError_t error = hipEventRecord(start, stream)) return error;
  if (const hipError_t error =
          hipLaunchKernel(kernel, grid, block, arguments, dynamic_shared_bytes, stream))
    return error;
  return stop ? hipEventRecord(stop, stream) : hipSuccess;
}
