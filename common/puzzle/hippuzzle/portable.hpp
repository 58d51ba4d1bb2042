// Macros by which one layout header serves a plain C++ program, a kernel under nvcc or hipcc, and a
// kernel on the CPU platform. Needs no HIP header.
#pragma once

// Marks a function that both the host and a kernel may call; an inline one.
#if defined(__CUDACC__)
#define HIPPUZZLE_HD __host__ __device__
#elif defined(__HIP__)
#define HIPPUZZLE_HD __attribute__((host)) __attribute__((device))
#elif defined(__SANITIZE_THREAD__)
// Attributes in a kernel that is being checked: none of these functions touches an element, so none
// needs to be watched, and none needs to keep its source's form. With optimisation and inlining, an
// index costs a tenth; a GPU's kernel of some thousand indices can then be checked. Frame pointers
// stay: they lead to a finding's line in the kernel.
#define HIPPUZZLE_HD                                          \
  __attribute__((no_sanitize("thread"), no_sanitize_coverage, \
                 optimize("O2", "inline", "no-omit-frame-pointer"), flatten))
#else
// Inlines into the caller, whatever the optimisation: a kernel on layouts calls some hundred of
// these functions, and g++ would compile each by itself as well.
#define HIPPUZZLE_HD __attribute__((always_inline))
#endif

// To be written in a class: it is copied member by member, as usual. A checked build has functions
// for that, which are not watched either.
#if defined(__SANITIZE_THREAD__)
#define HIPPUZZLE_COPIED(Class)                         \
  HIPPUZZLE_HD constexpr Class(const Class&) = default; \
  HIPPUZZLE_HD constexpr Class& operator=(const Class&) = default
#else
#define HIPPUZZLE_COPIED(Class) static_assert(true, "")
#endif

// Asks a GPU's compiler to unroll the loop that follows completely, so that what it indexes can be
// registers.
// HIPPUZZLE_UNROLL_BY(4): four turns of it.
#define HIPPUZZLE_PRAGMA_(text) _Pragma(#text)
#if defined(__CUDACC__) || defined(__HIP__)
#define HIPPUZZLE_UNROLL _Pragma("unroll")
#define HIPPUZZLE_UNROLL_BY(turns) HIPPUZZLE_PRAGMA_(unroll turns)
#else
#define HIPPUZZLE_UNROLL
#define HIPPUZZLE_UNROLL_BY(turns)
#endif

// To be written after a lambda's parameters: its code is inlined where it is called. Otherwise
// clang may keep the code of a lambda with several calls apart, and then its captures by reference
// lie in scratch memory.
#if defined(__HIP__)
#define HIPPUZZLE_INLINE __attribute__((always_inline))
#else
#define HIPPUZZLE_INLINE
#endif

// 1 where an index is checked against its tensor's shape: everywhere but in a compilation for a
// GPU, where a check would cost instructions. The whole translation unit has one answer, so that a
// tensor that the host passes to a kernel has the same members on both sides. Kernels that define
// HIPPUZZLE_SHAPES_AS_ON_A_GPU first are looked at only while they are being checked.
#if defined(__CUDACC__) || defined(__HIP__)
#define HIPPUZZLE_CHECKS 0
#elif defined(HIPPUZZLE_SHAPES_AS_ON_A_GPU) && !defined(__SANITIZE_THREAD__)
#define HIPPUZZLE_CHECKS 0
#else
#define HIPPUZZLE_CHECKS 1
#endif

#if HIPPUZZLE_CHECKS
#include <cstdio>
#include <cstdlib>
#endif

#if HIPPUZZLE_CHECKS
// A function of the CPU platform (<hip_cpu/check.h>), where that is linked: in a kernel that is
// being checked it notes the message and ends the thread; else it returns.
extern "C" void hip_cpu_check_outside_shape(const char* message) __attribute__((weak));
#endif

namespace hippuzzle {

#if HIPPUZZLE_CHECKS
// Says what went wrong and ends the process with SIGABRT, which a judge reports.
[[noreturn]] inline void fail(const char* message) {
  if (hip_cpu_check_outside_shape) hip_cpu_check_outside_shape(message);
  std::fprintf(stderr, "hippuzzle: %s\n", message);
  std::abort();
}
#endif

// Ends the process unless `condition` holds; where nothing is checked, does nothing. In a constant
// expression a failed requirement is a compile error that shows `message`.
HIPPUZZLE_HD constexpr void require([[maybe_unused]] bool condition,
                                    [[maybe_unused]] const char* message) {
#if HIPPUZZLE_CHECKS
  if (!condition) fail(message);
#endif
}

}  // namespace hippuzzle
