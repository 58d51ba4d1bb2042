// Names that every kernel sees without asking: the qualifiers, threadIdx and its like, warpSize.
//
// A block runs on one OS thread, so a block's state is that thread's: the built-in variables belong
// to the runtime library (initial-exec, because kernels read them all the time), __shared__ arrays
// to the module with the kernel.
#pragma once

#include <hip_cpu/checked.hpp>
#include <hip_cpu/program_macros.hpp>
#include <hip_cpu/vector_types.hpp>

#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)

// The storage is ordinary dynamic TLS: initial-exec would exhaust the reserve of dlopen. g++ needs
// __constinit, or an access goes through a wrapper function; clang sees by itself that there is
// nothing to initialise. Clang, and g++ with the -fno-elide-constructors of checked modules, refuse
// __constinit for a class that has members without a value.
#if defined(__clang__) || HIP_CPU_CHECKED
#define __shared__ __attribute__((aligned(HIP_CPU_SHARED_ALIGNMENT))) thread_local
#else
#define __shared__ __attribute__((aligned(HIP_CPU_SHARED_ALIGNMENT))) __constinit thread_local
#endif

#define HIP_CPU_BUILTIN extern __thread __attribute__((tls_model("initial-exec")))

HIP_CPU_BUILTIN uint3 threadIdx;
HIP_CPU_BUILTIN uint3 blockIdx;
HIP_CPU_BUILTIN dim3 blockDim;
HIP_CPU_BUILTIN dim3 gridDim;

extern int hip_cpu_warp_lanes;

// 32 or 64, the same for all of a launch. A reference: kernels read it, hip_cpu_set_warp_size
// changes it.
inline constexpr const int& warpSize = hip_cpu_warp_lanes;

namespace hip_cpu {

// The threads of the running block that have not begun. The loop in launch.hpp takes them one by
// one; the runtime starts a fiber with the same loop when a thread has to wait while some are left.
struct PendingThreads {
  uint3 next;
  unsigned count;
};

HIP_CPU_BUILTIN PendingThreads pending_threads;

// The thread's number in its block, x fastest.
inline unsigned linear_thread_index() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

}  // namespace hip_cpu

inline unsigned __lane_id() {
  return hip_cpu::linear_thread_index() & static_cast<unsigned>(warpSize - 1);
}
