// CUDA's atomic functions that are told an order of memory and a scope, by those of AMD's compiler.
// A number's type may be any of four or eight bytes.
#pragma once

#include <hip_cpu/scoped_atomics.hpp>

enum {
  __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST,
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM,
};

namespace hip_libraries {

// The scope by HIP's number. Without clusters the next one is the device.
constexpr int scope_of(int scope) {
  switch (scope) {
    case __NV_THREAD_SCOPE_THREAD:
      return __HIP_MEMORY_SCOPE_SINGLETHREAD;
    case __NV_THREAD_SCOPE_BLOCK:
      return __HIP_MEMORY_SCOPE_WORKGROUP;
    case __NV_THREAD_SCOPE_SYSTEM:
      return __HIP_MEMORY_SCOPE_SYSTEM;
    default:
      return __HIP_MEMORY_SCOPE_AGENT;
  }
}

}  // namespace hip_libraries

template <typename T>
T __nv_atomic_load_n(const T* address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return hip_cpu::scoped_load(address, order, hip_libraries::scope_of(scope));
}
template <typename T, typename Other>
void __nv_atomic_store_n(T* address, Other value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  hip_cpu::scoped_store(address, static_cast<T>(value), order, hip_libraries::scope_of(scope));
}
template <typename T, typename Other>
T __nv_atomic_exchange_n(T* address, Other value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return hip_cpu::scoped_exchange(address, static_cast<T>(value), order,
                                  hip_libraries::scope_of(scope));
}
template <typename T, typename Other>
bool __nv_atomic_compare_exchange_n(T* address, T* expected, Other desired, bool weak, int success,
                                    int failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return hip_cpu::scoped_compare_exchange(address, expected, static_cast<T>(desired), weak, success,
                                          failure, hip_libraries::scope_of(scope));
}

// Returns the value at the address before the operation.
#define HIP_LIBRARIES_ATOMIC(name)                                               \
  template <typename T, typename Other>                                          \
  T __nv_atomic_fetch_##name(T* address, Other operand, int order,               \
                             int scope = __NV_THREAD_SCOPE_SYSTEM) {             \
    return hip_cpu::scoped_fetch_##name(address, static_cast<T>(operand), order, \
                                        hip_libraries::scope_of(scope));         \
  }
HIP_LIBRARIES_ATOMIC(add)
HIP_LIBRARIES_ATOMIC(sub)
HIP_LIBRARIES_ATOMIC(and)
HIP_LIBRARIES_ATOMIC(or)
HIP_LIBRARIES_ATOMIC(xor)
HIP_LIBRARIES_ATOMIC(min)
HIP_LIBRARIES_ATOMIC(max)
#undef HIP_LIBRARIES_ATOMIC
