// Launching a kernel: hipLaunchKernelGGL(kernel, grid, block, dynamic_shared_bytes, stream,
// arguments...).
//
// The loop over the threads of a block is compiled here, into the module with the kernel, and calls
// it statically: the compiler may inline it, and a kernel that never waits runs as a plain loop. A
// launch is complete when it returns; a refused one runs nothing and leaves its code for
// hipGetLastError.
#pragma once

#include <hip/hip_runtime_api.h>

#include <hip_cpu/builtins.hpp>
#include <tuple>

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(symbol) symbol
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

namespace hip_cpu {

struct LaunchRequest {
  const char* name;    // as the launch spells it
  const void* kernel;  // the kernel's address, its identity
  void (*run_threads)(const void* call);
  const void* call;  // the kernel with its arguments
  dim3 grid, block;
  size_t dynamic_shared_bytes;
  hipStream_t stream;
};

void launch(const LaunchRequest& request) HIP_CPU_ENTRY("hip_cpu_checked_launch");

// Calls run(call), which is a thread of the block, with the records that a checked kernel asks for.
void run_checked_thread(void (*run)(const void* call), const void* call);

// Takes the next pending thread's index as the built-in threadIdx. False when all threads have
// begun.
HIP_CPU_UNCHECKED inline bool begin_next_thread() {
  if (pending_threads.count == 0) return false;
  --pending_threads.count;
  threadIdx = pending_threads.next;
  if (++pending_threads.next.x == blockDim.x) {
    pending_threads.next.x = 0;
    if (++pending_threads.next.y == blockDim.y) {
      pending_threads.next.y = 0;
      ++pending_threads.next.z;
    }
  }
  return true;
}

template <typename Call>
void run_thread(const void* call) {
  (*static_cast<const Call*>(call))();
}

template <typename Call>
HIP_CPU_UNCHECKED void run_threads(const void* call) {
  while (begin_next_thread()) {
    if constexpr (HIP_CPU_CHECKED) {
      run_checked_thread(run_thread<Call>, call);
    } else {
      run_thread<Call>(call);
    }
  }
}

// A kernel's arguments, converted to its parameters' types as a call would, by a call.
template <typename... Parameters>
struct ArgumentsOf {
  std::tuple<Parameters...> operator()(Parameters... arguments) const {
    return std::tuple<Parameters...>(static_cast<Parameters&&>(arguments)...);
  }
};

template <typename... Parameters>
constexpr ArgumentsOf<Parameters...> arguments_of(void (*)(Parameters...)) {
  return {};
}

// Invoke is a lambda that calls the kernel; every thread gets copies of the arguments.
template <typename Invoke, typename... Parameters>
void launch(const char* name, void (*kernel)(Parameters...), const Invoke& invoke, dim3 grid,
            dim3 block, size_t dynamic_shared_bytes, hipStream_t stream,
            const std::tuple<Parameters...>& arguments) {
  const auto call = [&invoke, &arguments] { std::apply(invoke, arguments); };
  launch({name, reinterpret_cast<const void*>(kernel), run_threads<decltype(call)>, &call, grid,
          block, dynamic_shared_bytes, stream});
}

}  // namespace hip_cpu

// The second macro lets HIP_KERNEL_NAME(kernel<a, b>) be expanded before the commas are counted.
#define hipLaunchKernelGGL(kernel, ...) HIP_CPU_LAUNCH((kernel), #kernel, __VA_ARGS__)
#define HIP_CPU_LAUNCH(kernel, name, grid, block, dynamic_shared_bytes, stream, ...)      \
  ::hip_cpu::launch(                                                                      \
      name, kernel, [=](const auto&... arguments) { kernel(arguments...); }, grid, block, \
      dynamic_shared_bytes, stream, ::hip_cpu::arguments_of(kernel)(__VA_ARGS__))
