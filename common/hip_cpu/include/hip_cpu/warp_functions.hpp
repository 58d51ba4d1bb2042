// Warp operations: shuffles, votes, ballots, __syncwarp.
//
// The lanes that meet in an operation are its active lanes. Without a mask these are the lanes that
// reach the same call in the source: when not all lanes of the warp can, as in one branch of an
// `if`, the others are inactive. With a mask (the _sync forms) they are the lanes in it that have
// not exited, wherever each of them calls. Reading from an inactive lane gives the reader's own
// value.
//
// A call is identified by its function and line. If lanes wait in different calls and nobody else
// can join either call, the lanes at the smaller line number go on first: after a branch or loop
// all lanes meet again. A function that calls an operation is on other lines than its callers; with
// a parameter `hip_cpu::Site site = hip_cpu::Site::here()` that it passes on, the line is the
// caller's.
#pragma once

#include <cstdint>
#include <cstring>
#include <hip_cpu/builtins.hpp>
#include <hip_cpu/sync.hpp>
#include <type_traits>

namespace hip_cpu {

struct Site {
  const char* function;
  unsigned line;

  static constexpr Site here(const char* function = __builtin_FUNCTION(),
                             unsigned line = __builtin_LINE()) {
    return {function, line};
  }

  // An operation with a mask, whose lanes meet wherever they call. The checker tells operations
  // apart by this name.
  static constexpr Site of_masked(const char* operation) { return {operation, 0}; }
};

// Among the lanes that meet: the value of lane `source`, or the caller's own. A mask of 0 means the
// lanes at the site.
HIP_CPU_CONVERGENT std::uint64_t warp_shuffle(std::uint64_t value, unsigned source,
                                              std::uint64_t mask, Site site)
    HIP_CPU_ENTRY("hip_cpu_checked_warp_shuffle");

// Among the lanes that meet: the lanes whose predicate is true, one bit a lane.
HIP_CPU_CONVERGENT std::uint64_t warp_ballot(bool predicate, std::uint64_t mask, Site site)
    HIP_CPU_ENTRY("hip_cpu_checked_warp_ballot");

// The lanes of the mask meet and see each other's earlier writes.
HIP_CPU_CONVERGENT void warp_barrier(std::uint64_t mask)
    HIP_CPU_ENTRY("hip_cpu_checked_warp_barrier");

// Values of more than 8 bytes move in several turns.
template <typename T>
T shuffle(T value, unsigned source, std::uint64_t mask, Site site) {
  static_assert(std::is_trivially_copyable_v<T>, "a shuffle moves bytes, of a type that is bytes");
  constexpr unsigned turns = (sizeof(T) + 7) / 8;
  std::uint64_t bits[turns] = {};
  std::memcpy(bits, &value, sizeof value);
  for (std::uint64_t& word : bits) word = warp_shuffle(word, source, mask, site);
  std::memcpy(static_cast<void*>(&value), bits, sizeof value);
  return value;
}

// The lane that a lane reads from. A width, a power of two, splits the warp into groups that
// shuffle among themselves; a lane whose source would be outside its group reads its own value.
inline unsigned shuffle_index(int source, int width) {
  const unsigned within = static_cast<unsigned>(width) - 1;
  return (__lane_id() & ~within) | (static_cast<unsigned>(source) & within);
}
inline unsigned shuffle_below(unsigned delta, int width) {
  const unsigned lane = __lane_id();
  return (lane & (static_cast<unsigned>(width) - 1)) < delta ? lane : lane - delta;
}
inline unsigned shuffle_above(unsigned delta, int width) {
  const unsigned lane = __lane_id(), group = static_cast<unsigned>(width);
  return delta >= group - (lane & (group - 1)) ? lane : lane + delta;
}
inline unsigned shuffle_across(int lane_mask, int width) {
  const unsigned lane = __lane_id(), source = lane ^ static_cast<unsigned>(lane_mask);
  const unsigned end_of_group = (lane | (static_cast<unsigned>(width) - 1)) + 1;
  return source < end_of_group ? source : lane;
}

}  // namespace hip_cpu

template <typename T>
T __shfl(T value, int source, int width = warpSize, hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::shuffle(value, hip_cpu::shuffle_index(source, width), 0, site);
}
template <typename T>
T __shfl_up(T value, unsigned delta, int width = warpSize,
            hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::shuffle(value, hip_cpu::shuffle_below(delta, width), 0, site);
}
template <typename T>
T __shfl_down(T value, unsigned delta, int width = warpSize,
              hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::shuffle(value, hip_cpu::shuffle_above(delta, width), 0, site);
}
template <typename T>
T __shfl_xor(T value, int lane_mask, int width = warpSize,
             hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::shuffle(value, hip_cpu::shuffle_across(lane_mask, width), 0, site);
}

inline unsigned long long __ballot(int predicate, hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::warp_ballot(predicate != 0, 0, site);
}
inline int __any(int predicate, hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::warp_ballot(predicate != 0, 0, site) != 0;
}
inline int __all(int predicate, hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::warp_ballot(predicate == 0, 0, site) == 0;
}
inline unsigned long long __activemask(hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::warp_ballot(true, 0, site);
}

// The calling lane must be in the mask.
template <typename T>
T __shfl_sync(unsigned long long mask, T value, int source, int width = warpSize) {
  return hip_cpu::shuffle(value, hip_cpu::shuffle_index(source, width), mask,
                          hip_cpu::Site::of_masked("__shfl_sync"));
}
template <typename T>
T __shfl_up_sync(unsigned long long mask, T value, unsigned delta, int width = warpSize) {
  return hip_cpu::shuffle(value, hip_cpu::shuffle_below(delta, width), mask,
                          hip_cpu::Site::of_masked("__shfl_up_sync"));
}
template <typename T>
T __shfl_down_sync(unsigned long long mask, T value, unsigned delta, int width = warpSize) {
  return hip_cpu::shuffle(value, hip_cpu::shuffle_above(delta, width), mask,
                          hip_cpu::Site::of_masked("__shfl_down_sync"));
}
template <typename T>
T __shfl_xor_sync(unsigned long long mask, T value, int lane_mask, int width = warpSize) {
  return hip_cpu::shuffle(value, hip_cpu::shuffle_across(lane_mask, width), mask,
                          hip_cpu::Site::of_masked("__shfl_xor_sync"));
}

inline unsigned long long __ballot_sync(unsigned long long mask, int predicate) {
  return hip_cpu::warp_ballot(predicate != 0, mask, hip_cpu::Site::of_masked("__ballot_sync"));
}
inline int __any_sync(unsigned long long mask, int predicate) {
  return hip_cpu::warp_ballot(predicate != 0, mask, hip_cpu::Site::of_masked("__any_sync")) != 0;
}
inline int __all_sync(unsigned long long mask, int predicate) {
  return hip_cpu::warp_ballot(predicate == 0, mask, hip_cpu::Site::of_masked("__all_sync")) == 0;
}
inline void __syncwarp(unsigned long long mask = ~0ULL) { hip_cpu::warp_barrier(mask); }

namespace hip_cpu {

// Among the lanes that meet: the lanes whose value has the same bits as the caller's.
template <typename T>
unsigned long long match_any(T value, std::uint64_t mask, Site site) {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8, "lanes match by a number's bits");
  std::uint64_t bits = 0, equal = 0;
  std::memcpy(&bits, &value, sizeof value);
  std::uint64_t left = warp_ballot(true, mask, site);
  while (left != 0) {
    const unsigned first = static_cast<unsigned>(__builtin_ctzll(left));
    const bool is_same = warp_shuffle(bits, first, mask, site) == bits;
    const std::uint64_t same = warp_ballot(is_same, mask, site);
    if (is_same) equal = same;
    left &= ~(same | (left & -left));  // the first, too: other lanes may have called something else
  }
  return equal;
}

// All lanes that meet, where their values are the same; else none.
template <typename T>
unsigned long long match_all(T value, int* all, std::uint64_t mask, Site site) {
  const std::uint64_t meeting = warp_ballot(true, mask, site);
  *all = match_any(value, mask, site) == meeting;
  return *all ? meeting : 0;
}

}  // namespace hip_cpu

template <typename T>
unsigned long long __match_any(T value, hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::match_any(value, 0, site);
}
template <typename T>
unsigned long long __match_all(T value, int* all, hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::match_all(value, all, 0, site);
}
template <typename T>
unsigned long long __match_any_sync(unsigned long long mask, T value) {
  return hip_cpu::match_any(value, mask, hip_cpu::Site::of_masked("__match_any_sync"));
}
template <typename T>
unsigned long long __match_all_sync(unsigned long long mask, T value, int* all) {
  return hip_cpu::match_all(value, all, mask, hip_cpu::Site::of_masked("__match_all_sync"));
}
