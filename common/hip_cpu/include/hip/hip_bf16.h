// BF16: the upper half of a float. Conversions round to nearest even; arithmetic is float's.
#pragma once

#include <hip/hip_runtime.h>

#include <hip_cpu/conversions.hpp>

struct __hip_bfloat16 {
  unsigned short data;

  __hip_bfloat16() = default;
  __hip_bfloat16(float x) {
    const unsigned bits = __float_as_uint(x);
    const unsigned to_even = 0x7fff + (bits >> 16 & 1);
    data = static_cast<unsigned short>(x != x ? bits >> 16 | 0x40 : (bits + to_even) >> 16);
  }
  operator float() const { return __uint_as_float(static_cast<unsigned>(data) << 16); }
};

struct alignas(4) __hip_bfloat162 {
  __hip_bfloat16 x, y;
};

using hip_bfloat16 = __hip_bfloat16;

inline __hip_bfloat16 __float2bfloat16(float x) { return x; }
inline float __bfloat162float(__hip_bfloat16 x) { return x; }
inline __hip_bfloat16 __double2bfloat16(double x) { return static_cast<float>(x); }
