// A kernel's launch, with the parameters of its own signature: Launcher<kernel>::launch(launch).
#pragma once

#include <hip/hip_runtime.h>
#include <hippuzzle/kernels.h>

#include <cstdint>
#include <hippuzzle/platform.hpp>
#include <type_traits>

#if HIPPUZZLE_PLATFORM_CPU
#include <hip_cpu/static_launch.hpp>
#endif

namespace hippuzzle {

// Hands out a launch's buffers and extents in order, as a kernel's parameters ask for them.
class Arguments {
 public:
  explicit Arguments(const hippuzzle_launch& launch) : launch_(launch) {}

  template <class Parameter>
  Parameter next() {
    if constexpr (std::is_pointer_v<Parameter>) {
      return static_cast<Parameter>(launch_.buffers[buffer_++]);
    } else {
      static_assert(std::is_integral_v<Parameter>,
                    "a kernel's parameters are pointers (buffers) and integers (extents); launch "
                    "anything else from a function of your own");
      return static_cast<Parameter>(launch_.extents.n[extent_++]);
    }
  }

 private:
  const hippuzzle_launch& launch_;
  unsigned buffer_ = 0;
  unsigned extent_ = 0;
};

inline dim3 to_dim3(hippuzzle_dim3 d) { return dim3(d.x, d.y, d.z); }

inline hipStream_t stream_of(const hippuzzle_launch& launch) {
  return static_cast<hipStream_t>(launch.stream);
}

template <auto kernel>
struct Launcher;

#if HIPPUZZLE_PLATFORM_CPU

// A learner waits for the compiler after each save: the following code is compiled once for all
// kernels that share their parameters, and without checks.
template <class... Parameters>
HIP_CPU_UNCHECKED int32_t enqueue(const hip_cpu::StaticKernel<Parameters...>& kernel,
                                  const hippuzzle_launch& launch) {
  const hippuzzle_launch_configuration& c = launch.configuration;
  Arguments arguments(launch);
  // Braces fix the order of evaluation: parameters take their buffers from left to right.
  hip_cpu::launch(kernel, to_dim3(c.grid), to_dim3(c.block), c.shared_bytes, stream_of(launch),
                  std::tuple<Parameters...>{arguments.next<Parameters>()...});
  return static_cast<int32_t>(hipGetLastError());
}

template <class... Parameters, void (*kernel)(Parameters...)>
struct Launcher<kernel> {
  static int32_t launch(const hippuzzle_launch* launch) {
    return enqueue(hip_cpu::static_kernel<kernel>("kernel", kernel), *launch);
  }
};

#else

template <class... Parameters, void (*kernel)(Parameters...)>
struct Launcher<kernel> {
  static int32_t launch(const hippuzzle_launch* launch) {
    Arguments arguments(*launch);
    // Braces fix the order of evaluation: parameters take their buffers from left to right.
    return Enqueue{*launch, arguments.next<Parameters>()...}.error;
  }

 private:
  struct Enqueue {
    int32_t error;
    Enqueue(const hippuzzle_launch& launch, Parameters... parameters) {
      const hippuzzle_launch_configuration& c = launch.configuration;
      hipLaunchKernelGGL(kernel, to_dim3(c.grid), to_dim3(c.block), c.shared_bytes,
                         stream_of(launch), parameters...);
      error = static_cast<int32_t>(hipGetLastError());
    }
  };
};

#endif

}  // namespace hippuzzle
