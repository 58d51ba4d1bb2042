// Eight-bit floats as numbers: the two formats of the Open Compute Project, E4M3 and E5M2, and
// AMD's of gfx94x, whose names end in FNUZ. FNUZ has one exponent more, no infinity and no negative
// zero; the code of negative zero means NaN.
#pragma once

#include <cmath>
#include <limits>

enum __hip_fp8_interpretation_t {
  __HIP_E4M3 = 0,
  __HIP_E5M2 = 1,
  __HIP_E4M3_FNUZ = 2,
  __HIP_E5M2_FNUZ = 3,
};

// The result for a number that is too large: infinity (NaN where there is none), or the largest.
enum __hip_saturation_t { __HIP_NOSAT = 0, __HIP_SATFINITE = 1 };

namespace hip_cpu {

struct Fp8Format {
  int fraction_bits, bias;
  bool fnuz;
  unsigned char largest, nan;

  static constexpr Fp8Format of(__hip_fp8_interpretation_t which) {
    switch (which) {
      case __HIP_E4M3:
        return {3, 7, false, 0x7e, 0x7f};
      case __HIP_E5M2:
        return {2, 15, false, 0x7b, 0x7f};
      case __HIP_E4M3_FNUZ:
        return {3, 8, true, 0x7f, 0x80};
      default:
        return {2, 16, true, 0x7f, 0x80};
    }
  }

  constexpr bool has_infinity() const { return !fnuz && fraction_bits == 2; }
  static constexpr unsigned char infinity = 0x7c;  // of E5M2

  double decode(unsigned char bits) const {
    const int magnitude = bits & 0x7f;
    const double sign = bits >> 7 ? -1 : 1;
    if (has_infinity() && magnitude == infinity)
      return sign * std::numeric_limits<double>::infinity();
    if (fnuz ? bits == nan : magnitude > largest) return std::numeric_limits<double>::quiet_NaN();
    const int exponent = magnitude >> fraction_bits, one = 1 << fraction_bits;
    const int fraction = magnitude & (one - 1);
    return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias - fraction_bits)
                         : sign * std::ldexp(one + fraction, exponent - bias - fraction_bits);
  }

  // To the nearest, of two as near to the one with an even last bit.
  unsigned char encode(double x, __hip_saturation_t saturation) const {
    if (x != x) return nan;
    const unsigned char sign = std::signbit(x) ? 0x80 : 0;
    const double magnitude = std::fabs(x);
    if (magnitude == 0) return fnuz ? 0 : sign;
    const int least = 1 - bias;  // the exponent of the smallest normal number
    const int own = std::isinf(magnitude) ? least : std::ilogb(magnitude);
    const int exponent = own < least ? least : own;
    const double in_steps = std::nearbyint(std::ldexp(magnitude, fraction_bits - exponent));
    if (std::ldexp(in_steps, exponent - fraction_bits) > decode(largest)) {
      if (saturation == __HIP_SATFINITE) return sign | largest;
      return has_infinity() ? sign | infinity : fnuz ? nan : sign | nan;
    }
    const int code = ((exponent - least) << fraction_bits) + static_cast<int>(in_steps);
    return fnuz && code == 0 ? 0 : static_cast<unsigned char>(sign | code);
  }
};

}  // namespace hip_cpu
