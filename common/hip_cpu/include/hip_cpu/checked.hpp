// The two ways in which a module is compiled: to run fast, or to be checked. HIP_CPU_CHECKED is 1
// for the second; g++'s -fsanitize=thread sets it.
//
// The compiler then puts a call before each access, which the runtime answers (<hip_cpu/check.h>).
// A kernel's calls of the runtime go to entries of their own, which also record the call.
#pragma once

#if defined(__SANITIZE_THREAD__)
#define HIP_CPU_CHECKED 1
#else
#define HIP_CPU_CHECKED 0
#endif

// HIP_CPU_ENTRY("name") after a function's declaration: the function's entry in checked modules.
// HIP_CPU_UNCHECKED before a definition: the checker ignores the function's own accesses.
#if HIP_CPU_CHECKED
#define HIP_CPU_ENTRY(name) __asm__(name)
#define HIP_CPU_UNCHECKED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#else
#define HIP_CPU_ENTRY(name)
#define HIP_CPU_UNCHECKED
#endif

// A checked kernel has unused memory between two __shared__ arrays, so that an index past the end
// of one does not reach the next: arrays of other lengths than multiples of 16 KiB do not touch.
#if HIP_CPU_CHECKED
#define HIP_CPU_SHARED_ALIGNMENT 16384
#else
#define HIP_CPU_SHARED_ALIGNMENT 64  // a cache line and the widest vector
#endif

// Memory that a kernel allocates is device memory, an array of its own. New and delete get their
// other names in the assembler: GCC 12 does not bear it that the compiler knows them.
#if HIP_CPU_CHECKED
extern "C" {
void* malloc(__SIZE_TYPE__ bytes) noexcept HIP_CPU_ENTRY("hip_cpu_checked_malloc");
void free(void* pointer) noexcept HIP_CPU_ENTRY("hip_cpu_checked_free");
}
__asm__(
    ".set _Znwm, hip_cpu_checked_new\n"
    ".set _Znam, hip_cpu_checked_new\n"
    ".set _ZdlPv, hip_cpu_checked_delete\n"
    ".set _ZdaPv, hip_cpu_checked_delete\n"
    ".set _ZdlPvm, hip_cpu_checked_delete\n"
    ".set _ZdaPvm, hip_cpu_checked_delete\n");
#endif

// For the compiler, copies and fills of bytes in a kernel are not accesses of the source.
#if HIP_CPU_CHECKED
extern "C" {
void* memcpy(void* __restrict to, const void* __restrict from, __SIZE_TYPE__ bytes) noexcept
    HIP_CPU_ENTRY("hip_cpu_checked_memcpy");
void* memmove(void* to, const void* from, __SIZE_TYPE__ bytes) noexcept
    HIP_CPU_ENTRY("hip_cpu_checked_memmove");
void* memset(void* to, int value, __SIZE_TYPE__ bytes) noexcept
    HIP_CPU_ENTRY("hip_cpu_checked_memset");
}
#endif
