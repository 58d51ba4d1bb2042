// Eight-bit floats: storage and conversions, one, two and four at a time. Arithmetic is float's.
// Conversions round to nearest even and by themselves saturate.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#include <hip_cpu/fp8_format.hpp>

using __hip_fp8_storage_t = unsigned char;
using __hip_fp8x2_storage_t = unsigned short;
using __hip_fp8x4_storage_t = unsigned int;

inline __hip_fp8_storage_t __hip_cvt_double_to_fp8(double x, __hip_saturation_t saturation,
                                                   __hip_fp8_interpretation_t format) {
  return hip_cpu::Fp8Format::of(format).encode(x, saturation);
}
inline __hip_fp8_storage_t __hip_cvt_float_to_fp8(float x, __hip_saturation_t saturation,
                                                  __hip_fp8_interpretation_t format) {
  return __hip_cvt_double_to_fp8(x, saturation, format);
}
inline __hip_fp8_storage_t __hip_cvt_halfraw_to_fp8(__half_raw x, __hip_saturation_t saturation,
                                                    __hip_fp8_interpretation_t format) {
  return __hip_cvt_float_to_fp8(__half(x), saturation, format);
}
inline __hip_fp8_storage_t __hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw x,
                                                        __hip_saturation_t saturation,
                                                        __hip_fp8_interpretation_t format) {
  return __hip_cvt_float_to_fp8(__hip_bfloat16(x), saturation, format);
}
inline __hip_fp8x2_storage_t __hip_cvt_double2_to_fp8x2(double2 x, __hip_saturation_t saturation,
                                                        __hip_fp8_interpretation_t format) {
  return static_cast<__hip_fp8x2_storage_t>(__hip_cvt_double_to_fp8(x.x, saturation, format) |
                                            __hip_cvt_double_to_fp8(x.y, saturation, format) << 8);
}
inline __hip_fp8x2_storage_t __hip_cvt_float2_to_fp8x2(float2 x, __hip_saturation_t saturation,
                                                       __hip_fp8_interpretation_t format) {
  return __hip_cvt_double2_to_fp8x2({x.x, x.y}, saturation, format);
}
inline __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t x,
                                           __hip_fp8_interpretation_t format) {
  return __half(hip_cpu::Fp8Format::of(format).decode(x));
}

namespace hip_cpu {

template <__hip_fp8_interpretation_t format>
struct Fp8 {
  static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;
  static constexpr __hip_fp8_interpretation_t __default_interpret = format;

  __hip_fp8_storage_t __x;

  Fp8() = default;
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Fp8(T x) : __x(__hip_cvt_double_to_fp8(static_cast<double>(x), __default_saturation, format)) {}
  Fp8(__half x) : Fp8(static_cast<float>(x)) {}
  Fp8(__hip_bfloat16 x) : Fp8(static_cast<float>(x)) {}

  operator float() const { return static_cast<float>(Fp8Format::of(format).decode(__x)); }
};

template <__hip_fp8_interpretation_t format>
struct Fp8x2 {
  using One = Fp8<format>;
  static constexpr __hip_saturation_t __default_saturation = One::__default_saturation;
  static constexpr __hip_fp8_interpretation_t __default_interpret = format;

  __hip_fp8x2_storage_t __x;

  Fp8x2() = default;
  Fp8x2(double2 x) : __x(__hip_cvt_double2_to_fp8x2(x, __default_saturation, format)) {}
  Fp8x2(float2 x) : Fp8x2(double2{x.x, x.y}) {}
  Fp8x2(__half2 x) : Fp8x2(__half22float2(x)) {}
  Fp8x2(__hip_bfloat162 x) : Fp8x2(__bfloat1622float2(x)) {}

  operator float2() const {
    const Fp8Format of = Fp8Format::of(format);
    return {of.decode(__x & 0xff), of.decode(static_cast<unsigned char>(__x >> 8))};
  }
};

template <__hip_fp8_interpretation_t format>
struct Fp8x4 {
  using Two = Fp8x2<format>;
  static constexpr __hip_saturation_t __default_saturation = Two::__default_saturation;
  static constexpr __hip_fp8_interpretation_t __default_interpret = format;

  __hip_fp8x4_storage_t __x;

  Fp8x4() = default;
  Fp8x4(double4 x) : Fp8x4(Two(double2{x.x, x.y}), Two(double2{x.z, x.w})) {}
  Fp8x4(float4 x) : Fp8x4(Two(float2{x.x, x.y}), Two(float2{x.z, x.w})) {}
  Fp8x4(__half2 low, __half2 high) : Fp8x4(Two(low), Two(high)) {}
  Fp8x4(__hip_bfloat162 low, __hip_bfloat162 high) : Fp8x4(Two(low), Two(high)) {}

  operator float4() const {
    Two low, high;
    low.__x = static_cast<__hip_fp8x2_storage_t>(__x);
    high.__x = static_cast<__hip_fp8x2_storage_t>(__x >> 16);
    const float2 a = low, b = high;
    return {a.x, a.y, b.x, b.y};
  }

 private:
  Fp8x4(Two low, Two high) : __x(low.__x | static_cast<unsigned>(high.__x) << 16) {}
};

}  // namespace hip_cpu

using __hip_fp8_e4m3 = hip_cpu::Fp8<__HIP_E4M3>;
using __hip_fp8_e5m2 = hip_cpu::Fp8<__HIP_E5M2>;
using __hip_fp8_e4m3_fnuz = hip_cpu::Fp8<__HIP_E4M3_FNUZ>;
using __hip_fp8_e5m2_fnuz = hip_cpu::Fp8<__HIP_E5M2_FNUZ>;
using __hip_fp8x2_e4m3 = hip_cpu::Fp8x2<__HIP_E4M3>;
using __hip_fp8x2_e5m2 = hip_cpu::Fp8x2<__HIP_E5M2>;
using __hip_fp8x2_e4m3_fnuz = hip_cpu::Fp8x2<__HIP_E4M3_FNUZ>;
using __hip_fp8x2_e5m2_fnuz = hip_cpu::Fp8x2<__HIP_E5M2_FNUZ>;
using __hip_fp8x4_e4m3 = hip_cpu::Fp8x4<__HIP_E4M3>;
using __hip_fp8x4_e5m2 = hip_cpu::Fp8x4<__HIP_E5M2>;
using __hip_fp8x4_e4m3_fnuz = hip_cpu::Fp8x4<__HIP_E4M3_FNUZ>;
using __hip_fp8x4_e5m2_fnuz = hip_cpu::Fp8x4<__HIP_E5M2_FNUZ>;

#include <hip_cpu/restore_macros.hpp>
