// Macros with which the same text declares HIP's host functions in C and in C++.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
#define HIP_CPU_BEGIN_C extern "C" {
#define HIP_CPU_END_C }
#define HIP_CPU_OR(value) = value  // after a parameter: its default in C++
#define HIP_CPU_NODISCARD [[nodiscard]]
#else
#define HIP_CPU_BEGIN_C
#define HIP_CPU_END_C
#define HIP_CPU_OR(value)
#define HIP_CPU_NODISCARD
#endif
