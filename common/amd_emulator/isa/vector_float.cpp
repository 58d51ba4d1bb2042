// VOP1, VOP2 and VOP3 instructions on single precision, and conversions to and from it. Denormal
// numbers are kept but by v_mac and v_mad, which make them 0. Reciprocals, roots, exponentials and
// logarithms are rounded correctly or nearly so: the hardware's last bit may differ. Source: AMD
// Instinct MI200 ISA, 12.7 to 12.9.
#include "amd_emulator/isa/floating_point.hpp"
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

constexpr float flushed(float x) {
  return (as_bits(x) & 0x7f800000) == 0 ? as_float(as_bits(x) & 0x80000000) : x;
}

// Rounded after the product and after the sum.
constexpr float multiply_then_add(float a, float b, float c) {
  const float product = flushed(flushed(a) * flushed(b));
  return flushed(product + flushed(c));
}

float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

template <auto f>
void add_from_float(Registry& r, const std::string& name) {  // to an integer
  r.add(name, [](Wave& w, const Instruction& i) {
    for_halves(w, [&](unsigned first, uint32_t on) {
      Lanes room, result;
      const uint32_t* a = read_signed(w, i.operands[1], 0, first, room);
      for (unsigned l = 0; l < half; ++l) result[l] = static_cast<uint32_t>(f(as_float(a[l])));
      write_lanes(w, i.operands[0], 0, first, on, result);
    });
  });
}

template <auto f>
void add_to_float(Registry& r, const std::string& name) {
  r.add(name, [](Wave& w, const Instruction& i) {
    for_halves(w, [&](unsigned first, uint32_t on) {
      Lanes room, result;
      const uint32_t* a = read_lanes(w, i.operands[1], 0, first, room);
      for (unsigned l = 0; l < half; ++l) result[l] = as_bits(f(a[l]));
      finish(i, result);
      write_lanes(w, i.operands[0], 0, first, on, result);
    });
  });
}

void scale_by_power(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[2], result;
    const uint32_t* a = read_signed(w, i.operands[1], 0, first, room[0]);
    const uint32_t* power = read_lanes(w, i.operands[2], 0, first, room[1]);
    for (unsigned l = 0; l < half; ++l)
      result[l] = as_bits(std::ldexp(as_float(a[l]), static_cast<int32_t>(power[l])));
    finish(i, result);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

void add_sums(Registry& r) {
  r.add("v_add_f32", float2<[](float a, float b) { return a + b; }>);
  r.add("v_sub_f32", float2<[](float a, float b) { return a - b; }>);
  r.add("v_subrev_f32", float2<[](float a, float b) { return b - a; }>);
  r.add("v_mul_f32", float2<[](float a, float b) { return a * b; }>);
  r.add("v_mul_legacy_f32",
        float2<[](float a, float b) { return a == 0 || b == 0 ? 0.0f : a * b; }>);
  r.add("v_fma_f32", float3<fused, 3>);
  r.add("v_fmac_f32", float3<fused, 0>);
  r.add("v_mad_f32", float3<multiply_then_add, 3>);
  r.add("v_mac_f32", float3<multiply_then_add, 0>);
  // Instructions with a constant in them: v_fmamk is a * K + b, v_fmaak is a * b + K, and the
  // assembler writes both in the order of v_fma.
  r.alias("v_fmamk_f32", "v_fma_f32");
  r.alias("v_fmaak_f32", "v_fma_f32");
  r.alias("v_madmk_f32", "v_mad_f32");
  r.alias("v_madak_f32", "v_mad_f32");
  r.add("v_max_f32", float2<larger<float>>);
  r.add("v_min_f32", float2<smaller<float>>);
  r.add("v_max3_f32", float3<[](float a, float b, float c) { return larger(larger(a, b), c); }, 3>);
  r.add("v_min3_f32",
        float3<[](float a, float b, float c) { return smaller(smaller(a, b), c); }, 3>);
  r.add("v_med3_f32", float3<[](float a, float b, float c) {
          if (a != a || b != b || c != c) return smaller(smaller(a, b), c);
          return larger(smaller(a, b), smaller(larger(a, b), c));
        },
                             3>);
  r.add("v_ldexp_f32", scale_by_power);
}

void add_functions(Registry& r) {
  r.add("v_rcp_f32", float1<[](float a) { return 1 / a; }>);
  r.alias("v_rcp_iflag_f32", "v_rcp_f32");
  r.add("v_rsq_f32",
        float1<[](float a) { return static_cast<float>(1 / std::sqrt(static_cast<double>(a))); }>);
  r.add("v_sqrt_f32", float1<[](float a) { return std::sqrt(a); }>);
  r.add("v_exp_f32", float1<[](float a) { return std::exp2(a); }>);
  r.add("v_log_f32", float1<[](float a) { return std::log2(a); }>);
  constexpr double turn = 6.283185307179586;
  r.add(
      "v_sin_f32",
      float1<[](float a) { return static_cast<float>(std::sin(static_cast<double>(a) * turn)); }>);
  r.add(
      "v_cos_f32",
      float1<[](float a) { return static_cast<float>(std::cos(static_cast<double>(a) * turn)); }>);
  r.add("v_trunc_f32", float1<[](float a) { return std::trunc(a); }>);
  r.add("v_floor_f32", float1<[](float a) { return std::floor(a); }>);
  r.add("v_ceil_f32", float1<[](float a) { return std::ceil(a); }>);
  r.add("v_rndne_f32", float1<[](float a) { return std::nearbyint(a); }>);
  r.add("v_fract_f32", float1<fraction<float>>);
  r.add("v_frexp_mant_f32", float1<mantissa<float>>);
}

void add_conversions(Registry& r) {
  add_from_float<exponent_of<float>>(r, "v_frexp_exp_i32_f32");
  add_from_float<to_integer<uint32_t, float>>(r, "v_cvt_u32_f32");
  add_from_float<to_integer<int32_t, float>>(r, "v_cvt_i32_f32");
  add_to_float<[](uint32_t a) { return static_cast<float>(a); }>(r, "v_cvt_f32_u32");
  add_to_float<[](uint32_t a) { return static_cast<float>(static_cast<int32_t>(a)); }>(
      r, "v_cvt_f32_i32");
  add_to_float<[](uint32_t a) { return static_cast<float>(a & 0xff); }>(r, "v_cvt_f32_ubyte0");
  add_to_float<[](uint32_t a) { return static_cast<float>(a >> 8 & 0xff); }>(r, "v_cvt_f32_ubyte1");
  add_to_float<[](uint32_t a) { return static_cast<float>(a >> 16 & 0xff); }>(r,
                                                                              "v_cvt_f32_ubyte2");
  add_to_float<[](uint32_t a) { return static_cast<float>(a >> 24); }>(r, "v_cvt_f32_ubyte3");
}

}  // namespace

void add_vector_float(Registry& r) {
  add_sums(r);
  add_functions(r);
  add_conversions(r);
}

}  // namespace hippuzzle::amd
