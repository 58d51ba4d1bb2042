// Inserted before each source of a checked program: the output of kernels is printed once, though
// their launches may run more often (printing.cpp of the checker).
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip_cpu/checked.hpp>

#if HIP_CPU_CHECKED
extern "C" {
int printf(const char* __restrict format, ...) HIP_CPU_ENTRY("hip_cpu_checked_printf");
int vprintf(const char* __restrict format, __builtin_va_list values)
    HIP_CPU_ENTRY("hip_cpu_checked_vprintf");
int puts(const char* text) HIP_CPU_ENTRY("hip_cpu_checked_puts");
int putchar(int character) HIP_CPU_ENTRY("hip_cpu_checked_putchar");
[[noreturn]] void __assert_fail(const char* condition, const char* file, unsigned line,
                                const char* function) noexcept
    HIP_CPU_ENTRY("hip_cpu_checked_assert_fail");
}
#endif

#include <hip_cpu/restore_macros.hpp>

#include <hip_cpu/checked_builtins.hpp>
