// CUDA's atomic functions that are told an order of memory: the compiler's own, in any scope. A
// number's type may be any of four or eight bytes.
#pragma once

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

template <typename T>
T __nv_atomic_load_n(const T* address, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  T value;
  __atomic_load(const_cast<T*>(address), &value, order);
  return value;
}
template <typename T, typename Other>
void __nv_atomic_store_n(T* address, Other value, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  T converted = static_cast<T>(value);
  __atomic_store(address, &converted, order);
}
template <typename T, typename Other>
T __nv_atomic_exchange_n(T* address, Other value, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  T before, converted = static_cast<T>(value);
  __atomic_exchange(address, &converted, &before, order);
  return before;
}
template <typename T, typename Other>
bool __nv_atomic_compare_exchange_n(T* address, T* expected, Other desired, bool weak, int success,
                                    int failure, int = __NV_THREAD_SCOPE_SYSTEM) {
  T converted = static_cast<T>(desired);
  return __atomic_compare_exchange(address, expected, &converted, weak, success, failure);
}

// Returns the value at the address before the operation.
#define HIP_LIBRARIES_ATOMIC(name, updated)                                                     \
  template <typename T, typename Other>                                                         \
  T __nv_atomic_fetch_##name(T* address, Other operand, int order,                              \
                             int = __NV_THREAD_SCOPE_SYSTEM) {                                  \
    const T value = static_cast<T>(operand);                                                    \
    T before = __nv_atomic_load_n(address, __NV_ATOMIC_RELAXED), after = updated;               \
    while (!__atomic_compare_exchange(address, &before, &after, true, order, __ATOMIC_RELAXED)) \
      after = updated;                                                                          \
    return before;                                                                              \
  }
HIP_LIBRARIES_ATOMIC(add, static_cast<T>(before + value))
HIP_LIBRARIES_ATOMIC(sub, static_cast<T>(before - value))
HIP_LIBRARIES_ATOMIC(and, static_cast<T>(before& value))
HIP_LIBRARIES_ATOMIC(or, static_cast<T>(before | value))
HIP_LIBRARIES_ATOMIC(xor, static_cast<T>(before ^ value))
HIP_LIBRARIES_ATOMIC(min, value < before ? value : before)
HIP_LIBRARIES_ATOMIC(max, before < value ? value : before)
#undef HIP_LIBRARIES_ATOMIC
