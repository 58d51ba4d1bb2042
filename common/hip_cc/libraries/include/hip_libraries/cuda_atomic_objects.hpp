// libcu++'s atomic variables: cuda::atomic and cuda::atomic_ref, with a scope as a part of the
// type. The functions without an order are sequentially consistent, as in C++.
#pragma once

#include <hip_cpu/scoped_atomics.hpp>
#include <hip_cpu/sync.hpp>

#include <atomic>
#include <type_traits>

namespace cuda {
namespace std {

using memory_order = ::std::memory_order;
inline constexpr memory_order memory_order_relaxed = ::std::memory_order_relaxed;
inline constexpr memory_order memory_order_consume = ::std::memory_order_consume;
inline constexpr memory_order memory_order_acquire = ::std::memory_order_acquire;
inline constexpr memory_order memory_order_release = ::std::memory_order_release;
inline constexpr memory_order memory_order_acq_rel = ::std::memory_order_acq_rel;
inline constexpr memory_order memory_order_seq_cst = ::std::memory_order_seq_cst;

}  // namespace std

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread,
};

namespace detail {

// The scope and an order by the numbers of HIP's own functions.
constexpr int scope_of(thread_scope scope) {
  switch (scope) {
    case thread_scope_thread:
      return __HIP_MEMORY_SCOPE_SINGLETHREAD;
    case thread_scope_block:
      return __HIP_MEMORY_SCOPE_WORKGROUP;
    case thread_scope_device:
      return __HIP_MEMORY_SCOPE_AGENT;
    default:
      return __HIP_MEMORY_SCOPE_SYSTEM;
  }
}
constexpr int order_of(memory_order order) { return static_cast<int>(order); }
// The order of a compare-and-swap that stores nothing.
constexpr int order_of_failure(memory_order order) {
  return order == memory_order_acq_rel   ? order_of(memory_order_acquire)
         : order == memory_order_release ? order_of(memory_order_relaxed)
                                         : order_of(order);
}

// The functions of both: `Object` says where the value is.
template <class Object, typename T, thread_scope scope>
class AtomicFunctions {
 public:
  using value_type = T;

  T load(memory_order order = memory_order_seq_cst) const {
    return hip_cpu::scoped_load(place(), order_of(order), scope_of(scope));
  }
  void store(T value, memory_order order = memory_order_seq_cst) const {
    hip_cpu::scoped_store(place(), value, order_of(order), scope_of(scope));
  }
  T exchange(T value, memory_order order = memory_order_seq_cst) const {
    return hip_cpu::scoped_exchange(place(), value, order_of(order), scope_of(scope));
  }
  bool compare_exchange_strong(T& expected, T desired,
                               memory_order order = memory_order_seq_cst) const {
    return compare(expected, desired, false, order_of(order), order_of_failure(order));
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order order,
                               memory_order failure) const {
    return compare(expected, desired, false, order_of(order), order_of(failure));
  }
  bool compare_exchange_weak(T& expected, T desired,
                             memory_order order = memory_order_seq_cst) const {
    return compare(expected, desired, true, order_of(order), order_of_failure(order));
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order order,
                             memory_order failure) const {
    return compare(expected, desired, true, order_of(order), order_of(failure));
  }
  bool is_lock_free() const { return sizeof(T) <= 8; }

  // Returns once the value is another one.
  void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (load(order) == old) hip_cpu_yield();
  }
  void notify_one() const {}
  void notify_all() const {}

#define HIP_LIBRARIES_FETCH(name)                                                          \
  template <typename Operand>                                                              \
  T fetch_##name(Operand operand, memory_order order = memory_order_seq_cst) const {       \
    return hip_cpu::scoped_fetch_##name(place(), static_cast<T>(operand), order_of(order), \
                                        scope_of(scope));                                  \
  }
  HIP_LIBRARIES_FETCH(add)
  HIP_LIBRARIES_FETCH(sub)
  HIP_LIBRARIES_FETCH(and)
  HIP_LIBRARIES_FETCH(or)
  HIP_LIBRARIES_FETCH(xor)
  HIP_LIBRARIES_FETCH(min)
  HIP_LIBRARIES_FETCH(max)
#undef HIP_LIBRARIES_FETCH

  operator T() const { return load(); }
  T operator=(T value) const {
    store(value);
    return value;
  }
  T operator++() const { return fetch_add(1) + 1; }
  T operator++(int) const { return fetch_add(1); }
  T operator--() const { return fetch_sub(1) - 1; }
  T operator--(int) const { return fetch_sub(1); }
  T operator+=(T value) const { return fetch_add(value) + value; }
  T operator-=(T value) const { return fetch_sub(value) - value; }
  T operator&=(T value) const { return fetch_and(value) & value; }
  T operator|=(T value) const { return fetch_or(value) | value; }
  T operator^=(T value) const { return fetch_xor(value) ^ value; }

 private:
  T* place() const { return static_cast<const Object*>(this)->place_of_value(); }
  bool compare(T& expected, T desired, bool is_weak, int order, int failure) const {
    return hip_cpu::scoped_compare_exchange(place(), &expected, desired, is_weak, order, failure,
                                            scope_of(scope));
  }
};

}  // namespace detail

template <typename T, thread_scope scope = thread_scope_system>
class atomic : public detail::AtomicFunctions<atomic<T, scope>, T, scope> {
 public:
  atomic() = default;  // without a value, as in shared memory
  constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  using detail::AtomicFunctions<atomic, T, scope>::operator=;

  T* place_of_value() const { return &value_; }

 private:
  mutable T value_;
};

template <typename T, thread_scope scope = thread_scope_system>
class atomic_ref : public detail::AtomicFunctions<atomic_ref<T, scope>, T, scope> {
 public:
  explicit atomic_ref(T& value) : value_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  using detail::AtomicFunctions<atomic_ref, T, scope>::operator=;

  T* place_of_value() const { return value_; }

 private:
  T* value_;
};

inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  if (scope == thread_scope_block || scope == thread_scope_thread)
    __atomic_signal_fence(detail::order_of(order));
  else
    __atomic_thread_fence(detail::order_of(order));
}

namespace std {

template <typename T>
using atomic = ::cuda::atomic<T, thread_scope_system>;
template <typename T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using ::cuda::atomic_thread_fence;

}  // namespace std
}  // namespace cuda
