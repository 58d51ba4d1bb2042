// The one place that knows for which platform a source is being compiled: exactly one of
// HIPPUZZLE_PLATFORM_AMD, HIPPUZZLE_PLATFORM_NVIDIA and HIPPUZZLE_PLATFORM_CPU is 1, the others are
// 0. Needs no HIP header. Kernels use the portable names of warp.hpp, atomic.hpp and async_copy.hpp
// instead of these.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__) || defined(__CUDACC__)
#define HIPPUZZLE_PLATFORM_AMD 0
#define HIPPUZZLE_PLATFORM_NVIDIA 1
#define HIPPUZZLE_PLATFORM_CPU 0
#define HIPPUZZLE_PLATFORM_NAME "nvidia"
#elif defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
#define HIPPUZZLE_PLATFORM_AMD 1
#define HIPPUZZLE_PLATFORM_NVIDIA 0
#define HIPPUZZLE_PLATFORM_CPU 0
#define HIPPUZZLE_PLATFORM_NAME "amd"
#else
#define HIPPUZZLE_PLATFORM_AMD 0
#define HIPPUZZLE_PLATFORM_NVIDIA 0
#define HIPPUZZLE_PLATFORM_CPU 1
#define HIPPUZZLE_PLATFORM_NAME "cpu"
#endif

// 1 while hipcc compiles for the GPU: host data must not be emitted then. nvcc and host compilers
// need no such care.
#if HIPPUZZLE_PLATFORM_AMD && defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define HIPPUZZLE_DEVICE_PASS 1
#else
#define HIPPUZZLE_DEVICE_PASS 0
#endif

namespace hippuzzle {

inline constexpr const char* platform_name = HIPPUZZLE_PLATFORM_NAME;

}  // namespace hippuzzle
