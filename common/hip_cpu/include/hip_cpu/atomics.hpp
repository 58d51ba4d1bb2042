// HIP's atomic functions on the CPU: one relaxed read-modify-write of a word in shared or global
// memory, returning the old value. They are real atomics, because the blocks of a launch run on
// several OS threads. As on a GPU they order nothing else: __threadfence does. The types are the
// same as in ROCm's headers; another type is a compile error. Forms with a scope are in
// <hip_cpu/scoped_atomics.hpp>.
#pragma once

#include <hip_cpu/checked.hpp>
#include <type_traits>

namespace hip_cpu {

template <typename T, typename... Candidates>
inline constexpr bool is_one_of = (std::is_same_v<T, Candidates> || ...);

template <typename T>
inline constexpr bool is_atomic_word =
    is_one_of<T, int, unsigned int, unsigned long, unsigned long long>;
template <typename T>
inline constexpr bool is_atomic_float = is_one_of<T, float, double>;
template <typename T>
inline constexpr bool is_atomic_number = is_atomic_word<T> || is_atomic_float<T>;
template <typename T>
inline constexpr bool is_atomic_ordered = is_atomic_number<T> || is_one_of<T, long, long long>;

// An operand that takes its type from the address, so that atomicAdd(float*, 1) converts as it does
// in HIP.
template <typename T>
struct AtomicOperand {
  using type = T;
};
template <typename T>
using Operand = typename AtomicOperand<T>::type;

// Nothing that a kernel asked for, so a checked one does not announce it.
template <typename T>
HIP_CPU_UNCHECKED inline T atomic_peek(T* address) {
  T value;
  __atomic_load(address, &value, __ATOMIC_RELAXED);
  return value;
}

// Replaces *address by updated(*address) in one step and returns the old value.
template <typename T, typename Function>
inline T atomic_update(T* address, Function updated) {
  T before = atomic_peek(address);
  T after = updated(before);
  while (!__atomic_compare_exchange(address, &before, &after, true, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
    after = updated(before);
  return before;
}

}  // namespace hip_cpu

template <typename T, std::enable_if_t<hip_cpu::is_atomic_number<T>, int> = 0>
inline T atomicAdd(T* address, hip_cpu::Operand<T> value) {
  if constexpr (hip_cpu::is_atomic_word<T>)
    return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
  else
    return hip_cpu::atomic_update(address, [value](T old) { return old + value; });
}

template <typename T, std::enable_if_t<hip_cpu::is_atomic_number<T>, int> = 0>
inline T atomicSub(T* address, hip_cpu::Operand<T> value) {
  if constexpr (hip_cpu::is_atomic_word<T>)
    return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);
  else
    return hip_cpu::atomic_update(address, [value](T old) { return old - value; });
}

template <typename T, std::enable_if_t<hip_cpu::is_atomic_number<T>, int> = 0>
inline T atomicExch(T* address, hip_cpu::Operand<T> value) {
  T before;
  __atomic_exchange(address, &value, &before, __ATOMIC_RELAXED);
  return before;
}

// Floats are compared bit by bit, as on a GPU: a NaN equals the same NaN, and -0 differs from +0.
template <typename T, std::enable_if_t<hip_cpu::is_atomic_number<T>, int> = 0>
inline T atomicCAS(T* address, hip_cpu::Operand<T> expected, hip_cpu::Operand<T> desired) {
  __atomic_compare_exchange(address, &expected, &desired, false, __ATOMIC_RELAXED,
                            __ATOMIC_RELAXED);
  return expected;
}

// A NaN value is ignored and a NaN in memory stays, as in ROCm's atomicMin and atomicMax for
// floats.
template <typename T, std::enable_if_t<hip_cpu::is_atomic_ordered<T>, int> = 0>
inline T atomicMin(T* address, hip_cpu::Operand<T> value) {
  return hip_cpu::atomic_update(address, [value](T old) { return value < old ? value : old; });
}

template <typename T, std::enable_if_t<hip_cpu::is_atomic_ordered<T>, int> = 0>
inline T atomicMax(T* address, hip_cpu::Operand<T> value) {
  return hip_cpu::atomic_update(address, [value](T old) { return old < value ? value : old; });
}

template <typename T, std::enable_if_t<hip_cpu::is_atomic_word<T>, int> = 0>
inline T atomicAnd(T* address, hip_cpu::Operand<T> value) {
  return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);
}

template <typename T, std::enable_if_t<hip_cpu::is_atomic_word<T>, int> = 0>
inline T atomicOr(T* address, hip_cpu::Operand<T> value) {
  return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);
}

template <typename T, std::enable_if_t<hip_cpu::is_atomic_word<T>, int> = 0>
inline T atomicXor(T* address, hip_cpu::Operand<T> value) {
  return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);
}

// Counts 0, 1, …, limit, 0, 1, …
inline unsigned int atomicInc(unsigned int* address, unsigned int limit) {
  return hip_cpu::atomic_update(address,
                                [limit](unsigned int old) { return old >= limit ? 0u : old + 1; });
}

// Counts limit, limit - 1, …, 0, limit, …; a value above the limit becomes the limit.
inline unsigned int atomicDec(unsigned int* address, unsigned int limit) {
  return hip_cpu::atomic_update(
      address, [limit](unsigned int old) { return old == 0 || old > limit ? limit : old - 1; });
}

// On a GPU these choose between a hardware instruction that only some memory supports and a loop;
// here both are safe.
inline float unsafeAtomicAdd(float* address, float value) { return atomicAdd(address, value); }
inline double unsafeAtomicAdd(double* address, double value) { return atomicAdd(address, value); }
inline float safeAtomicAdd(float* address, float value) { return atomicAdd(address, value); }
inline double safeAtomicAdd(double* address, double value) { return atomicAdd(address, value); }
