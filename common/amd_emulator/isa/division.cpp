// The three instructions that turn an approximate reciprocal into a correctly rounded quotient:
// v_div_scale brings operands into a range where nothing overflows or is denormal, v_div_fmas
// undoes it, v_div_fixup inserts the results for zeros, infinities and NaN. Source: AMD Instinct
// MI200 ISA, 12.9.
#include "amd_emulator/isa/floating_point.hpp"
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

template <class T>
struct Format;

template <>
struct Format<float> {
  static constexpr int bias = 127, scale = 64, far = 96, small = 23, least = -150, special = 255;
  static constexpr uint32_t default_nan = 0xffc00000;
};

template <>
struct Format<double> {
  static constexpr int bias = 1023, scale = 128, far = 768, small = 53, least = -1075,
                       special = 2047;
  static constexpr uint64_t default_nan = 0xfff8000000000000;
};

// The exponent as it stands in the number, with its bias.
inline int stored_exponent(float x) { return static_cast<int>(as_bits(x) >> 23 & 0xff); }
inline int stored_exponent(double x) { return static_cast<int>(as_bits(x) >> 52 & 0x7ff); }

template <class T>
bool is_denormal(T x) {
  return x != 0 && stored_exponent(x) == 0;
}

template <class T>
T value_of(decltype(Format<T>::default_nan) bits) {
  return std::bit_cast<T>(bits);
}

template <class T>
struct Scaled {
  T value;
  bool unscale;  // v_div_fmas has to undo it
};

// value: the one of numerator and denominator that is to be scaled.
template <class T>
Scaled<T> scaled(T value, T denominator, T numerator) {
  using F = Format<T>;
  const int up = F::scale, down = -F::scale;
  if (numerator == 0 || denominator == 0) return {value_of<T>(F::default_nan), false};
  if (stored_exponent(numerator) - stored_exponent(denominator) >= F::far)
    return {value == denominator ? std::ldexp(value, up) : value, true};
  if (is_denormal(denominator)) return {std::ldexp(value, up), false};
  const bool small_reciprocal = is_denormal(T{1} / denominator);
  const bool small_quotient = is_denormal(numerator / denominator);
  // The documents have it scaled up here, too, where it would overflow.
  if (small_reciprocal && small_quotient)
    return {value == denominator ? std::ldexp(value, down) : value, true};
  if (small_reciprocal) return {std::ldexp(value, down), false};
  if (small_quotient) return {value == numerator ? std::ldexp(value, up) : value, true};
  if (stored_exponent(numerator) <= F::small) return {std::ldexp(value, up), false};
  return {value, false};
}

template <class T>
T fixed_up(T quotient, T denominator, T numerator) {
  using F = Format<T>;
  const bool negative = std::signbit(denominator) != std::signbit(numerator);
  const auto with_sign = [&](T x) { return negative ? -x : x; };
  if (numerator != numerator) return numerator + numerator;  // quiet
  if (denominator != denominator) return denominator + denominator;
  if ((numerator == 0 && denominator == 0) || (std::isinf(numerator) && std::isinf(denominator)))
    return value_of<T>(F::default_nan);
  if (denominator == 0 || std::isinf(numerator))
    return with_sign(std::numeric_limits<T>::infinity());
  if (std::isinf(denominator) || numerator == 0) return with_sign(T{0});
  if (stored_exponent(numerator) - stored_exponent(denominator) < F::least) return with_sign(T{0});
  // The steps before give NaN where the quotient overflows in spite of scaling.
  if (quotient != quotient) return with_sign(std::numeric_limits<T>::infinity());
  return with_sign(std::fabs(quotient));
}

template <class T>
struct LanesOf;
template <>
struct LanesOf<float> {
  Lanes bits;
  void read(const Wave& w, const Operand& o, unsigned first) {
    Lanes room;
    const uint32_t* from = read_signed(w, o, 0, first, room);
    std::memcpy(bits, from, sizeof bits);
  }
  void write(Wave& w, const Operand& o, unsigned first, uint32_t on) const {
    write_lanes(w, o, 0, first, on, bits);
  }
  float at(unsigned l) const { return as_float(bits[l]); }
};
template <>
struct LanesOf<double> {
  WideLanes bits;
  void read(const Wave& w, const Operand& o, unsigned first) { read_wide(w, o, first, bits); }
  void write(Wave& w, const Operand& o, unsigned first, uint32_t on) const {
    write_wide(w, o, first, on, bits);
  }
  double at(unsigned l) const { return as_double(bits[l]); }
};

// Operands: result, mask, value, denominator, numerator.
template <class T>
void scale(Wave& w, const Instruction& i) {
  uint64_t mask = 0;
  for_halves(w, [&](unsigned first, uint32_t on) {
    LanesOf<T> value, denominator, numerator, result;
    value.read(w, i.operands[2], first);
    denominator.read(w, i.operands[3], first);
    numerator.read(w, i.operands[4], first);
    for (unsigned l = 0; l < half; ++l) {
      const Scaled<T> s = scaled(value.at(l), denominator.at(l), numerator.at(l));
      result.bits[l] = as_bits(s.value);
      mask |= static_cast<uint64_t>(s.unscale && (on >> l & 1) != 0 ? 1 : 0) << (first + l);
    }
    result.write(w, i.operands[0], first, on);
  });
  write_mask(w, i.operands[1], mask);
}

// a * b + c times the power of two that undoes the scaling, rounded once also where the result is
// denormal: in a format that holds the product of two T.
template <class T>
T unscaled(T a, T b, T c) {
  using Wide = std::conditional_t<sizeof(T) == 4, long double, __float128>;
  const int power = stored_exponent(c) > Format<T>::bias ? Format<T>::scale : -Format<T>::scale;
  return static_cast<T>((static_cast<Wide>(a) * b + c) * std::ldexp(1.0, power));
}

template <class T>
void fused_multiply_unscale(Wave& w, const Instruction& i) {
  const uint64_t mask = w.mask(scalar::vcc);
  for_halves(w, [&](unsigned first, uint32_t on) {
    LanesOf<T> a, b, c, result;
    a.read(w, i.operands[1], first);
    b.read(w, i.operands[2], first);
    c.read(w, i.operands[3], first);
    for (unsigned l = 0; l < half; ++l) {
      const bool unscale = (mask >> (first + l) & 1) != 0;
      result.bits[l] = as_bits(unscale ? unscaled(a.at(l), b.at(l), c.at(l))
                                       : std::fma(a.at(l), b.at(l), c.at(l)));
    }
    result.write(w, i.operands[0], first, on);
  });
}

template <class T>
void fix_up(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    LanesOf<T> quotient, denominator, numerator, result;
    quotient.read(w, i.operands[1], first);
    denominator.read(w, i.operands[2], first);
    numerator.read(w, i.operands[3], first);
    for (unsigned l = 0; l < half; ++l) {
      const T value = fixed_up(quotient.at(l), denominator.at(l), numerator.at(l));
      result.bits[l] = as_bits(finished(i, value));
    }
    result.write(w, i.operands[0], first, on);
  });
}

template <class T>
void add_width(Registry& r, const std::string& type) {
  r.add("v_div_scale_" + type, scale<T>);
  r.add("v_div_fmas_" + type, fused_multiply_unscale<T>);
  r.add("v_div_fixup_" + type, fix_up<T>);
}

}  // namespace

void add_division(Registry& r) {
  add_width<float>(r, "f32");
  add_width<double>(r, "f64");
}

}  // namespace hippuzzle::amd
