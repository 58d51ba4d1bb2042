// VOP1, VOP2 and VOP3 instructions on half precision, and conversions to and from it. Reciprocals,
// roots, exponentials and logarithms are rounded correctly or nearly so: the hardware's last bit
// may differ. Source: AMD Instinct MI200 ISA, 12.7 to 12.9.
#include <algorithm>

#include "amd_emulator/isa/floating_point.hpp"
#include "amd_emulator/isa/half_words.hpp"

namespace hippuzzle::amd {
namespace {

constexpr OtherHalf kept = OtherHalf::kept;

double rounded(double x) { return static_cast<double>(from_half(to_half(x))); }
double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
double multiply_then_add(double a, double b, double c) { return rounded(a * b) + c; }

double median(double a, double b, double c) {
  if (a != a || b != b || c != c) return smaller(smaller(a, b), c);
  return larger(smaller(a, b), smaller(larger(a, b), c));
}

constexpr double greatest_fraction = 1 - 0x1p-11;

void add_sums(Registry& r) {
  r.add("v_add_f16", halves<2, [](double a, double b) { return a + b; }>);
  r.add("v_sub_f16", halves<2, [](double a, double b) { return a - b; }>);
  r.add("v_subrev_f16", halves<2, [](double a, double b) { return b - a; }>);
  r.add("v_mul_f16", halves<2, [](double a, double b) { return a * b; }>);
  r.add("v_fma_f16", halves<3, fused, kept>);
  r.add("v_mad_f16", halves<3, multiply_then_add, kept>);
  r.add("v_mad_legacy_f16", halves<3, multiply_then_add>);
  r.add("v_fmac_f16", halves<3, fused, kept, 0>);
  r.add("v_mac_f16", halves<3, multiply_then_add, OtherHalf::as_generation, 0>);
  // Instructions with a constant in them, in the order of v_fma.
  r.add("v_fmamk_f16", halves<3, fused>);
  r.alias("v_fmaak_f16", "v_fmamk_f16");
  r.add("v_madmk_f16", halves<3, multiply_then_add>);
  r.alias("v_madak_f16", "v_madmk_f16");
  r.add("v_max_f16", halves<2, larger<double>>);
  r.add("v_min_f16", halves<2, smaller<double>>);
  r.add("v_max3_f16",
        halves<3, [](double a, double b, double c) { return larger(larger(a, b), c); }, kept>);
  r.add("v_min3_f16",
        halves<3, [](double a, double b, double c) { return smaller(smaller(a, b), c); }, kept>);
  r.add("v_med3_f16", halves<3, median, kept>);
}

void add_functions(Registry& r) {
  r.add("v_rcp_f16", halves<1, [](double a) { return 1 / a; }>);
  r.add("v_rsq_f16", halves<1, [](double a) { return 1 / std::sqrt(a); }>);
  r.add("v_sqrt_f16", halves<1, [](double a) { return std::sqrt(a); }>);
  r.add("v_exp_f16", halves<1, [](double a) { return std::exp2(a); }>);
  r.add("v_log_f16", halves<1, [](double a) { return std::log2(a); }>);
  constexpr double turn = 6.283185307179586;
  r.add("v_sin_f16", halves<1, [](double a) { return std::sin(a * turn); }>);
  r.add("v_cos_f16", halves<1, [](double a) { return std::cos(a * turn); }>);
  r.add("v_trunc_f16", halves<1, [](double a) { return std::trunc(a); }>);
  r.add("v_floor_f16", halves<1, [](double a) { return std::floor(a); }>);
  r.add("v_ceil_f16", halves<1, [](double a) { return std::ceil(a); }>);
  r.add("v_rndne_f16", halves<1, [](double a) { return std::nearbyint(a); }>);
  r.add("v_fract_f16", halves<1, [](double a) {
          return a != a ? a : std::min(a - std::floor(a), greatest_fraction);
        }>);
  r.add("v_frexp_mant_f16", halves<1, mantissa<double>>);
  r.add("v_frexp_exp_i16_f16",
        words<1, [](uint32_t a) { return static_cast<uint32_t>(exponent_of(from_half(a))); }>);
}

// The quotient, corrected where numerator or denominator is zero, infinite or NaN. All are bits.
uint32_t fixed_up(uint32_t quotient, uint32_t denominator, uint32_t numerator) {
  constexpr uint32_t size = 0x7fff, infinity = 0x7c00, default_nan = 0xfe00, quiet = 0x0200;
  const uint32_t sign = (denominator ^ numerator) & 0x8000;
  const uint32_t d = denominator & size, n = numerator & size;
  if (n > infinity) return numerator | quiet;
  if (d > infinity) return denominator | quiet;
  if ((n == 0 && d == 0) || (n == infinity && d == infinity)) return default_nan;
  if (d == 0 || n == infinity) return sign | infinity;
  if (d == infinity || n == 0) return sign;
  return sign | (quotient & size);
}

template <OtherHalf other>
void fix_up(Wave& w, const Instruction& i) {
  for_words<3, other>(w, i, [&](uint32_t a, uint32_t b, uint32_t c) {
    return finished_half(i, static_cast<double>(from_half(fixed_up(a, b, c))));
  });
}

// The exponent is an integer of 16 bits, and no half whose sign is changed.
void scale_by_power(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes value, power, result;
    read_words(w, i, 1, 0, first, value);
    read_words(w, i, 2, 1, first, power);
    for (unsigned l = 0; l < half; ++l) {
      const int n = static_cast<int16_t>(power[l]);
      result[l] = finished_half(i, std::ldexp(static_cast<double>(from_half(value[l])), n));
    }
    write_words(w, i, 2, OtherHalf::as_generation, first, on, result);
  });
}

// Converts from single precision, with its modifiers.
void narrow(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room, result;
    const uint32_t* a = read_signed(w, i.operands[1], 0, first, room);
    for (unsigned l = 0; l < half; ++l)
      result[l] = finished_half(i, static_cast<double>(as_float(a[l])));
    write_words(w, i, 1, OtherHalf::as_generation, first, on, result);
  });
}

void widen(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes result;
    read_words(w, i, 1, 0, first, result);
    for (uint32_t& lane : result) lane = as_bits(from_half(lane));
    finish(i, result);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

// Two numbers of single precision to a pair of 16 bits each.
template <auto f>
void pack_floats(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[2], result;
    const uint32_t* a = read_signed(w, i.operands[1], 0, first, room[0]);
    const uint32_t* b = read_signed(w, i.operands[2], 0, first, room[1]);
    for (unsigned l = 0; l < half; ++l)
      result[l] = f(as_float(a[l])) | static_cast<uint32_t>(f(as_float(b[l]))) << 16;
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

void pack_halves(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes a, b;
    read_words(w, i, 1, 0, first, a);
    read_words(w, i, 2, 1, first, b);
    for (unsigned l = 0; l < half; ++l) a[l] |= b[l] << 16;
    write_lanes(w, i.operands[0], 0, first, on, a);
  });
}

template <class Integer>
uint32_t integer_of(uint32_t a) {
  return static_cast<uint16_t>(to_integer<Integer>(from_half(a)));
}

void add_conversions(Registry& r) {
  r.add("v_ldexp_f16", scale_by_power);
  r.add("v_cvt_f16_f32", narrow);
  r.add("v_cvt_f32_f16", widen);
  r.add("v_cvt_f16_u16", words<1, [](uint32_t a) { return uint32_t{to_half(a)}; }>);
  r.add("v_cvt_f16_i16",
        words<1, [](uint32_t a) { return uint32_t{to_half(static_cast<int16_t>(a))}; }>);
  r.add("v_cvt_u16_f16", words<1, integer_of<uint16_t>>);
  r.add("v_cvt_i16_f16", words<1, integer_of<int16_t>>);
  r.add("v_cvt_pkrtz_f16_f32", pack_floats<to_half_towards_zero>);
  r.alias("v_cvt_pk_rtz_f16_f32", "v_cvt_pkrtz_f16_f32");
  r.add("v_pack_b32_f16", pack_halves);
  r.add("v_div_fixup_f16", fix_up<kept>);
  r.add("v_div_fixup_legacy_f16", fix_up<OtherHalf::as_generation>);
}

}  // namespace

void add_vector_half(Registry& r) {
  add_sums(r);
  add_functions(r);
  add_conversions(r);
}

}  // namespace hippuzzle::amd
