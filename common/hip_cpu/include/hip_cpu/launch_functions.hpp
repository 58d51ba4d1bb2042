// Launches by functions: a kernel by its pointer and its arguments by their addresses. The
// pointer's type says how to read them, or what hippuzzle cc has registered of the kernel.
#pragma once

#include <hip_cpu/launch.hpp>
#include <hip_cpu/registered_kernels.hpp>
#include <utility>

namespace hip_cpu {

template <typename... Parameters, size_t... index>
void launch_at(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
               size_t dynamic_shared_bytes, hipStream_t stream, std::index_sequence<index...>) {
  HIP_CPU_NAMED_KERNEL("kernel", kernel)
      .configure(grid, block, dynamic_shared_bytes,
                 stream)(*static_cast<std::remove_cv_t<std::remove_reference_t<Parameters>>*>(
          arguments[index])...);
}

}  // namespace hip_cpu

template <typename... Parameters>
hipError_t hipLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                           size_t dynamic_shared_bytes = 0, hipStream_t stream = nullptr) {
  if (!kernel) return hip_cpu::report(hipErrorInvalidDeviceFunction);
  if (sizeof...(Parameters) != 0 && !arguments) return hip_cpu::report(hipErrorInvalidValue);
  const hipError_t before = hipGetLastError();
  hip_cpu::launch_at(kernel, grid, block, arguments, dynamic_shared_bytes, stream,
                     std::index_sequence_for<Parameters...>());
  const hipError_t error = hipPeekAtLastError();
  if (error == hipSuccess) static_cast<void>(hip_cpu::report(before));
  return error;
}

// Blocks do not wait for each other here, so a grid that may is one of a single block.
template <typename... Parameters>
hipError_t hipLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                      void** arguments, unsigned dynamic_shared_bytes = 0,
                                      hipStream_t stream = nullptr) {
  if (grid.x != 1 || grid.y != 1 || grid.z != 1)
    return hip_cpu::report(hipErrorCooperativeLaunchTooLarge);
  return hipLaunchKernel(kernel, grid, block, arguments, dynamic_shared_bytes, stream);
}

// A kernel by its address alone: of one that is no template, in a source that hippuzzle cc
// compiles.
inline hipError_t hipLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                  size_t dynamic_shared_bytes = 0, hipStream_t stream = nullptr) {
  hip_cpu::LaunchRequest where{};
  where.grid = grid;
  where.block = block;
  where.dynamic_shared_bytes = dynamic_shared_bytes;
  where.stream = stream;
  return hip_cpu::launch_registered(kernel, where, arguments);
}
inline hipError_t hipLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block,
                                             void** arguments, unsigned dynamic_shared_bytes = 0,
                                             hipStream_t stream = nullptr) {
  if (grid.x != 1 || grid.y != 1 || grid.z != 1)
    return hip_cpu::report(hipErrorCooperativeLaunchTooLarge);
  return hipLaunchKernel(kernel, grid, block, arguments, dynamic_shared_bytes, stream);
}
// With events before and behind.
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
