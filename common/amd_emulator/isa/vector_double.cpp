// VOP1, VOP2 and VOP3 instructions on double precision, and conversions to and from it. Denormal
// numbers are kept. Source: AMD Instinct MI200 ISA, 12.7 to 12.9.
#include "amd_emulator/isa/floating_point.hpp"
#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

template <auto f>
void double1(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    WideLanes a, result;
    read_wide(w, i.operands[1], first, a);
    for (unsigned l = 0; l < half; ++l) result[l] = as_bits(finished(i, f(as_double(a[l]))));
    write_wide(w, i.operands[0], first, on, result);
  });
}

template <auto f>
void double2(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    WideLanes a, b, result;
    read_wide(w, i.operands[1], first, a);
    read_wide(w, i.operands[2], first, b);
    for (unsigned l = 0; l < half; ++l)
      result[l] = as_bits(finished(i, f(as_double(a[l]), as_double(b[l]))));
    write_wide(w, i.operands[0], first, on, result);
  });
}

// third: as for float3.
template <unsigned third>
void fused_multiply_add(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    WideLanes a, b, c, result;
    read_wide(w, i.operands[1], first, a);
    read_wide(w, i.operands[2], first, b);
    read_wide(w, i.operands[third], first, c);
    for (unsigned l = 0; l < half; ++l) {
      const double value = __builtin_fma(as_double(a[l]), as_double(b[l]), as_double(c[l]));
      result[l] = as_bits(finished(i, value));
    }
    write_wide(w, i.operands[0], first, on, result);
  });
}

void scale_by_power(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room;
    WideLanes a, result;
    read_wide(w, i.operands[1], first, a);
    const uint32_t* power = read_lanes(w, i.operands[2], 0, first, room);
    for (unsigned l = 0; l < half; ++l) {
      const double value = std::ldexp(as_double(a[l]), static_cast<int32_t>(power[l]));
      result[l] = as_bits(finished(i, value));
    }
    write_wide(w, i.operands[0], first, on, result);
  });
}

template <auto f>
void add_widening(Registry& r, const std::string& name) {  // f of 32 bits gives a double
  r.add(name, [](Wave& w, const Instruction& i) {
    for_halves(w, [&](unsigned first, uint32_t on) {
      Lanes room;
      WideLanes result;
      const uint32_t* a = read_signed(w, i.operands[1], 0, first, room);
      for (unsigned l = 0; l < half; ++l) result[l] = as_bits(finished(i, f(a[l])));
      write_wide(w, i.operands[0], first, on, result);
    });
  });
}

template <auto f>
void add_narrowing(Registry& r, const std::string& name) {  // f of a double gives 32 bits
  r.add(name, [](Wave& w, const Instruction& i) {
    for_halves(w, [&](unsigned first, uint32_t on) {
      WideLanes a;
      Lanes result;
      read_wide(w, i.operands[1], first, a);
      for (unsigned l = 0; l < half; ++l) result[l] = static_cast<uint32_t>(f(as_double(a[l])));
      write_lanes(w, i.operands[0], 0, first, on, result);
    });
  });
}

void to_single(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    WideLanes a;
    Lanes result;
    read_wide(w, i.operands[1], first, a);
    for (unsigned l = 0; l < half; ++l) result[l] = as_bits(static_cast<float>(as_double(a[l])));
    finish(i, result);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

}  // namespace

void add_vector_double(Registry& r) {
  r.add("v_add_f64", double2<[](double a, double b) { return a + b; }>);
  r.add("v_mul_f64", double2<[](double a, double b) { return a * b; }>);
  r.add("v_max_f64", double2<larger<double>>);
  r.add("v_min_f64", double2<smaller<double>>);
  r.add("v_fma_f64", fused_multiply_add<3>);
  r.add("v_fmac_f64", fused_multiply_add<0>);
  r.add("v_ldexp_f64", scale_by_power);
  r.add("v_rcp_f64", double1<[](double a) { return 1 / a; }>);
  r.add("v_rsq_f64", double1<[](double a) { return 1 / std::sqrt(a); }>);
  r.add("v_sqrt_f64", double1<[](double a) { return std::sqrt(a); }>);
  r.add("v_trunc_f64", double1<[](double a) { return std::trunc(a); }>);
  r.add("v_floor_f64", double1<[](double a) { return std::floor(a); }>);
  r.add("v_ceil_f64", double1<[](double a) { return std::ceil(a); }>);
  r.add("v_rndne_f64", double1<[](double a) { return std::nearbyint(a); }>);
  r.add("v_fract_f64", double1<fraction<double>>);
  r.add("v_frexp_mant_f64", double1<mantissa<double>>);
  add_narrowing<exponent_of<double>>(r, "v_frexp_exp_i32_f64");
  add_narrowing<to_integer<uint32_t, double>>(r, "v_cvt_u32_f64");
  add_narrowing<to_integer<int32_t, double>>(r, "v_cvt_i32_f64");
  r.add("v_cvt_f32_f64", to_single);
  add_widening<[](uint32_t a) { return static_cast<double>(as_float(a)); }>(r, "v_cvt_f64_f32");
  add_widening<[](uint32_t a) { return static_cast<double>(a); }>(r, "v_cvt_f64_u32");
  add_widening<[](uint32_t a) { return static_cast<double>(static_cast<int32_t>(a)); }>(
      r, "v_cvt_f64_i32");
}

}  // namespace hippuzzle::amd
