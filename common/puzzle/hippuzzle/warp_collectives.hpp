// Results of all active lanes of a warp: sums, extrema, scans and broadcasts, on
// <hippuzzle/warp.hpp>.
//
// Every active lane calls, and lanes that are not active count as absent, not as 0. So these
// functions are right in partly filled warps and in divergent code. `op(a, b)` is associative and
// commutative, a function object; a sum of floating-point numbers may round in another order than a
// loop. With W lanes a result takes about log2(W) shuffles and no shared memory.
#pragma once

#include <hippuzzle/warp.hpp>

namespace hippuzzle {

struct Plus {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct Larger {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct Smaller {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};

namespace collectives {

__device__ inline LaneMask lanes_below(unsigned int lane) { return (LaneMask{1} << lane) - 1; }

// The highest lane of a mask, -1 of an empty one.
__device__ inline int last_lane(LaneMask mask) { return 63 - (mask == 0 ? 64 : __clzll(mask)); }

// The value of lane `source`, which is in `mask`, as are all callers. CUDA is given the mask, since
// its compiler may have parted the lanes after activemask().
template <typename T>
__device__ T read(T value, int source, LaneMask mask, CallSite site) {
  static_assert(is_shuffled<T>, "a shuffle moves arithmetic types of 4 or 8 bytes");
#if HIPPUZZLE_PLATFORM_NVIDIA
  (void)site;
  return __shfl_sync(static_cast<unsigned int>(mask), value, source);
#else
  (void)mask;
  return native::shfl(value, source, warpSize, site);
#endif
}

// Lane i of `mask` gets the result of the lanes up to itself. Each step doubles the stretch of
// lanes that a value covers; `previous` is the lane before the stretch, -1 where there is none.
// Lanes without a gap count it, others pass it on as they pass on their values.
template <typename T, typename Op>
__device__ T scan(T value, Op op, LaneMask mask, CallSite site) {
  const int self = static_cast<int>(lane());
  const bool has_gaps = (mask & (mask + 1)) != 0;
  const int lanes = __popcll(mask);
  int previous = last_lane(mask & lanes_below(lane()));
  for (int stretch = 1; stretch < lanes; stretch *= 2) {
    const bool adds = previous >= 0;
    const int source = adds ? previous : self;
    const T before = read(value, source, mask, site);
    const int further = has_gaps ? read(previous, source, mask, site) : previous - stretch;
    value = adds ? op(before, value) : value;
    previous = adds ? further : -1;
  }
  return value;
}

// A full warp exchanges with partners, in which all lanes get the same bits. A warp with absent
// lanes scans, and its last lane has the result.
template <typename T, typename Op>
__device__ T reduce(T value, Op op, LaneMask mask, CallSite site) {
  if (static_cast<int>(__popcll(mask)) != warp_size()) {
    return read(scan(value, op, mask, site), last_lane(mask), mask, site);
  }
  const int self = static_cast<int>(lane());
  for (int step = warp_size() / 2; step > 0; step /= 2) {
    value = op(value, read(value, self ^ step, mask, site));
  }
  return value;
}

template <typename T, typename Op>
__device__ T exclusive_scan(T value, Op op, T identity, LaneMask mask, CallSite site) {
  const int previous = last_lane(mask & lanes_below(lane()));
  const int source = previous < 0 ? static_cast<int>(lane()) : previous;
  const T before = read(scan(value, op, mask, site), source, mask, site);
  return previous < 0 ? identity : before;
}

}  // namespace collectives

// The result of all active lanes, in each of them.
template <typename T, typename Op>
__device__ inline T warp_reduce(T value, Op op, CallSite site = CallSite::here()) {
  return collectives::reduce(value, op, activemask(site), site);
}
template <typename T>
__device__ inline T warp_sum(T value, CallSite site = CallSite::here()) {
  return warp_reduce(value, Plus{}, site);
}
template <typename T>
__device__ inline T warp_max(T value, CallSite site = CallSite::here()) {
  return warp_reduce(value, Larger{}, site);
}
template <typename T>
__device__ inline T warp_min(T value, CallSite site = CallSite::here()) {
  return warp_reduce(value, Smaller{}, site);
}

// The sum of the active lanes up to the caller, with its own value or without it.
template <typename T>
__device__ inline T warp_inclusive_scan(T value, CallSite site = CallSite::here()) {
  return collectives::scan(value, Plus{}, activemask(site), site);
}
template <typename T>
__device__ inline T warp_exclusive_scan(T value, T identity = T{},
                                        CallSite site = CallSite::here()) {
  return collectives::exclusive_scan(value, Plus{}, identity, activemask(site), site);
}

// The value of lane `lane`, which must be active.
template <typename T>
__device__ inline T warp_broadcast(T value, unsigned int lane, CallSite site = CallSite::here()) {
  return shfl(value, static_cast<int>(lane), warp_size(), site);
}

// True in one of the active lanes. Which one is not promised, so the CPU platform elects the last
// and GPUs the first.
__device__ inline bool elect_one(CallSite site = CallSite::here()) {
  const LaneMask mask = activemask(site);
#if HIPPUZZLE_PLATFORM_CPU
  return static_cast<int>(lane()) == collectives::last_lane(mask);
#else
  return (mask & collectives::lanes_below(lane())) == 0;
#endif
}

}  // namespace hippuzzle
