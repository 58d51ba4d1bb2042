// Atomic operations under one name each, the same on all three platforms: one relaxed
// read-modify-write of shared or global memory that returns the old value. They take integers of 4
// and 8 bytes, float and double; and, or and xor integers only. The minimum and maximum of floats
// ignore a NaN operand, and a NaN in memory stays. compare_exchange compares bits: a NaN equals
// itself, and -0 differs from +0.
#pragma once

#include <hip/hip_runtime.h>
#include <string.h>

#include <hippuzzle/platform.hpp>
#include <type_traits>

namespace hippuzzle {

namespace native {

// An operand takes its type from the address: atomic_add(float*, 1) adds 1.0f.
template <typename T>
struct Same {
  using type = T;
};
template <typename T>
using Operand = typename Same<T>::type;

template <typename T>
using Bits = std::conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>;

template <typename To, typename From>
__device__ inline To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}

#if HIPPUZZLE_PLATFORM_NVIDIA

// CUDA's atomics do not know `long`, and only add takes floats of both sizes.
template <typename T>
using Word = Bits<T>;
template <typename T>
using Ordered = std::conditional_t<std::is_unsigned_v<T>, Bits<T>,
                                   std::conditional_t<sizeof(T) == 4, int, long long>>;
template <typename T>
inline constexpr bool has_min_max = std::is_integral_v<T>;

template <typename T>
__device__ inline T exchange_float(T* address, T value) {
  return bit_cast<T>(atomicExch(reinterpret_cast<Bits<T>*>(address), bit_cast<Bits<T>>(value)));
}
template <typename T>
__device__ inline T compare_exchange_float(T* address, T expected, T desired) {
  return bit_cast<T>(atomicCAS(reinterpret_cast<Bits<T>*>(address), bit_cast<Bits<T>>(expected),
                               bit_cast<Bits<T>>(desired)));
}

#else

// HIP 5.2 on AMD has no minimum and maximum of signed 8-byte integers; for floats they return the
// new value instead of the old one.
template <typename T>
using Word = std::make_unsigned_t<T>;
template <typename T>
using Ordered = T;
template <typename T>
inline constexpr bool has_min_max = HIPPUZZLE_PLATFORM_CPU ||
                                    (std::is_integral_v<T> &&
                                     (std::is_unsigned_v<T> || sizeof(T) == 4));

template <typename T>
__device__ inline T exchange_float(T* address, T value) {
  return atomicExch(address, value);
}
template <typename T>
__device__ inline T compare_exchange_float(T* address, T expected, T desired) {
  return atomicCAS(address, expected, desired);
}

#endif

template <typename T>
__device__ inline Word<T>* word(T* address) {
  static_assert(
      std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
      "this atomic operation takes integers of 4 or 8 bytes, and some also float and double");
  return reinterpret_cast<Word<T>*>(address);
}

}  // namespace native

template <typename T>
__device__ inline T atomic_add(T* address, native::Operand<T> value) {
  if constexpr (std::is_floating_point_v<T>)
    return atomicAdd(address, value);
  else
    return atomicAdd(native::word(address), static_cast<native::Word<T>>(value));
}

template <typename T>
__device__ inline T atomic_sub(T* address, native::Operand<T> value) {
  if constexpr (std::is_floating_point_v<T>)
    return atomicAdd(address, -value);
  else
    return atomicAdd(native::word(address), 0 - static_cast<native::Word<T>>(value));
}

template <typename T>
__device__ inline T atomic_and(T* address, native::Operand<T> value) {
  return atomicAnd(native::word(address), static_cast<native::Word<T>>(value));
}

template <typename T>
__device__ inline T atomic_or(T* address, native::Operand<T> value) {
  return atomicOr(native::word(address), static_cast<native::Word<T>>(value));
}

template <typename T>
__device__ inline T atomic_xor(T* address, native::Operand<T> value) {
  return atomicXor(native::word(address), static_cast<native::Word<T>>(value));
}

// Stores `value` and returns the old value.
template <typename T>
__device__ inline T atomic_exchange(T* address, native::Operand<T> value) {
  if constexpr (std::is_floating_point_v<T>)
    return native::exchange_float(address, value);
  else
    return atomicExch(native::word(address), static_cast<native::Word<T>>(value));
}

// Stores `desired` if the old value is `expected`; returns the old value in either case.
template <typename T>
__device__ inline T atomic_compare_exchange(T* address, native::Operand<T> expected,
                                            native::Operand<T> desired) {
  using native::Word;
  if constexpr (std::is_floating_point_v<T>)
    return native::compare_exchange_float(address, expected, desired);
  else
    return atomicCAS(native::word(address), static_cast<Word<T>>(expected),
                     static_cast<Word<T>>(desired));
}

namespace native {

// Stores `value` if it comes before the old value, for types of which a GPU has no such
// instruction.
template <typename T, typename Before>
__device__ inline T replace_if(T* address, T value, Before before) {
  T old = *static_cast<volatile T*>(address);
  while (before(value, old)) {
    const T seen = atomic_compare_exchange(address, old, value);
    if (bit_cast<Bits<T>>(seen) == bit_cast<Bits<T>>(old)) break;
    old = seen;
  }
  return old;
}

}  // namespace native

template <typename T>
__device__ inline T atomic_min(T* address, native::Operand<T> value) {
  using native::Ordered;
  if constexpr (native::has_min_max<T>)
    return atomicMin(reinterpret_cast<Ordered<T>*>(address), static_cast<Ordered<T>>(value));
  else
    return native::replace_if(address, value, [](T a, T b) { return a < b; });
}

template <typename T>
__device__ inline T atomic_max(T* address, native::Operand<T> value) {
  using native::Ordered;
  if constexpr (native::has_min_max<T>)
    return atomicMax(reinterpret_cast<Ordered<T>*>(address), static_cast<Ordered<T>>(value));
  else
    return native::replace_if(address, value, [](T a, T b) { return a > b; });
}

}  // namespace hippuzzle
