// Properties of a device that the platforms report differently: its architecture, its driver, its
// capabilities, the toolkit that the runtime was built with, and what checks kernels. The rest of
// the device runtime does not know its platform.
#pragma once

#include <hip/hip_runtime.h>
#include <hip/hip_version.h>

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <hippuzzle/platform.hpp>
#include <string_view>

#if HIPPUZZLE_PLATFORM_CPU
#include <hip_cpu/config.h>
#define HIPPUZZLE_CHECKER "libhippuzzle_hip_cpu_check.so"
#else
#define HIPPUZZLE_CHECKER nullptr
#endif

#define HIPPUZZLE_STRING_(x) #x
#define HIPPUZZLE_STRING(x) HIPPUZZLE_STRING_(x)
#define HIPPUZZLE_HIP_VERSION \
  "HIP " HIPPUZZLE_STRING(HIP_VERSION_MAJOR) "." HIPPUZZLE_STRING(HIP_VERSION_MINOR)

#if HIPPUZZLE_PLATFORM_NVIDIA
#define HIPPUZZLE_TOOLKIT                                                                        \
  HIPPUZZLE_HIP_VERSION " on CUDA " HIPPUZZLE_STRING(__CUDACC_VER_MAJOR__) "." HIPPUZZLE_STRING( \
      __CUDACC_VER_MINOR__)
#elif HIPPUZZLE_PLATFORM_AMD
#define HIPPUZZLE_TOOLKIT HIPPUZZLE_HIP_VERSION " on ROCm"
#else
#define HIPPUZZLE_TOOLKIT "HIP for the CPU, g++ " __VERSION__
#endif

namespace hippuzzle {

// The meaning of an error; for a refused launch, its configuration if that is known.
inline const char* text_of_error(hipError_t error) {
#if HIPPUZZLE_PLATFORM_CPU
  if (const char* refusal = hip_cpu_refusal(error); *refusal != '\0') return refusal;
#endif
  return hipGetErrorString(error);
}

// Whether a launch returns before the kernel has run, so that the stream can be blocked.
inline constexpr bool launches_are_queued = !HIPPUZZLE_PLATFORM_CPU;

// Sets the number of simulated devices from now on, no more than four, unless the user said how
// many.
inline void offer_devices([[maybe_unused]] int count) {
#if HIPPUZZLE_PLATFORM_CPU
  hip_cpu_offer_device_count(std::min(count, 4));
#endif
}

// As hippuzzle_device_runtime has it: null where the hardware decides.
#if HIPPUZZLE_PLATFORM_CPU
inline int32_t set_warp_size(int32_t lanes) {
  return hip_cpu_set_warp_size(lanes) != 0 ? hipSuccess : hipErrorInvalidValue;
}
#else
inline constexpr int32_t (*set_warp_size)(int32_t) = nullptr;
#endif

#if HIPPUZZLE_PLATFORM_CPU
// The last cache that a core fills. On AMD's processors sysconf() adds up the caches of all core
// complexes, and a core fills its own complex's alone, of 96 MiB at most.
inline size_t last_level_cache() {
  const auto bytes = static_cast<size_t>(std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), 0L));
#if defined(__x86_64__)
  if (__builtin_cpu_is("amd")) return std::min(bytes, size_t{96} << 20);
#endif
  return bytes;
}
#endif

// The amount of memory that leaves nothing else in any cache between the multiprocessors and the
// device's own memory.
inline size_t bytes_beyond_caches(const hipDeviceProp_t& p) {
  size_t cache = p.l2CacheSize > 0 ? static_cast<size_t>(p.l2CacheSize) : 0;
#if HIPPUZZLE_PLATFORM_AMD
  cache += size_t{256} << 20;  // MI300's Infinity Cache, which HIP's properties leave out
#elif HIPPUZZLE_PLATFORM_CPU
  cache = std::max(cache, last_level_cache());
#endif
  return 2 * std::clamp(cache, size_t{8} << 20, size_t{512} << 20);
}

// "sm_90" on NVIDIA, "gfx90a" on AMD, "x86-64" and the like on a CPU.
inline void architecture_of(const hipDeviceProp_t& p, char* text, size_t capacity) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  std::snprintf(text, capacity, "sm_%d%d", p.major, p.minor);
#else
  std::snprintf(text, capacity, "%.63s", p.gcnArchName);
#endif
}

// hipDriverGetVersion's number as people write it: the newest CUDA that an NVIDIA driver supports,
// the version of HIP on AMD; the CPU has no driver.
inline void driver_of(int version, char* text, size_t capacity) {
#if HIPPUZZLE_PLATFORM_NVIDIA
  std::snprintf(text, capacity, "CUDA %d.%d", version / 1000, version % 1000 / 10);
#elif HIPPUZZLE_PLATFORM_AMD
  std::snprintf(text, capacity, "HIP %d.%d", version / 10'000'000, version / 100'000 % 100);
#else
  (void)version;
  std::snprintf(text, capacity, "none");
#endif
}

// Words that a variant may require: "warp32" or "warp64", the architecture, "async-copy" where
// global to shared memory copies bypass registers (cp.async), and the other capabilities with a
// macro in <hippuzzle/architecture.hpp>; the CPU platform emulates them.
inline void capabilities_of(const hipDeviceProp_t& p, char* text, size_t capacity) {
  char architecture[64];
  architecture_of(p, architecture, sizeof architecture);
#if HIPPUZZLE_PLATFORM_NVIDIA
  const bool async_copy = p.major >= 8, matrix_core = p.major >= 8, wgmma = p.major == 9;
#elif HIPPUZZLE_PLATFORM_AMD
  const std::string_view name = architecture;
  const bool matrix_core = name.substr(0, 6) == "gfx908" || name.substr(0, 6) == "gfx90a" ||
                           name.substr(0, 5) == "gfx94" || name.substr(0, 6) == "gfx950";
  const bool async_copy = false, wgmma = false;
#else
  const bool async_copy = false, matrix_core = true, wgmma = true;
#endif
  std::snprintf(text, capacity, "warp%d %s%s%s%s", p.warpSize, architecture,
                async_copy ? " async-copy" : "", matrix_core ? " matrix-core" : "",
                wgmma ? " wgmma" : "");
}

}  // namespace hippuzzle
