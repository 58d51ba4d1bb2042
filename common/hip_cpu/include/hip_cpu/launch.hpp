// Launching a kernel: hipLaunchKernelGGL(kernel, grid, block, dynamic_shared_bytes, stream,
// arguments...).
//
// The loop over the threads of a block is compiled here, into the module with the kernel, and calls
// it statically: the compiler may inline it, and a kernel that never waits runs as a plain loop. A
// launch into a stream that works concurrently with the host runs later, from a copy of its
// arguments; any other is complete when it returns. A refused one runs nothing and leaves its code
// for hipGetLastError.
#pragma once

#include <hip/hip_runtime_api.h>

#include <hip_cpu/builtins.hpp>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

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
  // copy_call makes such a call in memory of call_bytes bytes, for a launch that runs later;
  // destroy_call ends it. copy_call is null if the arguments cannot be copied.
  void (*copy_call)(void* to, const void* call);
  void (*destroy_call)(const void* call);
  size_t call_bytes, call_alignment;
};

void launch(const LaunchRequest& request) HIP_CPU_ENTRY("hip_cpu_checked_launch");

// The same with all blocks at once, so that they may wait for each other.
void launch_cooperatively(const LaunchRequest& request)
    HIP_CPU_ENTRY("hip_cpu_checked_cooperative_launch");

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

// A kernel with its arguments. Invoke is a lambda that calls the kernel; every thread gets copies
// of the arguments.
template <typename Invoke, typename... Parameters>
struct KernelCall {
  Invoke invoke;
  std::tuple<Parameters...> arguments;

  void operator()() const { std::apply(invoke, arguments); }
};

// The memory is the runtime's, so that a module with nothing but kernels needs no allocator.
template <typename Call>
HIP_CPU_UNCHECKED void copy_call(void* to, const void* call) {
  new (to) Call(*static_cast<const Call*>(call));
}

template <typename Call>
HIP_CPU_UNCHECKED void destroy_call(const void* call) {
  static_cast<const Call*>(call)->~Call();
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

// The address of a kernel whose type follows from its name. With the first parameter a template can
// test whether the call compiles.
template <typename... Parameters>
constexpr auto address_of(int, void (*kernel)(Parameters...)) {
  return kernel;
}

// use(request) for the kernel with these arguments.
template <typename Invoke, typename Use, typename... Parameters>
void with_call(LaunchRequest request, const Invoke& invoke, std::tuple<Parameters...> arguments,
               const Use& use) {
  using Call = KernelCall<Invoke, Parameters...>;
  const Call call{invoke, std::move(arguments)};
  request.run_threads = run_threads<Call>;
  request.call = &call;
  if constexpr (std::is_copy_constructible_v<Call>) {
    request.call_bytes = sizeof(Call);
    request.call_alignment = alignof(Call);
    request.copy_call = copy_call<Call>;
    request.destroy_call = destroy_call<Call>;
  }
  if (!request.kernel) request.kernel = reinterpret_cast<const void*>(request.run_threads);
  use(request);
}

template <typename Invoke, typename... Parameters>
void launch(const LaunchRequest& request, const Invoke& invoke,
            std::tuple<Parameters...> arguments) {
  with_call(request, invoke, std::move(arguments), [](const LaunchRequest& made) { launch(made); });
}

// A launch without its arguments. Address is void if the kernel's address does not give its
// parameters: for an overloaded kernel, a template whose arguments follow from the call, a lambda.
template <typename Invoke, typename Address>
struct ConfiguredKernel {
  Invoke invoke;
  LaunchRequest request;

  template <typename... Arguments>
  void operator()(const Arguments&... arguments) const {
    launch(request, invoke, std::tuple<std::decay_t<const Arguments&>...>(arguments...));
  }
};

// Arguments are converted to the parameters' types as a call would, by a call.
template <typename Invoke, typename... Parameters>
struct ConfiguredKernel<Invoke, void (*)(Parameters...)> {
  Invoke invoke;
  LaunchRequest request;

  void operator()(Parameters... arguments) const {
    launch(request, invoke, std::tuple<Parameters...>(static_cast<Parameters&&>(arguments)...));
  }

  // The kernel has values of its own for the last parameters.
  template <typename... Arguments>
  std::enable_if_t<(sizeof...(Arguments) < sizeof...(Parameters))> operator()(
      const Arguments&... arguments) const {
    launch(request, invoke, std::tuple<std::decay_t<const Arguments&>...>(arguments...));
  }
};

template <typename Invoke, typename Address>
struct NamedKernel {
  const char* name;
  const void* kernel;
  Invoke invoke;

  [[nodiscard]] ConfiguredKernel<Invoke, Address> configure(dim3 grid, dim3 block,
                                                            size_t dynamic_shared_bytes = 0,
                                                            hipStream_t stream = nullptr) const {
    return {invoke,
            {name, kernel, nullptr, nullptr, grid, block, dynamic_shared_bytes, stream, nullptr,
             nullptr, 0, 0}};
  }
};

// find_address(0) is address_of() the kernel if it has one.
template <typename FindAddress, typename Invoke>
auto named_kernel(const char* name, const FindAddress& find_address, const Invoke& invoke) {
  if constexpr (std::is_invocable_v<const FindAddress&, int>) {
    const auto kernel = find_address(0);
    return NamedKernel<Invoke, std::remove_const_t<decltype(kernel)>>{
        name, reinterpret_cast<const void*>(kernel), invoke};
  } else {
    return NamedKernel<Invoke, void>{name, nullptr, invoke};
  }
}

}  // namespace hip_cpu

// The second macro lets HIP_KERNEL_NAME(kernel<a, b>) be expanded before the commas are counted.
#define hipLaunchKernelGGL(kernel, ...) HIP_CPU_LAUNCH((kernel), #kernel, __VA_ARGS__)
#define HIP_CPU_LAUNCH(kernel, name, grid, block, dynamic_shared_bytes, stream, ...) \
  HIP_CPU_NAMED_KERNEL(name, kernel)                                                 \
      .configure(grid, block, dynamic_shared_bytes, stream)(__VA_ARGS__)
