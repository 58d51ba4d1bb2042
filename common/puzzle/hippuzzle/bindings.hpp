// Binds the names of a puzzle's variants to kernels; included by its bindings.hip.
//
//   HIPPUZZLE_BINDINGS("p16", {"naive", hippuzzle::launch<naive_matmul>},
//                           {"tiled", hippuzzle::launch<tiled_matmul>});
//
// exports the module's entry and its ELF note. launch<kernel> reads the kernel's own signature:
// each pointer parameter takes the next buffer of the variant, each integer parameter the next
// extent. A variant that needs more than one launch gives a function of its own, int32_t(const
// hippuzzle_launch*).
#pragma once

#include <hip/hip_runtime.h>
#include <hippuzzle/kernels.h>

#include <cstdint>
#include <cstdio>  // printf in kernels
#include <hippuzzle/platform.hpp>
#include <type_traits>

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

template <auto kernel>
int32_t launch(const hippuzzle_launch* launch) {
  return Launcher<kernel>::launch(launch);
}

}  // namespace hippuzzle

#if HIPPUZZLE_DEVICE_PASS
// A GPU's compilation pass must see the kernels that are used, so that templates are instantiated,
// but must not emit a table of host functions.
#define HIPPUZZLE_BINDINGS(id_, ...)                             \
  [[maybe_unused]] static void hippuzzle_instantiate_kernels() { \
    const hippuzzle_kernel kernels[] = {__VA_ARGS__};            \
    (void)kernels;                                               \
  }                                                              \
  static_assert(true)
#else
#define HIPPUZZLE_BINDINGS(id_, ...)                                                        \
  static constexpr hippuzzle_kernel hippuzzle_bound_kernels[] = {__VA_ARGS__};              \
  HIPPUZZLE_NOTE(HIPPUZZLE_KIND_KERNELS, HIPPUZZLE_PLATFORM_NAME, id_);                     \
  extern "C" HIPPUZZLE_EXPORT const hippuzzle_kernels hippuzzle_kernels_entry = {           \
      HIPPUZZLE_ABI_VERSION,    sizeof(hippuzzle_kernels),                                  \
      sizeof(hippuzzle_kernel), sizeof(hippuzzle_bound_kernels) / sizeof(hippuzzle_kernel), \
      hippuzzle_bound_kernels,  id_,                                                        \
      HIPPUZZLE_PLATFORM_NAME}
#endif
