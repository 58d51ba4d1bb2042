// HIP's type casts and conversions on the CPU. The suffix names the rounding: rn to nearest even,
// rz towards zero, rd down, ru up. A float that an integer type cannot hold becomes the nearest
// value it can hold, and NaN becomes 0, where a plain C++ cast would be undefined.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>

namespace hip_cpu {

template <typename To, typename From>
inline To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// x must be integral, infinite or NaN.
template <typename To, typename From>
inline To saturating_cast(From x) {
  using Limits = std::numeric_limits<To>;
  constexpr From above =
      static_cast<From>(Limits::max() / 2 + 1) * 2;  // 2^digits is exact, max() is not
  if (x != x) return 0;
  if (x <= static_cast<From>(Limits::min())) return Limits::min();
  if (x >= above) return Limits::max();
  return static_cast<To>(x);
}

}  // namespace hip_cpu

inline int __float_as_int(float x) { return hip_cpu::bit_cast<int>(x); }
inline unsigned int __float_as_uint(float x) { return hip_cpu::bit_cast<unsigned int>(x); }
inline float __int_as_float(int x) { return hip_cpu::bit_cast<float>(x); }
inline float __uint_as_float(unsigned int x) { return hip_cpu::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return hip_cpu::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return hip_cpu::bit_cast<double>(x); }

inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
inline double __hiloint2double(int hi, int lo) {
  const unsigned long long high = static_cast<unsigned int>(hi);
  return hip_cpu::bit_cast<double>(high << 32 | static_cast<unsigned int>(lo));
}

#define HIP_CPU_ROUNDED_CONVERSION(from, From, to, To)                                           \
  inline To __##from##2##to##_rn(From x) { return hip_cpu::saturating_cast<To>(std::rint(x)); }  \
  inline To __##from##2##to##_rz(From x) { return hip_cpu::saturating_cast<To>(std::trunc(x)); } \
  inline To __##from##2##to##_rd(From x) { return hip_cpu::saturating_cast<To>(std::floor(x)); } \
  inline To __##from##2##to##_ru(From x) { return hip_cpu::saturating_cast<To>(std::ceil(x)); }
HIP_CPU_ROUNDED_CONVERSION(float, float, int, int)
HIP_CPU_ROUNDED_CONVERSION(float, float, uint, unsigned int)
HIP_CPU_ROUNDED_CONVERSION(float, float, ll, long long)
HIP_CPU_ROUNDED_CONVERSION(float, float, ull, unsigned long long)
HIP_CPU_ROUNDED_CONVERSION(double, double, int, int)
HIP_CPU_ROUNDED_CONVERSION(double, double, uint, unsigned int)
HIP_CPU_ROUNDED_CONVERSION(double, double, ll, long long)
HIP_CPU_ROUNDED_CONVERSION(double, double, ull, unsigned long long)
#undef HIP_CPU_ROUNDED_CONVERSION

inline float __double2float_rn(double x) { return static_cast<float>(x); }
inline float __double2float_rd(double x) {
  const float nearest = static_cast<float>(x);
  return nearest > x ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
}
inline float __double2float_ru(double x) {
  const float nearest = static_cast<float>(x);
  return nearest < x ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
}
inline float __double2float_rz(double x) {
  return x < 0 ? __double2float_ru(x) : __double2float_rd(x);
}

// A whole number of 64 bits is exact in a long double of 64 bits and more, as x86-64 and arm64
// have.
#define HIP_CPU_ROUNDED_TO(Real, real, From, from)                                            \
  inline Real __##from##2##real##_rn(From x) { return static_cast<Real>(x); }                 \
  inline Real __##from##2##real##_rd(From x) {                                                \
    const Real nearest = static_cast<Real>(x);                                                \
    const Real below = std::nextafter(nearest, -std::numeric_limits<Real>::infinity());       \
    return static_cast<long double>(nearest) > static_cast<long double>(x) ? below : nearest; \
  }                                                                                           \
  inline Real __##from##2##real##_ru(From x) {                                                \
    const Real nearest = static_cast<Real>(x);                                                \
    const Real above = std::nextafter(nearest, std::numeric_limits<Real>::infinity());        \
    return static_cast<long double>(nearest) < static_cast<long double>(x) ? above : nearest; \
  }
HIP_CPU_ROUNDED_TO(float, float, int, int)
HIP_CPU_ROUNDED_TO(float, float, unsigned int, uint)
HIP_CPU_ROUNDED_TO(float, float, long long, ll)
HIP_CPU_ROUNDED_TO(float, float, unsigned long long, ull)
HIP_CPU_ROUNDED_TO(double, double, long long, ll)
HIP_CPU_ROUNDED_TO(double, double, unsigned long long, ull)
#undef HIP_CPU_ROUNDED_TO
inline float __uint2float_rz(unsigned int x) { return __uint2float_rd(x); }
inline float __ull2float_rz(unsigned long long x) { return __ull2float_rd(x); }
inline double __ull2double_rz(unsigned long long x) { return __ull2double_rd(x); }
inline float __int2float_rz(int x) { return x < 0 ? __int2float_ru(x) : __int2float_rd(x); }
inline float __ll2float_rz(long long x) { return x < 0 ? __ll2float_ru(x) : __ll2float_rd(x); }
inline double __ll2double_rz(long long x) { return x < 0 ? __ll2double_ru(x) : __ll2double_rd(x); }

inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned int x) { return x; }
