// Built-in functions of AMD's compiler that are a few operations on a thread's own numbers, or a
// name for a function that HIP has as well. Functions that need more of the machine (matrix cores,
// buffers, DPP) are not here. An argument that must be constant there may be any number here.
#pragma once

#include <cmath>
#include <hip_cpu/sync.hpp>
#include <hip_cpu/warp_functions.hpp>
#include <limits>
#include <type_traits>

namespace hip_cpu {

// The dot product of four bytes or eight halves of bytes each, and c; clamped to 32 bits or
// wrapped.
template <int bits, bool signed_a, bool signed_b>
long long dot(unsigned a, unsigned b) {
  const auto part = [](unsigned word, int at, bool is_signed) -> long long {
    const unsigned value = word >> at & ((1u << bits) - 1);
    return is_signed && value >> (bits - 1) ? static_cast<long long>(value) - (1 << bits) : value;
  };
  long long sum = 0;
  for (int at = 0; at < 32; at += bits) sum += part(a, at, signed_a) * part(b, at, signed_b);
  return sum;
}

template <typename T>
T clamped_sum(long long sum, T c, bool clamp) {
  sum += c;
  constexpr long long least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  return static_cast<T>(!clamp ? sum : sum < least ? least : sum > most ? most : sum);
}

}  // namespace hip_cpu

inline int __builtin_amdgcn_sdot4(int a, int b, int c, bool clamp) {
  return hip_cpu::clamped_sum(
      hip_cpu::dot<8, true, true>(static_cast<unsigned>(a), static_cast<unsigned>(b)), c, clamp);
}
inline unsigned __builtin_amdgcn_udot4(unsigned a, unsigned b, unsigned c, bool clamp) {
  return hip_cpu::clamped_sum(hip_cpu::dot<8, false, false>(a, b), c, clamp);
}
inline int __builtin_amdgcn_sdot8(int a, int b, int c, bool clamp) {
  return hip_cpu::clamped_sum(
      hip_cpu::dot<4, true, true>(static_cast<unsigned>(a), static_cast<unsigned>(b)), c, clamp);
}
inline unsigned __builtin_amdgcn_udot8(unsigned a, unsigned b, unsigned c, bool clamp) {
  return hip_cpu::clamped_sum(hip_cpu::dot<4, false, false>(a, b), c, clamp);
}
// Each operand is signed or not.
inline int __builtin_amdgcn_sudot4(bool a_is_signed, int a, bool b_is_signed, int b, int c,
                                   bool clamp) {
  const auto x = static_cast<unsigned>(a), y = static_cast<unsigned>(b);
  const long long sum = a_is_signed   ? b_is_signed ? hip_cpu::dot<8, true, true>(x, y)
                                                    : hip_cpu::dot<8, true, false>(x, y)
                          : b_is_signed ? hip_cpu::dot<8, false, true>(x, y)
                                      : hip_cpu::dot<8, false, false>(x, y);
  return hip_cpu::clamped_sum(sum, c, clamp);
}

// Bits of a word from `offset` on.
inline unsigned __builtin_amdgcn_ubfe(unsigned word, unsigned offset, unsigned width) {
  width &= 31;
  return width == 0 ? 0 : word >> (offset & 31) & ((1u << width) - 1);
}
inline int __builtin_amdgcn_sbfe(int word, unsigned offset, unsigned width) {
  width &= 31;
  const unsigned bits = __builtin_amdgcn_ubfe(static_cast<unsigned>(word), offset, width);
  if (width == 0 || !(bits >> (width - 1))) return static_cast<int>(bits);
  return static_cast<int>(bits | ~0u << width);
}
// 32 of the 64 bits of two words.
inline unsigned __builtin_amdgcn_alignbit(unsigned high, unsigned low, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
inline unsigned __builtin_amdgcn_alignbyte(unsigned high, unsigned low, unsigned shift) {
  return __builtin_amdgcn_alignbit(high, low, 8 * (shift & 3));
}

// Clang's hints that the accessed memory will not be needed soon; other compilers have none.
#if !__has_builtin(__builtin_nontemporal_load)
template <typename T>
std::remove_cv_t<T> __builtin_nontemporal_load(T* address) {
  return *address;
}
template <typename T, typename Other>
void __builtin_nontemporal_store(Other&& value, T* address) {
  *address = static_cast<T>(value);
}
#endif

inline float __builtin_amdgcn_rcpf(float x) { return 1 / x; }
inline float __builtin_amdgcn_rsqf(float x) { return 1 / std::sqrt(x); }
inline float __builtin_amdgcn_sqrtf(float x) { return std::sqrt(x); }
inline float __builtin_amdgcn_fmed3f(float a, float b, float c) {
  return std::fmax(std::fmin(a, b), std::fmin(std::fmax(a, b), c));
}

// Lanes. The number of lanes below the caller's that are in the mask, its lower and its upper half.
inline unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned count) {
  const unsigned lane = __lane_id();
  const unsigned below = lane >= 32 ? ~0u : (1u << lane) - 1;
  return count + static_cast<unsigned>(__builtin_popcount(mask & below));
}
inline unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned count) {
  const unsigned lane = __lane_id();
  const unsigned below = lane <= 32 ? 0 : (1u << (lane - 32)) - 1;
  return count + static_cast<unsigned>(__builtin_popcount(mask & below));
}
inline int __builtin_amdgcn_readlane(int value, int lane,
                                     hip_cpu::Site site = hip_cpu::Site::here()) {
  return hip_cpu::shuffle(value, static_cast<unsigned>(lane), 0, site);
}
// Reads the first lane that is active.
inline int __builtin_amdgcn_readfirstlane(int value, hip_cpu::Site site = hip_cpu::Site::here()) {
  const auto active = hip_cpu::warp_ballot(true, 0, site);
  return hip_cpu::shuffle(value, static_cast<unsigned>(__builtin_ctzll(active)), 0, site);
}
// Reads the lane that a byte address names.
inline int __builtin_amdgcn_ds_bpermute(int address, int value,
                                        hip_cpu::Site site = hip_cpu::Site::here()) {
  const auto lane = static_cast<unsigned>(address) / 4 % static_cast<unsigned>(warpSize);
  return hip_cpu::shuffle(value, lane, 0, site);
}
#define __builtin_amdgcn_s_barrier() __syncthreads()
// A thread that waits so for other threads of its block lets them run.
inline void __builtin_amdgcn_s_sleep(int) { hip_cpu_yield(); }
inline void __builtin_amdgcn_sched_barrier(int) {}
