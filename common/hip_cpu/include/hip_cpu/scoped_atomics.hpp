// Atomic functions with a scope: the threads for which they are one operation. AMD's compiler has
// __hip_atomic_load and its like, which take a memory order as well; HIP's and CUDA's functions end
// in _block or _system.
//
// The processor's operations know no scope, so here they are right for all threads. A checked
// kernel takes the scope into account: an operation of a block's scope is not atomic for the
// threads of another block.
#pragma once

#include <cmath>
#include <hip_cpu/atomics.hpp>
#include <hip_cpu/checked.hpp>
#include <hip_cpu/sync.hpp>
#include <type_traits>

#ifndef __HIP_MEMORY_SCOPE_SYSTEM
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif

#if HIP_CPU_CHECKED
extern "C" {
void hip_cpu_enter_scope(int scope, bool has_order) HIP_CPU_ENTRY("hip_cpu_checked_enter_scope");
void hip_cpu_leave_scope() HIP_CPU_ENTRY("hip_cpu_checked_leave_scope");
}
#else
inline void hip_cpu_enter_scope(int, bool) {}
inline void hip_cpu_leave_scope() {}
#endif

namespace hip_cpu {

// While it exists, atomic operations of the thread have that scope. has_order: a relaxed operation
// that reads acquires released values only at the thread's next fence; HIP's functions without an
// order acquire them at once.
class InScope {
 public:
  explicit InScope(int scope, bool has_order = true) { hip_cpu_enter_scope(scope, has_order); }
  ~InScope() { hip_cpu_leave_scope(); }
  InScope(const InScope&) = delete;
  InScope& operator=(const InScope&) = delete;
};

template <typename T>
T* plain(const volatile T* address) {
  return const_cast<T*>(address);
}

template <typename T>
T scoped_load(const volatile T* address, int order, int scope) {
  const InScope here(scope);
  T value;
  __atomic_load(plain(address), &value, order);
  return value;
}

template <typename T>
void scoped_store(volatile T* address, Operand<T> value, int order, int scope) {
  const InScope here(scope);
  __atomic_store(plain(address), &value, order);
}

template <typename T>
T scoped_exchange(volatile T* address, Operand<T> value, int order, int scope) {
  const InScope here(scope);
  T before;
  __atomic_exchange(plain(address), &value, &before, order);
  return before;
}

// If it returns false, `expected` has the value that was found.
template <typename T>
bool scoped_compare_exchange(volatile T* address, T* expected, Operand<T> desired, bool is_weak,
                             int order, int order_of_failure, int scope) {
  const InScope here(scope);
  return is_weak ? __atomic_compare_exchange(plain(address), expected, &desired, true, order,
                                             order_of_failure)
                 : __atomic_compare_exchange(plain(address), expected, &desired, false, order,
                                             order_of_failure);
}

// Replaces the value by updated(value), and returns it.
template <typename T, typename Function>
T scoped_update(volatile T* address, int order, int scope, const Function& updated) {
  const InScope here(scope);
  T before = atomic_peek(plain(address)), after = updated(before);
  while (!__atomic_compare_exchange(plain(address), &before, &after, true, order, __ATOMIC_RELAXED))
    after = updated(before);
  return before;
}

#define HIP_CPU_SCOPED_FETCH(name, type_is_direct, ...)                                         \
  template <typename T>                                                                         \
  T scoped_fetch_##name(volatile T* address, Operand<T> value, int order, int scope) {          \
    if constexpr (type_is_direct) {                                                             \
      const InScope here(scope);                                                                \
      return __atomic_fetch_##name(plain(address), value, order);                               \
    } else {                                                                                    \
      return scoped_update(address, order, scope, [value](T old) -> T { return __VA_ARGS__; }); \
    }                                                                                           \
  }
HIP_CPU_SCOPED_FETCH(add, std::is_integral_v<T>, old + value)
HIP_CPU_SCOPED_FETCH(sub, std::is_integral_v<T>, old - value)
HIP_CPU_SCOPED_FETCH(and, true, old& value)
HIP_CPU_SCOPED_FETCH(or, true, old | value)
HIP_CPU_SCOPED_FETCH(xor, true, old ^ value)
#undef HIP_CPU_SCOPED_FETCH

// For floats, a number wins over a NaN.
template <typename T>
T least_of(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return std::fmin(a, b);
  return a < b ? a : b;
}
template <typename T>
T greatest_of(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return std::fmax(a, b);
  return a < b ? b : a;
}
template <typename T>
T scoped_fetch_min(volatile T* address, Operand<T> value, int order, int scope) {
  return scoped_update(address, order, scope, [value](T old) { return least_of<T>(old, value); });
}
template <typename T>
T scoped_fetch_max(volatile T* address, Operand<T> value, int order, int scope) {
  return scoped_update(address, order, scope,
                       [value](T old) { return greatest_of<T>(old, value); });
}

}  // namespace hip_cpu

// Macros, because clang has the names for itself, for GPUs only.
#define __hip_atomic_load(...) ::hip_cpu::scoped_load(__VA_ARGS__)
#define __hip_atomic_store(...) ::hip_cpu::scoped_store(__VA_ARGS__)
#define __hip_atomic_exchange(...) ::hip_cpu::scoped_exchange(__VA_ARGS__)
#define __hip_atomic_compare_exchange_strong(address, expected, desired, ...) \
  ::hip_cpu::scoped_compare_exchange(address, expected, desired, false, __VA_ARGS__)
#define __hip_atomic_compare_exchange_weak(address, expected, desired, ...) \
  ::hip_cpu::scoped_compare_exchange(address, expected, desired, true, __VA_ARGS__)
#define __hip_atomic_fetch_add(...) ::hip_cpu::scoped_fetch_add(__VA_ARGS__)
#define __hip_atomic_fetch_sub(...) ::hip_cpu::scoped_fetch_sub(__VA_ARGS__)
#define __hip_atomic_fetch_and(...) ::hip_cpu::scoped_fetch_and(__VA_ARGS__)
#define __hip_atomic_fetch_or(...) ::hip_cpu::scoped_fetch_or(__VA_ARGS__)
#define __hip_atomic_fetch_xor(...) ::hip_cpu::scoped_fetch_xor(__VA_ARGS__)
#define __hip_atomic_fetch_min(...) ::hip_cpu::scoped_fetch_min(__VA_ARGS__)
#define __hip_atomic_fetch_max(...) ::hip_cpu::scoped_fetch_max(__VA_ARGS__)

// A fence of a scope by its name: "workgroup", "wavefront", "singlethread", or "agent" and "" for
// all threads. The further arguments specify kinds of memory.
template <typename... Memory>
void __builtin_amdgcn_fence(int order, const char* scope, Memory...) {
  if (*scope == 'w' || *scope == 's')
    __atomic_signal_fence(order);
  else
    __atomic_thread_fence(order);
}

#define HIP_CPU_ATOMIC_IN(suffix, scope, name)                                               \
  template <typename T>                                                                      \
  auto name##suffix(T* address, hip_cpu::Operand<T> value)->decltype(name(address, value)) { \
    const hip_cpu::InScope here(scope, false);                                               \
    return name(address, value);                                                             \
  }
#define HIP_CPU_ATOMICS_IN(suffix, scope)                                                       \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicAdd)                                                   \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicSub)                                                   \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicExch)                                                  \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicMin)                                                   \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicMax)                                                   \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicAnd)                                                   \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicOr)                                                    \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicXor)                                                   \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicInc)                                                   \
  HIP_CPU_ATOMIC_IN(suffix, scope, atomicDec)                                                   \
  template <typename T>                                                                         \
  auto atomicCAS##suffix(T* address, hip_cpu::Operand<T> expected, hip_cpu::Operand<T> desired) \
      ->decltype(atomicCAS(address, expected, desired)) {                                       \
    const hip_cpu::InScope here(scope, false);                                                  \
    return atomicCAS(address, expected, desired);                                               \
  }
HIP_CPU_ATOMICS_IN(_block, __HIP_MEMORY_SCOPE_WORKGROUP)
HIP_CPU_ATOMICS_IN(_system, __HIP_MEMORY_SCOPE_SYSTEM)
#undef HIP_CPU_ATOMICS_IN
#undef HIP_CPU_ATOMIC_IN
