// Complex numbers as pairs, real part first.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>

#include <cmath>

using hipFloatComplex = float2;
using hipDoubleComplex = double2;
using hipComplex = hipFloatComplex;

inline hipFloatComplex make_hipFloatComplex(float real, float imaginary) {
  return {real, imaginary};
}
inline hipComplex make_hipComplex(float real, float imaginary) { return {real, imaginary}; }
inline hipDoubleComplex make_hipDoubleComplex(double real, double imaginary) {
  return {real, imaginary};
}
inline hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) {
  return {static_cast<float>(z.x), static_cast<float>(z.y)};
}
inline hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) { return {z.x, z.y}; }

// The quotient is scaled, so that no square overflows.
#define HIP_CPU_COMPLEX(Complex, Real, suffix)                                            \
  inline Real hipCreal##suffix(Complex z) { return z.x; }                                 \
  inline Real hipCimag##suffix(Complex z) { return z.y; }                                 \
  inline Complex hipConj##suffix(Complex z) { return {z.x, -z.y}; }                       \
  inline Real hipCabs##suffix(Complex z) { return std::hypot(z.x, z.y); }                 \
  inline Real hipCsqabs##suffix(Complex z) { return z.x * z.x + z.y * z.y; }              \
  inline Complex hipCadd##suffix(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; } \
  inline Complex hipCsub##suffix(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; } \
  inline Complex hipCmul##suffix(Complex a, Complex b) {                                  \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                \
  }                                                                                       \
  inline Complex hipCdiv##suffix(Complex a, Complex b) {                                  \
    const Real scale = std::abs(b.x) + std::abs(b.y);                                     \
    const Complex n = {a.x / scale, a.y / scale}, d = {b.x / scale, b.y / scale};         \
    const Real square = d.x * d.x + d.y * d.y;                                            \
    return {(n.x * d.x + n.y * d.y) / square, (n.y * d.x - n.x * d.y) / square};          \
  }                                                                                       \
  inline Complex hipCfma##suffix(Complex a, Complex b, Complex c) {                       \
    return hipCadd##suffix(hipCmul##suffix(a, b), c);                                     \
  }
HIP_CPU_COMPLEX(hipFloatComplex, float, f)
HIP_CPU_COMPLEX(hipDoubleComplex, double, )
#undef HIP_CPU_COMPLEX

#include <hip_cpu/restore_macros.hpp>
