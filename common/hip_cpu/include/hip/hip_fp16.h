// Half precision: __half and __half2, by the processor's or the compiler's _Float16. Each operation
// is rounded once, to nearest even; __hfma is fused.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>

#include <hip_cpu/conversions.hpp>

struct __half_raw {
  unsigned short x;
};

struct __half {
  _Float16 value;

  __half() = default;
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  __half(T x) : value(static_cast<_Float16>(x)) {}
  __half(_Float16 x) : value(x) {}
  __half(__half_raw raw) : value(hip_cpu::bit_cast<_Float16>(raw.x)) {}

  operator float() const { return static_cast<float>(value); }
  operator __half_raw() const { return {hip_cpu::bit_cast<unsigned short>(value)}; }

  __half& operator+=(__half other) {
    return *this = __half(static_cast<_Float16>(value + other.value));
  }
  __half& operator-=(__half other) {
    return *this = __half(static_cast<_Float16>(value - other.value));
  }
  __half& operator*=(__half other) {
    return *this = __half(static_cast<_Float16>(value * other.value));
  }
  __half& operator/=(__half other) {
    return *this = __half(static_cast<_Float16>(value / other.value));
  }
  __half& operator++() { return *this += __half(1); }
  __half& operator--() { return *this -= __half(1); }
};

using half = __half;

inline __half operator+(__half a, __half b) { return a += b; }
inline __half operator-(__half a, __half b) { return a -= b; }
inline __half operator*(__half a, __half b) { return a *= b; }
inline __half operator/(__half a, __half b) { return a /= b; }
inline __half operator-(__half a) { return static_cast<_Float16>(-a.value); }
inline __half operator+(__half a) { return a; }
inline bool operator==(__half a, __half b) { return a.value == b.value; }
inline bool operator!=(__half a, __half b) { return a.value != b.value; }
inline bool operator<(__half a, __half b) { return a.value < b.value; }
inline bool operator>(__half a, __half b) { return a.value > b.value; }
inline bool operator<=(__half a, __half b) { return a.value <= b.value; }
inline bool operator>=(__half a, __half b) { return a.value >= b.value; }

struct alignas(4) __half2 {
  __half x, y;

  __half2() = default;
  __half2(__half first, __half second) : x(first), y(second) {}
  __half2(__half both) : x(both), y(both) {}

  __half2& operator+=(__half2 other) { return *this = {x + other.x, y + other.y}; }
  __half2& operator-=(__half2 other) { return *this = {x - other.x, y - other.y}; }
  __half2& operator*=(__half2 other) { return *this = {x * other.x, y * other.y}; }
  __half2& operator/=(__half2 other) { return *this = {x / other.x, y / other.y}; }
};

using half2 = __half2;

inline __half2 operator+(__half2 a, __half2 b) { return a += b; }
inline __half2 operator-(__half2 a, __half2 b) { return a -= b; }
inline __half2 operator*(__half2 a, __half2 b) { return a *= b; }
inline __half2 operator/(__half2 a, __half2 b) { return a /= b; }
inline __half2 operator-(__half2 a) { return {-a.x, -a.y}; }
inline bool operator==(__half2 a, __half2 b) { return a.x == b.x && a.y == b.y; }
inline bool operator!=(__half2 a, __half2 b) { return !(a == b); }

// Conversions. A suffix names the rounding, as in <hip_cpu/conversions.hpp>.
inline __half __float2half(float x) { return x; }
inline __half __float2half_rn(float x) { return x; }
inline __half __double2half(double x) { return x; }
inline __half __int2half_rn(int x) { return x; }
inline __half __uint2half_rn(unsigned x) { return x; }
inline __half __short2half_rn(short x) { return x; }
inline __half __ll2half_rn(long long x) { return x; }
inline float __half2float(__half x) { return x; }
inline int __half2int_rn(__half x) { return __float2int_rn(x); }
inline int __half2int_rz(__half x) { return __float2int_rz(x); }
inline int __half2int_rd(__half x) { return __float2int_rd(x); }
inline int __half2int_ru(__half x) { return __float2int_ru(x); }
inline unsigned __half2uint_rn(__half x) { return __float2uint_rn(x); }
inline unsigned __half2uint_rz(__half x) { return __float2uint_rz(x); }
inline unsigned short __half_as_ushort(__half x) {
  return hip_cpu::bit_cast<unsigned short>(x.value);
}
inline short __half_as_short(__half x) { return hip_cpu::bit_cast<short>(x.value); }
inline __half __ushort_as_half(unsigned short x) { return hip_cpu::bit_cast<_Float16>(x); }
inline __half __short_as_half(short x) { return hip_cpu::bit_cast<_Float16>(x); }

inline __half2 __float2half2_rn(float x) { return {x, x}; }
inline __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
inline __half2 __float22half2_rn(float2 x) { return {x.x, x.y}; }
inline float2 __half22float2(__half2 x) { return {__half2float(x.x), __half2float(x.y)}; }
inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half x) { return {x, x}; }
inline __half __low2half(__half2 x) { return x.x; }
inline __half __high2half(__half2 x) { return x.y; }
inline __half2 __low2half2(__half2 x) { return {x.x, x.x}; }
inline __half2 __high2half2(__half2 x) { return {x.y, x.y}; }
inline __half2 __lowhigh2highlow(__half2 x) { return {x.y, x.x}; }
inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
inline float __low2float(__half2 x) { return x.x; }
inline float __high2float(__half2 x) { return x.y; }

// Arithmetic.
inline __half __hadd(__half a, __half b) { return a + b; }
inline __half __hsub(__half a, __half b) { return a - b; }
inline __half __hmul(__half a, __half b) { return a * b; }
inline __half __hdiv(__half a, __half b) { return a / b; }
inline __half __hneg(__half a) { return -a; }
inline __half __habs(__half a) {
  return __ushort_as_half(static_cast<unsigned short>(__half_as_ushort(a) & 0x7fff));
}
// The product of two halves and its sum with a third are exact in double.
inline __half __hfma(__half a, __half b, __half c) {
  return static_cast<double>(a.value) * static_cast<double>(b.value) + static_cast<double>(c.value);
}
inline __half2 __hadd2(__half2 a, __half2 b) { return a + b; }
inline __half2 __hsub2(__half2 a, __half2 b) { return a - b; }
inline __half2 __hmul2(__half2 a, __half2 b) { return a * b; }
inline __half2 __h2div(__half2 a, __half2 b) { return a / b; }
inline __half2 __hneg2(__half2 a) { return -a; }
inline __half2 __habs2(__half2 a) { return {__habs(a.x), __habs(a.y)}; }
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

// Comparisons; comparisons of pairs give 1 or 0 for each.
inline bool __heq(__half a, __half b) { return a == b; }
inline bool __hne(__half a, __half b) { return a != b; }
inline bool __hlt(__half a, __half b) { return a < b; }
inline bool __hle(__half a, __half b) { return a <= b; }
inline bool __hgt(__half a, __half b) { return a > b; }
inline bool __hge(__half a, __half b) { return a >= b; }
inline bool __hisnan(__half a) { return a.value != a.value; }
inline int __hisinf(__half a) {
  return (__half_as_ushort(a) & 0x7fff) != 0x7c00 ? 0 : a.value > 0 ? 1 : -1;
}
inline __half __hmax(__half a, __half b) { return __hisnan(a) || a < b ? b : a; }
inline __half __hmin(__half a, __half b) { return __hisnan(a) || b < a ? b : a; }
inline __half2 __hmax2(__half2 a, __half2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
inline __half2 __hmin2(__half2 a, __half2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
inline __half2 __heq2(__half2 a, __half2 b) { return {__half(a.x == b.x), __half(a.y == b.y)}; }
inline __half2 __hne2(__half2 a, __half2 b) { return {__half(a.x != b.x), __half(a.y != b.y)}; }
inline __half2 __hle2(__half2 a, __half2 b) { return {__half(a.x <= b.x), __half(a.y <= b.y)}; }
inline __half2 __hge2(__half2 a, __half2 b) { return {__half(a.x >= b.x), __half(a.y >= b.y)}; }
inline __half2 __hlt2(__half2 a, __half2 b) { return {__half(a.x < b.x), __half(a.y < b.y)}; }
inline __half2 __hgt2(__half2 a, __half2 b) { return {__half(a.x > b.x), __half(a.y > b.y)}; }

// Functions that call float's functions.
inline __half hsqrt(__half a) { return sqrtf(a); }
inline __half hrsqrt(__half a) { return 1.0f / sqrtf(a); }
inline __half hrcp(__half a) { return 1.0f / static_cast<float>(a); }
inline __half hexp(__half a) { return expf(a); }
inline __half hexp2(__half a) { return exp2f(a); }
inline __half hexp10(__half a) { return powf(10.0f, a); }
inline __half hlog(__half a) { return logf(a); }
inline __half hlog2(__half a) { return log2f(a); }
inline __half hlog10(__half a) { return log10f(a); }
inline __half hsin(__half a) { return sinf(a); }
inline __half hcos(__half a) { return cosf(a); }
inline __half hceil(__half a) { return ceilf(a); }
inline __half hfloor(__half a) { return floorf(a); }
inline __half hrint(__half a) { return rintf(a); }
inline __half htrunc(__half a) { return truncf(a); }
inline __half2 h2sqrt(__half2 a) { return {hsqrt(a.x), hsqrt(a.y)}; }
inline __half2 h2exp(__half2 a) { return {hexp(a.x), hexp(a.y)}; }
inline __half2 h2log(__half2 a) { return {hlog(a.x), hlog(a.y)}; }
inline __half2 h2rcp(__half2 a) { return {hrcp(a.x), hrcp(a.y)}; }

inline __half2 h2exp2(__half2 a) { return {hexp2(a.x), hexp2(a.y)}; }
inline __half2 h2exp10(__half2 a) { return {hexp10(a.x), hexp10(a.y)}; }
inline __half2 h2log2(__half2 a) { return {hlog2(a.x), hlog2(a.y)}; }
inline __half2 h2log10(__half2 a) { return {hlog10(a.x), hlog10(a.y)}; }
inline __half2 h2sin(__half2 a) { return {hsin(a.x), hsin(a.y)}; }
inline __half2 h2cos(__half2 a) { return {hcos(a.x), hcos(a.y)}; }
inline __half2 h2ceil(__half2 a) { return {hceil(a.x), hceil(a.y)}; }
inline __half2 h2floor(__half2 a) { return {hfloor(a.x), hfloor(a.y)}; }
inline __half2 h2rint(__half2 a) { return {hrint(a.x), hrint(a.y)}; }
inline __half2 h2trunc(__half2 a) { return {htrunc(a.x), htrunc(a.y)}; }
inline __half2 h2rsqrt(__half2 a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }

// A pair is added in one step.
inline __half atomicAdd(__half* address, __half value) {
  return hip_cpu::atomic_update(address, [value](__half old) { return old + value; });
}
inline __half2 atomicAdd(__half2* address, __half2 value) {
  return hip_cpu::atomic_update(address, [value](__half2 old) { return old + value; });
}
inline __half2 unsafeAtomicAdd(__half2* address, __half2 value) {
  return atomicAdd(address, value);
}

#include <hip_cpu/restore_macros.hpp>
