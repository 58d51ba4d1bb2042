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
#include <hippuzzle/launcher.hpp>
#include <hippuzzle/platform.hpp>

namespace hippuzzle {

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
