// VOP3P instructions on halves: two results to a register (v_pk_), products of mixed precision
// (v_fma_mix) and sums of products (v_dot). Sums of products are added to the third source one
// after the other, with one rounding each; hardware may round otherwise. Source: AMD Instinct MI200
// ISA, 12.10; that v_dot2_f32_f16 takes denormal numbers of single precision for zero, as source
// and as result: LLVM, SITargetLowering::performFMACombine.
#include <algorithm>
#include <limits>

#include "amd_emulator/isa/floating_point.hpp"
#include "amd_emulator/isa/half_words.hpp"

namespace hippuzzle::amd {
namespace {

// third: as in half_words.hpp.
template <unsigned sources, auto f, unsigned third = 3>
void packed(Wave& w, const Instruction& i) {
  const Selection& s = i.selection;
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[3], result = {};
    const uint32_t* from[3] = {};
    for (unsigned n = 0; n < sources; ++n)
      from[n] = read_lanes(w, i.operands[n == 2 ? third : 1 + n], 0, first, room[n]);
    for (unsigned k = 0; k < 2; ++k) {
      const unsigned selects = k == 0 ? s.op_sel : s.op_sel_hi;
      const unsigned negates = k == 0 ? s.neg_lo : s.neg_hi;
      const auto value = [&](unsigned n, unsigned l) {
        const uint32_t bits = from[n][l] >> (selects >> n & 1) * 16 & 0xffff;
        return static_cast<double>(from_half(bits ^ (negates >> n & 1) << 15));
      };
      for (unsigned l = 0; l < half; ++l) {
        double x = 0;
        if constexpr (sources == 2) x = f(value(0, l), value(1, l));
        if constexpr (sources == 3) x = f(value(0, l), value(1, l), value(2, l));
        result[l] |= finished_half(i, x) << 16 * k;
      }
    }
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

// A source of v_fma_mix: all of a register, or the half of it that op_sel names.
void read_mixed(const Wave& w, const Instruction& i, unsigned source, unsigned first,
                Lanes& values) {
  const Operand& o = i.operands[1 + source];
  if ((i.selection.op_sel_hi >> source & 1) == 0) {
    Lanes room;
    const uint32_t* from = read_signed(w, o, 0, first, room);
    std::copy_n(from, half, values);
    return;
  }
  read_words(w, i, 1 + source, source, first, values);
  for (uint32_t& value : values) value = as_bits(from_half(value));
}

enum class Part { whole, lower, upper };

template <Part part>
void fuse_mixed(Wave& w, const Instruction& i) {
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes a, b, c;
    read_mixed(w, i, 0, first, a);
    read_mixed(w, i, 1, first, b);
    read_mixed(w, i, 2, first, c);
    for (unsigned l = 0; l < half; ++l) {
      const float x = __builtin_fmaf(as_float(a[l]), as_float(b[l]), as_float(c[l]));
      a[l] = part == Part::whole ? as_bits(finished(i, x))
                                 : to_half(static_cast<double>(finished(i, x)));
    }
    if (part == Part::whole) return write_lanes(w, i.operands[0], 0, first, on, a);
    write_half(w, i.operands[0], part == Part::upper, first, on, a);
  });
}

constexpr float flushed(float x) {
  return (as_bits(x) & 0x7f800000) == 0 ? as_float(as_bits(x) & 0x80000000) : x;
}

// Two products of halves, or of bfloat16, and a number of single precision.
template <auto value_of, unsigned third>
void dot_of_two(Wave& w, const Instruction& i) {
  const Selection& s = i.selection;
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[3], result;
    const uint32_t* a = read_lanes(w, i.operands[1], 0, first, room[0]);
    const uint32_t* b = read_lanes(w, i.operands[2], 0, first, room[1]);
    const uint32_t* c = read_signed(w, i.operands[third], 0, first, room[2]);
    const auto term = [&](uint32_t bits, unsigned source, unsigned k) {
      const unsigned selects = k == 0 ? s.op_sel : s.op_sel_hi;
      const unsigned negates = k == 0 ? s.neg_lo : s.neg_hi;
      bits = bits >> (selects >> source & 1) * 16 & 0xffff;
      return value_of(bits ^ (negates >> source & 1) << 15);
    };
    const bool negates_sum = (s.neg_lo >> 2 & 1) != 0, drops_sign = (s.neg_hi >> 2 & 1) != 0;
    for (unsigned l = 0; l < half; ++l) {
      float x = flushed(as_float(c[l]));
      if (drops_sign) x = std::fabs(x);
      if (negates_sum) x = -x;
      for (unsigned k = 0; k < 2; ++k) x = __builtin_fmaf(term(a[l], 0, k), term(b[l], 1, k), x);
      result[l] = as_bits(flushed(x));
    }
    finish(i, result);
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

// Products of `bits` bits each, of all terms in a register. signs: a bit for each signed source;
// instructions with named signs (iu) have these bits in neg_lo.
enum class Signs { none, both, named };

template <unsigned bits, Signs signs, unsigned third>
void dot_of_integers(Wave& w, const Instruction& i) {
  const unsigned is_signed = signs == Signs::both   ? 3
                             : signs == Signs::none ? 0
                                                    : i.selection.neg_lo;
  const auto term = [&](uint32_t x, unsigned source, unsigned k) -> int64_t {
    const uint32_t top = x >> bits * k << (32 - bits);
    if ((is_signed >> source & 1) != 0) return static_cast<int32_t>(top) >> (32 - bits);
    return top >> (32 - bits);
  };
  const bool is_signed_sum = signs != Signs::none, clamps = i.has(Instruction::clamps);
  for_halves(w, [&](unsigned first, uint32_t on) {
    Lanes room[3], result;
    const uint32_t* a = read_lanes(w, i.operands[1], 0, first, room[0]);
    const uint32_t* b = read_lanes(w, i.operands[2], 0, first, room[1]);
    const uint32_t* c = read_lanes(w, i.operands[third], 0, first, room[2]);
    for (unsigned l = 0; l < half; ++l) {
      int64_t sum = is_signed_sum ? int64_t{static_cast<int32_t>(c[l])} : int64_t{c[l]};
      for (unsigned k = 0; k < 32 / bits; ++k) sum += term(a[l], 0, k) * term(b[l], 1, k);
      if (clamps && is_signed_sum) {
        sum = std::clamp<int64_t>(sum, std::numeric_limits<int32_t>::min(),
                                  std::numeric_limits<int32_t>::max());
      } else if (clamps) {
        sum = std::min<int64_t>(sum, std::numeric_limits<uint32_t>::max());
      }
      result[l] = static_cast<uint32_t>(sum);
    }
    write_lanes(w, i.operands[0], 0, first, on, result);
  });
}

double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

void add_clamping(Registry& r, const std::string& name, Execute execute) {
  r.add(name, execute);
  r.add(name + " clamp", execute);
}

}  // namespace

void add_packed_half(Registry& r) {
  r.add("v_pk_fma_f16", packed<3, fused>);
  r.add("v_pk_fmac_f16", packed<3, fused, 0>);
  r.add("v_pk_mul_f16", packed<2, [](double a, double b) { return a * b; }>);
  r.add("v_pk_add_f16", packed<2, [](double a, double b) { return a + b; }>);
  r.add("v_pk_max_f16", packed<2, larger<double>>);
  r.add("v_pk_min_f16", packed<2, smaller<double>>);
  r.add("v_fma_mix_f32", fuse_mixed<Part::whole>);
  r.add("v_fma_mixlo_f16", fuse_mixed<Part::lower>);
  r.add("v_fma_mixhi_f16", fuse_mixed<Part::upper>);
  r.add("v_dot2_f32_f16", dot_of_two<from_half, 3>);
  r.add("v_dot2c_f32_f16", dot_of_two<from_half, 0>);
  r.alias("v_dot2acc_f32_f16", "v_dot2c_f32_f16");
  r.add("v_dot2_f32_bf16", dot_of_two<from_bfloat16, 3>);
  add_clamping(r, "v_dot2_i32_i16", dot_of_integers<16, Signs::both, 3>);
  add_clamping(r, "v_dot2_u32_u16", dot_of_integers<16, Signs::none, 3>);
  add_clamping(r, "v_dot4_i32_i8", dot_of_integers<8, Signs::both, 3>);
  add_clamping(r, "v_dot4_u32_u8", dot_of_integers<8, Signs::none, 3>);
  add_clamping(r, "v_dot8_i32_i4", dot_of_integers<4, Signs::both, 3>);
  add_clamping(r, "v_dot8_u32_u4", dot_of_integers<4, Signs::none, 3>);
  add_clamping(r, "v_dot4_i32_iu8", dot_of_integers<8, Signs::named, 3>);
  add_clamping(r, "v_dot8_i32_iu4", dot_of_integers<4, Signs::named, 3>);
  r.add("v_dot4c_i32_i8", dot_of_integers<8, Signs::both, 0>);
}

}  // namespace hippuzzle::amd
