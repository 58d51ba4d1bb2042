// Launching a kernel that is a constant where it is launched: the same as hipLaunchKernelGGL, with
// less compile time. Code that depends on the kernel's parameters alone is compiled once for all
// kernels that share them.
#pragma once

#include <hip_cpu/launch.hpp>
#include <tuple>
#include <utility>

namespace hip_cpu {

// Every thread gets copies of the arguments.
template <auto kernel, typename... Parameters, size_t... index>
void call_static(const std::tuple<Parameters...>& arguments, std::index_sequence<index...>) {
  kernel(std::get<index>(arguments)...);
}

template <auto kernel, typename... Parameters>
void run_static_thread(const void* arguments) {
  call_static<kernel>(*static_cast<const std::tuple<Parameters...>*>(arguments),
                      std::index_sequence_for<Parameters...>());
}

template <auto kernel, typename... Parameters>
HIP_CPU_UNCHECKED void run_static_threads(const void* arguments) {
  while (begin_next_thread()) {
    if constexpr (HIP_CPU_CHECKED) {
      run_checked_thread(run_static_thread<kernel, Parameters...>, arguments);
    } else {
      run_static_thread<kernel, Parameters...>(arguments);
    }
  }
}

// A kernel without its arguments, for launches with its parameters' types.
template <typename... Parameters>
struct StaticKernel {
  const char* name;
  const void* address;
  void (*run_threads)(const void* arguments);
};

template <auto kernel, typename... Parameters>
constexpr StaticKernel<Parameters...> static_kernel(const char* name,
                                                    void (*address)(Parameters...)) {
  return {name, reinterpret_cast<const void*>(address), run_static_threads<kernel, Parameters...>};
}

template <typename... Parameters>
HIP_CPU_UNCHECKED void launch(const StaticKernel<Parameters...>& kernel, dim3 grid, dim3 block,
                              size_t dynamic_shared_bytes, hipStream_t stream,
                              const std::tuple<Parameters...>& arguments) {
  using Arguments = std::tuple<Parameters...>;
  launch({kernel.name, kernel.address, kernel.run_threads, &arguments, grid, block,
          dynamic_shared_bytes, stream, copy_call<Arguments>, destroy_call<Arguments>,
          sizeof(Arguments), alignof(Arguments)});
}

}  // namespace hip_cpu
