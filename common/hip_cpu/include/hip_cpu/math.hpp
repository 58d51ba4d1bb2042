// HIP's mathematical functions on the CPU. ISO C's functions come from <math.h>, with libstdc++'s
// overloads for float; this header adds HIP's other functions. The fast forms (__expf, __sinf, …)
// give the accurate result: a kernel whose error bound holds here may need a wider one on a GPU.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "hip_cpu/checked.hpp"
#include "hip_cpu/conversions.hpp"
#include "hip_cpu/integer_intrinsics.hpp"

// The compiler does not instrument writes of the C library through its pointer arguments, so
// checked kernels call wrappers that announce the write.
#if HIP_CPU_CHECKED
extern "C" {
void sincos(double x, double* sine, double* cosine) noexcept
    HIP_CPU_ENTRY("hip_cpu_checked_sincos");
void sincosf(float x, float* sine, float* cosine) noexcept HIP_CPU_ENTRY("hip_cpu_checked_sincosf");
double modf(double x, double* whole) noexcept HIP_CPU_ENTRY("hip_cpu_checked_modf");
float modff(float x, float* whole) noexcept HIP_CPU_ENTRY("hip_cpu_checked_modff");
double frexp(double x, int* exponent) noexcept HIP_CPU_ENTRY("hip_cpu_checked_frexp");
float frexpf(float x, int* exponent) noexcept HIP_CPU_ENTRY("hip_cpu_checked_frexpf");
double remquo(double x, double y, int* quotient) noexcept HIP_CPU_ENTRY("hip_cpu_checked_remquo");
float remquof(float x, float y, int* quotient) noexcept HIP_CPU_ENTRY("hip_cpu_checked_remquof");
double lgamma_r(double x, int* sign) noexcept HIP_CPU_ENTRY("hip_cpu_checked_lgamma_r");
float lgammaf_r(float x, int* sign) noexcept HIP_CPU_ENTRY("hip_cpu_checked_lgammaf_r");
}
#endif

namespace hip_cpu {

// x itself, hidden from the optimiser, so that a product is not contracted with a later sum. clang
// contracts within one expression only and needs no barrier.
template <typename T>
inline T rounded(T x) {
#if defined(__clang__)
  return x;
#elif __GNUC__ >= 12
  return __builtin_assoc_barrier(x);
#else
  volatile T stored = x;
  return stored;
#endif
}

inline constexpr double pi = 3.14159265358979323846;

}  // namespace hip_cpu

// C linkage and noexcept, because newer C libraries declare some of these names that way.
extern "C" {

inline double rsqrt(double x) noexcept { return 1.0 / sqrt(x); }
inline float rsqrtf(float x) noexcept { return static_cast<float>(1.0 / sqrt(double{x})); }
inline double rcbrt(double x) noexcept { return 1.0 / cbrt(x); }
inline float rcbrtf(float x) noexcept { return static_cast<float>(1.0 / cbrt(double{x})); }
inline double rhypot(double x, double y) noexcept { return 1.0 / hypot(x, y); }
inline float rhypotf(float x, float y) noexcept {
  return static_cast<float>(1.0 / hypot(double{x}, double{y}));
}

// sin(pi * x) and cos(pi * x), exact where the result is -1, 0 or 1: the argument is reduced before
// it is scaled.
inline double sinpi(double x) noexcept {
  double turn = remainder(x, 2.0);
  if (fabs(turn) > 0.5) turn = copysign(1.0, turn) - turn;
  return sin(hip_cpu::pi * turn);
}
inline double cospi(double x) noexcept { return sinpi(0.5 - fabs(remainder(x, 2.0))); }
inline float sinpif(float x) noexcept { return static_cast<float>(sinpi(x)); }
inline float cospif(float x) noexcept { return static_cast<float>(cospi(x)); }
inline void sincospi(double x, double* sine, double* cosine) noexcept {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) noexcept {
  *sine = sinpif(x);
  *cosine = cospif(x);
}

// The cumulative distribution function of the standard normal distribution.
inline double normcdf(double x) noexcept { return 0.5 * erfc(-x * 0.70710678118654752440); }
inline float normcdff(float x) noexcept { return static_cast<float>(normcdf(x)); }

inline double norm3d(double x, double y, double z) noexcept { return hypot(hypot(x, y), z); }
inline double norm4d(double x, double y, double z, double w) noexcept {
  return hypot(hypot(x, y), hypot(z, w));
}
inline float norm3df(float x, float y, float z) noexcept {
  return static_cast<float>(norm3d(x, y, z));
}
inline float norm4df(float x, float y, float z, float w) noexcept {
  return static_cast<float>(norm4d(x, y, z, w));
}
inline double rnorm3d(double x, double y, double z) noexcept { return 1.0 / norm3d(x, y, z); }
inline double rnorm4d(double x, double y, double z, double w) noexcept {
  return 1.0 / norm4d(x, y, z, w);
}
inline float rnorm3df(float x, float y, float z) noexcept {
  return static_cast<float>(rnorm3d(x, y, z));
}
inline float rnorm4df(float x, float y, float z, float w) noexcept {
  return static_cast<float>(rnorm4d(x, y, z, w));
}

inline float fdividef(float x, float y) noexcept { return x / y; }

inline float __sinf(float x) noexcept { return sinf(x); }
inline float __cosf(float x) noexcept { return cosf(x); }
inline float __tanf(float x) noexcept { return tanf(x); }
inline void __sincosf(float x, float* sine, float* cosine) noexcept {
  *sine = sinf(x);
  *cosine = cosf(x);
}
inline float __expf(float x) noexcept { return expf(x); }
inline float __exp10f(float x) noexcept { return static_cast<float>(pow(10.0, double{x})); }
inline float __logf(float x) noexcept { return logf(x); }
inline float __log2f(float x) noexcept { return log2f(x); }
inline float __log10f(float x) noexcept { return log10f(x); }
inline float __powf(float x, float y) noexcept { return powf(x, y); }
inline float __fdividef(float x, float y) noexcept { return x / y; }

}  // extern "C"

inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrt(float x) { return rcbrtf(x); }
inline float sinpi(float x) { return sinpif(x); }
inline float cospi(float x) { return cospif(x); }
inline float normcdf(float x) { return normcdff(x); }

// x clamped to [0, 1]; NaN becomes 0.
inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

// One operation, rounded to nearest even and never fused with another.
inline float __fadd_rn(float x, float y) { return hip_cpu::rounded(x + y); }
inline float __fsub_rn(float x, float y) { return hip_cpu::rounded(x - y); }
inline float __fmul_rn(float x, float y) { return hip_cpu::rounded(x * y); }
inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __frsqrt_rn(float x) { return rsqrtf(x); }
inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
inline double __dadd_rn(double x, double y) { return hip_cpu::rounded(x + y); }
inline double __dsub_rn(double x, double y) { return hip_cpu::rounded(x - y); }
inline double __dmul_rn(double x, double y) { return hip_cpu::rounded(x * y); }
inline double __ddiv_rn(double x, double y) { return x / y; }
inline double __drcp_rn(double x) { return 1.0 / x; }
inline double __dsqrt_rn(double x) { return sqrt(x); }
inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

// A load through the read-only cache of a GPU; here an ordinary load.
template <typename T>
inline T __ldg(const T* address) {
  return *address;
}

// min and max of two numbers. Mixed signedness compares as unsigned; for floats a NaN loses against
// a number.
#define HIP_CPU_MIN_MAX(R, A, B)                                                          \
  inline constexpr R min(A a, B b) {                                                      \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); \
  }                                                                                       \
  inline constexpr R max(A a, B b) {                                                      \
    return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); \
  }
HIP_CPU_MIN_MAX(int, int, int)
HIP_CPU_MIN_MAX(unsigned int, unsigned int, unsigned int)
HIP_CPU_MIN_MAX(unsigned int, int, unsigned int)
HIP_CPU_MIN_MAX(unsigned int, unsigned int, int)
HIP_CPU_MIN_MAX(long, long, long)
HIP_CPU_MIN_MAX(unsigned long, unsigned long, unsigned long)
HIP_CPU_MIN_MAX(unsigned long, long, unsigned long)
HIP_CPU_MIN_MAX(unsigned long, unsigned long, long)
HIP_CPU_MIN_MAX(long long, long long, long long)
HIP_CPU_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
HIP_CPU_MIN_MAX(unsigned long long, long long, unsigned long long)
HIP_CPU_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef HIP_CPU_MIN_MAX
inline float min(float x, float y) { return fminf(x, y); }
inline float max(float x, float y) { return fmaxf(x, y); }
inline double min(double x, double y) { return fmin(x, y); }
inline double max(double x, double y) { return fmax(x, y); }
inline double min(float x, double y) { return fmin(x, y); }
inline double min(double x, float y) { return fmin(x, y); }
inline double max(float x, double y) { return fmax(x, y); }
inline double max(double x, float y) { return fmax(x, y); }
