// Warp operations under one name each, right on all three platforms in partly filled warps and in
// divergent code.
//
// A warp is 32 or 64 lanes wide: ask warp_size(). Lanes are numbered along x, then y, then z of the
// block. An operation is among the active lanes, the lanes that execute the call together; reading
// from a lane that is not active gives an unspecified value. Masks have one bit a lane, lane 0
// lowest. A shuffle takes any arithmetic type of 4 or 8 bytes; `width`, a power of two up to the
// warp size, splits the warp into groups that shuffle among themselves. The votes have a prefix
// because CUDA's headers put `any`, `all` and `ballot` into the global namespace.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/platform.hpp>
#include <type_traits>

namespace hippuzzle {

using LaneMask = unsigned long long;

#if HIPPUZZLE_PLATFORM_CPU

// The CPU platform tells the lanes of two branches apart by the place of their call, so an
// operation here takes its caller's. A function that wraps one and is called in divergent code does
// the same.
using CallSite = hip_cpu::Site;

namespace native {
__device__ inline unsigned int lane() { return __lane_id(); }
__device__ inline LaneMask ballot(bool predicate, CallSite site) {
  return __ballot(predicate, site);
}
__device__ inline bool any(bool predicate, CallSite site) { return __any(predicate, site); }
__device__ inline bool all(bool predicate, CallSite site) { return __all(predicate, site); }
template <typename T>
__device__ inline T shfl(T value, int source, int width, CallSite site) {
  return __shfl(value, source, width, site);
}
template <typename T>
__device__ inline T shfl_up(T value, unsigned int delta, int width, CallSite site) {
  return __shfl_up(value, delta, width, site);
}
template <typename T>
__device__ inline T shfl_down(T value, unsigned int delta, int width, CallSite site) {
  return __shfl_down(value, delta, width, site);
}
template <typename T>
__device__ inline T shfl_xor(T value, int mask, int width, CallSite site) {
  return __shfl_xor(value, mask, width, site);
}
}  // namespace native

#else

// A GPU knows which lanes execute together.
struct CallSite {
  __device__ static constexpr CallSite here() { return {}; }
};

#if HIPPUZZLE_PLATFORM_NVIDIA

// ROCm's HIP-on-CUDA gives __shfl a full mask, which is undefined once a lane has left.
namespace native {
__device__ inline unsigned int lane() {
  unsigned int id;
  asm("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
}
__device__ inline LaneMask ballot(bool predicate, CallSite) {
  return __ballot_sync(__activemask(), predicate);
}
__device__ inline bool any(bool predicate, CallSite) {
  return __any_sync(__activemask(), predicate);
}
__device__ inline bool all(bool predicate, CallSite) {
  return __all_sync(__activemask(), predicate);
}
template <typename T>
__device__ inline T shfl(T value, int source, int width, CallSite) {
  return __shfl_sync(__activemask(), value, source, width);
}
template <typename T>
__device__ inline T shfl_up(T value, unsigned int delta, int width, CallSite) {
  return __shfl_up_sync(__activemask(), value, delta, width);
}
template <typename T>
__device__ inline T shfl_down(T value, unsigned int delta, int width, CallSite) {
  return __shfl_down_sync(__activemask(), value, delta, width);
}
template <typename T>
__device__ inline T shfl_xor(T value, int mask, int width, CallSite) {
  return __shfl_xor_sync(__activemask(), value, mask, width);
}
}  // namespace native

#else

// HIP 5.2 on AMD has neither __activemask nor the _sync forms; its plain ones take the active
// lanes. Its __shfl adds the source to the group's first lane as it is.
namespace native {
__device__ inline unsigned int lane() { return __lane_id(); }
__device__ inline LaneMask ballot(bool predicate, CallSite) { return __ballot(predicate); }
__device__ inline bool any(bool predicate, CallSite) { return __any(predicate); }
__device__ inline bool all(bool predicate, CallSite) { return __all(predicate); }
template <typename T>
__device__ inline T shfl(T value, int source, int width, CallSite) {
  return __shfl(value, source & (width - 1), width);
}
template <typename T>
__device__ inline T shfl_up(T value, unsigned int delta, int width, CallSite) {
  return __shfl_up(value, delta, width);
}
template <typename T>
__device__ inline T shfl_down(T value, unsigned int delta, int width, CallSite) {
  return __shfl_down(value, delta, width);
}
template <typename T>
__device__ inline T shfl_xor(T value, int mask, int width, CallSite) {
  return __shfl_xor(value, mask, width);
}
}  // namespace native

#endif
#endif

__device__ inline int warp_size() { return warpSize; }

// The number of the calling thread within its warp.
__device__ inline unsigned int lane() { return native::lane(); }

__device__ inline LaneMask activemask(CallSite site = CallSite::here()) {
  return native::ballot(true, site);
}

// The active lanes whose predicate is true.
__device__ inline LaneMask warp_ballot(bool predicate, CallSite site = CallSite::here()) {
  return native::ballot(predicate, site);
}
__device__ inline bool warp_any(bool predicate, CallSite site = CallSite::here()) {
  return native::any(predicate, site);
}
__device__ inline bool warp_all(bool predicate, CallSite site = CallSite::here()) {
  return native::all(predicate, site);
}

template <typename T>
inline constexpr bool is_shuffled = std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

// The value of lane `source`, counted within the group and taken modulo its width.
template <typename T>
__device__ inline T shfl(T value, int source, int width = warpSize,
                         CallSite site = CallSite::here()) {
  static_assert(is_shuffled<T>, "a shuffle moves arithmetic types of 4 or 8 bytes");
  return native::shfl(value, source, width, site);
}

// The value of the lane `delta` below, or the lane's own where the group has none.
template <typename T>
__device__ inline T shfl_up(T value, unsigned int delta, int width = warpSize,
                            CallSite site = CallSite::here()) {
  static_assert(is_shuffled<T>, "a shuffle moves arithmetic types of 4 or 8 bytes");
  return native::shfl_up(value, delta, width, site);
}

// The value of the lane `delta` above, or the lane's own where the group has none.
template <typename T>
__device__ inline T shfl_down(T value, unsigned int delta, int width = warpSize,
                              CallSite site = CallSite::here()) {
  static_assert(is_shuffled<T>, "a shuffle moves arithmetic types of 4 or 8 bytes");
  return native::shfl_down(value, delta, width, site);
}

// The value of the lane whose number differs in the bits of `mask`, which must be below the width.
template <typename T>
__device__ inline T shfl_xor(T value, int mask, int width = warpSize,
                             CallSite site = CallSite::here()) {
  static_assert(is_shuffled<T>, "a shuffle moves arithmetic types of 4 or 8 bytes");
  return native::shfl_xor(value, mask, width, site);
}

}  // namespace hippuzzle
