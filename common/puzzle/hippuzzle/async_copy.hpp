// Copies from global to shared memory that need not pass through registers, under one name on all
// three platforms.
//
//   async_copy(&tile[i], &matrix[j]);   // start copying one element; 4, 8 and 16 bytes go fast
//   async_copy_wait_all();              // the calling thread's copies have arrived
//   __syncthreads();                    // and so have the other threads'
//
// On sm_80 and later this is cp.async, elsewhere a plain copy; a source must not change before the
// wait. The checker treats it as cp.async, as on sm_80.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/architecture.hpp>
#include <type_traits>

namespace hippuzzle {

// Announcements of such copies to the CPU platform's checker.
namespace detail {
#if HIPPUZZLE_PLATFORM_CPU
inline void begin_copy(const void* to, size_t bytes) { hip_cpu_begin_copy(to, bytes); }
inline void end_copy_group() { hip_cpu_end_copy_group(); }
inline void wait_for_copies(unsigned pending) { hip_cpu_wait_for_copies(pending); }
inline void wait_for_all_copies() { hip_cpu_wait_for_all_copies(); }
#else
__device__ inline void begin_copy(const void*, size_t) {}
__device__ inline void end_copy_group() {}
__device__ inline void wait_for_copies(unsigned) {}
__device__ inline void wait_for_all_copies() {}
#endif
}  // namespace detail

// `shared` points into shared memory, `global` into global memory, both aligned to the element's
// size.
template <typename T>
__device__ inline void async_copy(T* shared, const T* global) {
  // Not is_trivially_copyable: HIP 5.2's vector types on AMD have assignment operators of their
  // own.
  static_assert(std::is_trivially_destructible_v<T>, "an asynchronous copy moves bytes");
#if HIPPUZZLE_HAS_ASYNC_COPY
  const auto target = static_cast<unsigned int>(__cvta_generic_to_shared(shared));
  if constexpr (sizeof(T) == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target), "l"(global) : "memory");
  else if constexpr (sizeof(T) == 4 || sizeof(T) == 8)
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(target), "l"(global),
                 "n"(sizeof(T))
                 : "memory");
  else
    *shared = *global;
#else
  *shared = *global;
  detail::begin_copy(shared, sizeof(T));
#endif
}

// The same for 16 bytes, or zeros where nothing is `inside`; then `global` is not read, but has to
// be an address of global memory.
template <typename T>
__device__ inline void async_copy_or_zero(T* shared, const T* global, bool inside) {
  static_assert(sizeof(T) == 16, "sixteen bytes at a time");
#if HIPPUZZLE_HAS_ASYNC_COPY
  const auto target = static_cast<unsigned int>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target), "l"(global),
               "r"(inside ? 16 : 0)
               : "memory");
#else
  if (inside)
    *shared = *global;
  else
    *shared = T{};
  detail::begin_copy(shared, sizeof(T));
#endif
}

// Ends a group: the copies that the calling thread has started since the last one.
__device__ inline void async_copy_commit() {
#if HIPPUZZLE_HAS_ASYNC_COPY
  asm volatile("cp.async.commit_group;" ::: "memory");
#else
  detail::end_copy_group();
#endif
}

// Waits for the calling thread's groups, except the last `Pending` of them.
template <int Pending>
__device__ inline void async_copy_wait() {
#if HIPPUZZLE_HAS_ASYNC_COPY
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
#else
  detail::wait_for_copies(Pending);
#endif
}

// Waits for all asynchronous copies that the calling thread has started.
__device__ inline void async_copy_wait_all() {
#if HIPPUZZLE_HAS_ASYNC_COPY
  asm volatile("cp.async.wait_all;" ::: "memory");
#else
  detail::wait_for_all_copies();
#endif
}

}  // namespace hippuzzle
