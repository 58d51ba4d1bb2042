// BF16: the upper half of a float. Conversions round to nearest even; arithmetic is float's,
// rounded once where both operands are BF16.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>

#include <hip_cpu/conversions.hpp>

struct __hip_bfloat16_raw {
  unsigned short x;
};

struct __hip_bfloat16 {
  unsigned short data;

  __hip_bfloat16() = default;
  __hip_bfloat16(float x) {
    const unsigned bits = __float_as_uint(x);
    const unsigned to_even = 0x7fff + (bits >> 16 & 1);
    data = static_cast<unsigned short>(x != x ? bits >> 16 | 0x40 : (bits + to_even) >> 16);
  }
  __hip_bfloat16(__hip_bfloat16_raw raw) : data(raw.x) {}
  operator float() const { return __uint_as_float(static_cast<unsigned>(data) << 16); }
  operator __hip_bfloat16_raw() const { return {data}; }

  __hip_bfloat16& operator+=(float x) { return *this = static_cast<float>(*this) + x; }
  __hip_bfloat16& operator-=(float x) { return *this = static_cast<float>(*this) - x; }
  __hip_bfloat16& operator*=(float x) { return *this = static_cast<float>(*this) * x; }
  __hip_bfloat16& operator/=(float x) { return *this = static_cast<float>(*this) / x; }
};

struct alignas(4) __hip_bfloat162 {
  __hip_bfloat16 x, y;

  __hip_bfloat162() = default;
  __hip_bfloat162(__hip_bfloat16 first, __hip_bfloat16 second) : x(first), y(second) {}
};

using hip_bfloat16 = __hip_bfloat16;

namespace hip_cpu {

// Both operands are BF16: if one of them is a float, the operation is float's.
template <typename T, typename Result>
using IfBfloat = std::enable_if_t<std::is_same_v<T, __hip_bfloat16>, Result>;
template <typename T, typename Result>
using IfBfloats = std::enable_if_t<std::is_same_v<T, __hip_bfloat162>, Result>;

}  // namespace hip_cpu

#define HIP_CPU_BFLOAT_OPERATOR(op, name)                                                \
  template <typename T>                                                                  \
  hip_cpu::IfBfloat<T, __hip_bfloat16> operator op(T a, T b) {                           \
    return static_cast<float>(a) op static_cast<float>(b);                               \
  }                                                                                      \
  template <typename T>                                                                  \
  hip_cpu::IfBfloats<T, __hip_bfloat162> operator op(T a, T b) {                         \
    return {a.x op b.x, a.y op b.y};                                                     \
  }                                                                                      \
  inline __hip_bfloat16 __h##name(__hip_bfloat16 a, __hip_bfloat16 b) { return a op b; } \
  inline __hip_bfloat162 __h##name##2(__hip_bfloat162 a, __hip_bfloat162 b) { return a op b; }
HIP_CPU_BFLOAT_OPERATOR(+, add)
HIP_CPU_BFLOAT_OPERATOR(-, sub)
HIP_CPU_BFLOAT_OPERATOR(*, mul)
HIP_CPU_BFLOAT_OPERATOR(/, div)
#undef HIP_CPU_BFLOAT_OPERATOR
inline __hip_bfloat162 __h2div(__hip_bfloat162 a, __hip_bfloat162 b) { return a / b; }

inline __hip_bfloat16 __hneg(__hip_bfloat16 a) { return -static_cast<float>(a); }
inline __hip_bfloat16 __habs(__hip_bfloat16 a) { return __builtin_fabsf(a); }
// The product is exact; the sum is rounded to a float first.
inline __hip_bfloat16 __hfma(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
  return __builtin_fmaf(a, b, c);
}
inline __hip_bfloat162 __hneg2(__hip_bfloat162 a) { return {__hneg(a.x), __hneg(a.y)}; }
inline __hip_bfloat162 __habs2(__hip_bfloat162 a) { return {__habs(a.x), __habs(a.y)}; }
inline __hip_bfloat162 __hfma2(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

#define HIP_CPU_BFLOAT_COMPARISON(op, name)                                            \
  inline bool __h##name(__hip_bfloat16 a, __hip_bfloat16 b) {                          \
    return static_cast<float>(a) op static_cast<float>(b);                             \
  }                                                                                    \
  inline __hip_bfloat162 __h##name##2(__hip_bfloat162 a, __hip_bfloat162 b) {          \
    return {__hip_bfloat16(__h##name(a.x, b.x)), __hip_bfloat16(__h##name(a.y, b.y))}; \
  }
HIP_CPU_BFLOAT_COMPARISON(==, eq)
HIP_CPU_BFLOAT_COMPARISON(!=, ne)
HIP_CPU_BFLOAT_COMPARISON(<, lt)
HIP_CPU_BFLOAT_COMPARISON(<=, le)
HIP_CPU_BFLOAT_COMPARISON(>, gt)
HIP_CPU_BFLOAT_COMPARISON(>=, ge)
#undef HIP_CPU_BFLOAT_COMPARISON
inline bool __hisnan(__hip_bfloat16 a) { return (a.data & 0x7fff) > 0x7f80; }
inline int __hisinf(__hip_bfloat16 a) {
  return (a.data & 0x7fff) == 0x7f80 ? (a.data >> 15 ? -1 : 1) : 0;
}
inline __hip_bfloat16 __hmax(__hip_bfloat16 a, __hip_bfloat16 b) {
  return __hisnan(a) || __hlt(a, b) ? b : a;
}
inline __hip_bfloat16 __hmin(__hip_bfloat16 a, __hip_bfloat16 b) {
  return __hisnan(a) || __hlt(b, a) ? b : a;
}
inline __hip_bfloat162 __hmax2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return {__hmax(a.x, b.x), __hmax(a.y, b.y)};
}
inline __hip_bfloat162 __hmin2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return {__hmin(a.x, b.x), __hmin(a.y, b.y)};
}

// Conversions.
inline __hip_bfloat16 __float2bfloat16(float x) { return x; }
inline __hip_bfloat16 __float2bfloat16_rn(float x) { return x; }
inline __hip_bfloat16 __double2bfloat16(double x) { return static_cast<float>(x); }
inline __hip_bfloat16 __int2bfloat16_rn(int x) { return static_cast<float>(x); }
inline __hip_bfloat16 __uint2bfloat16_rn(unsigned x) { return static_cast<float>(x); }
inline float __bfloat162float(__hip_bfloat16 x) { return x; }
inline int __bfloat162int_rn(__hip_bfloat16 x) { return __float2int_rn(x); }
inline int __bfloat162int_rz(__hip_bfloat16 x) { return __float2int_rz(x); }
inline unsigned short __bfloat16_as_ushort(__hip_bfloat16 x) { return x.data; }
inline short __bfloat16_as_short(__hip_bfloat16 x) { return static_cast<short>(x.data); }
inline __hip_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __hip_bfloat16_raw{x}; }
inline __hip_bfloat16 __short_as_bfloat16(short x) {
  return __hip_bfloat16_raw{static_cast<unsigned short>(x)};
}

// Not every version of HIP has these three: as templates they give way to a program's own.
template <typename = void>
__hip_bfloat162 __float2bfloat162_rn(float x) {
  return {x, x};
}
template <typename = void>
__hip_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return {x, y};
}
template <typename = void>
__hip_bfloat162 make_bfloat162(__hip_bfloat16 x, __hip_bfloat16 y) {
  return {x, y};
}
inline __hip_bfloat162 __float22bfloat162_rn(float2 x) { return {x.x, x.y}; }
inline float2 __bfloat1622float2(__hip_bfloat162 x) {
  return {static_cast<float>(x.x), static_cast<float>(x.y)};
}
inline __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 x, __hip_bfloat16 y) { return {x, y}; }
inline __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 x) { return {x, x}; }
inline __hip_bfloat16 __low2bfloat16(__hip_bfloat162 x) { return x.x; }
inline __hip_bfloat16 __high2bfloat16(__hip_bfloat162 x) { return x.y; }
inline __hip_bfloat162 __low2bfloat162(__hip_bfloat162 x) { return {x.x, x.x}; }
inline __hip_bfloat162 __high2bfloat162(__hip_bfloat162 x) { return {x.y, x.y}; }
inline __hip_bfloat162 __lowhigh2highlow(__hip_bfloat162 x) { return {x.y, x.x}; }
inline __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) { return {a.x, b.x}; }
inline __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
  return {a.y, b.y};
}
inline float __low2float(__hip_bfloat162 x) { return x.x; }
inline float __high2float(__hip_bfloat162 x) { return x.y; }

// Functions that call float's functions.
#define HIP_CPU_BFLOAT_FUNCTION(name, of_float)                        \
  inline __hip_bfloat16 h##name(__hip_bfloat16 a) { return of_float; } \
  inline __hip_bfloat162 h2##name(__hip_bfloat162 a) { return {h##name(a.x), h##name(a.y)}; }
HIP_CPU_BFLOAT_FUNCTION(sqrt, sqrtf(a))
HIP_CPU_BFLOAT_FUNCTION(rsqrt, 1.0f / sqrtf(a))
HIP_CPU_BFLOAT_FUNCTION(rcp, 1.0f / static_cast<float>(a))
HIP_CPU_BFLOAT_FUNCTION(exp, expf(a))
HIP_CPU_BFLOAT_FUNCTION(exp2, exp2f(a))
HIP_CPU_BFLOAT_FUNCTION(log, logf(a))
HIP_CPU_BFLOAT_FUNCTION(log2, log2f(a))
HIP_CPU_BFLOAT_FUNCTION(log10, log10f(a))
HIP_CPU_BFLOAT_FUNCTION(sin, sinf(a))
HIP_CPU_BFLOAT_FUNCTION(cos, cosf(a))
HIP_CPU_BFLOAT_FUNCTION(ceil, ceilf(a))
HIP_CPU_BFLOAT_FUNCTION(floor, floorf(a))
HIP_CPU_BFLOAT_FUNCTION(rint, rintf(a))
HIP_CPU_BFLOAT_FUNCTION(trunc, truncf(a))
#undef HIP_CPU_BFLOAT_FUNCTION

// A pair is added in one step.
inline __hip_bfloat16 atomicAdd(__hip_bfloat16* address, __hip_bfloat16 value) {
  return hip_cpu::atomic_update(address, [value](__hip_bfloat16 old) { return old + value; });
}
inline __hip_bfloat162 atomicAdd(__hip_bfloat162* address, __hip_bfloat162 value) {
  return hip_cpu::atomic_update(address, [value](__hip_bfloat162 old) { return old + value; });
}
inline __hip_bfloat162 unsafeAtomicAdd(__hip_bfloat162* address, __hip_bfloat162 value) {
  return atomicAdd(address, value);
}

#include <hip_cpu/restore_macros.hpp>
