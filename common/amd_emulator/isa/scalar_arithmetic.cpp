// SOP1, SOP2, SOPK and SOPC instructions that compute. SCC depends on the instruction: a carry, an
// overflow, or that the result is not 0. Source: AMD Instinct MI200 ISA, 12.1 to 12.4; RDNA 2 ISA,
// 12.1 to 12.4.
#include <bit>

#include "amd_emulator/isa/scalars.hpp"

namespace hippuzzle::amd {
namespace {

// f(a, b, scc) returns the result and may change scc.
template <auto f>
void two(Wave& w, const Instruction& i) {
  const uint32_t a = read_scalar(w, i.operands[1]), b = read_scalar(w, i.operands[2]);
  write_scalar(w, i.operands[0], f(a, b, w.scc));
}

template <auto f>
void two_wide(Wave& w, const Instruction& i) {
  const uint64_t a = read_pair(w, i.operands[1]), b = read_pair(w, i.operands[2]);
  write_pair(w, i.operands[0], f(a, b, w.scc));
}

// The second operand is a count of 32 bits.
template <auto f>
void shift_wide(Wave& w, const Instruction& i) {
  const uint64_t result = f(read_pair(w, i.operands[1]), read_scalar(w, i.operands[2]) & 63);
  write_pair(w, i.operands[0], result);
  w.scc = result != 0;
}

template <auto f>
void one(Wave& w, const Instruction& i) {
  write_scalar(w, i.operands[0], f(read_scalar(w, i.operands[1]), w.scc));
}

template <auto f>
void one_wide(Wave& w, const Instruction& i) {
  write_pair(w, i.operands[0], f(read_pair(w, i.operands[1]), w.scc));
}

template <auto f>
void one_of_wide(Wave& w, const Instruction& i) {  // 64 bits to 32
  write_scalar(w, i.operands[0], f(read_pair(w, i.operands[1]), w.scc));
}

template <auto f>
void compare(Wave& w, const Instruction& i) {
  w.scc = f(read_scalar(w, i.operands[0]), read_scalar(w, i.operands[1]));
}

template <auto f>
void compare_wide(Wave& w, const Instruction& i) {
  w.scc = f(read_pair(w, i.operands[0]), read_pair(w, i.operands[1]));
}

// SOPK: f(destination, constant of 16 bits as it stands there, scc).
template <auto f>
void with_constant(Wave& w, const Instruction& i) {
  const uint32_t a = read_scalar(w, i.operands[0]), k = i.operands[1].low;
  write_scalar(w, i.operands[0], f(a, k, w.scc));
}

constexpr int32_t as_signed(uint32_t x) { return static_cast<int32_t>(x); }
constexpr uint32_t extend16(uint32_t x) {
  return static_cast<uint32_t>(static_cast<int32_t>(static_cast<int16_t>(x)));
}

template <class T>
constexpr T nonzero(T result, bool& scc) {
  scc = result != 0;
  return result;
}

constexpr bool add_overflows(uint32_t a, uint32_t b) {
  const uint32_t sum = a + b;
  return ((~(a ^ b) & (a ^ sum)) >> 31) != 0;
}

constexpr bool subtract_overflows(uint32_t a, uint32_t b) {
  const uint32_t difference = a - b;
  return (((a ^ b) & (a ^ difference)) >> 31) != 0;
}

template <unsigned shift>
constexpr uint32_t shift_add(uint32_t a, uint32_t b, bool& scc) {
  const uint64_t sum = (static_cast<uint64_t>(a) << shift) + b;
  scc = sum >> 32 != 0;
  return static_cast<uint32_t>(sum);
}

constexpr uint32_t field(uint32_t a, uint32_t b, bool& scc) {
  const uint32_t offset = b & 31, width = b >> 16 & 127;
  const uint32_t mask = width >= 32 ? ~0u : (1u << width) - 1;
  return nonzero(a >> offset & mask, scc);
}

constexpr uint32_t signed_field(uint32_t a, uint32_t b, bool& scc) {
  const uint32_t offset = b & 31, width = b >> 16 & 127;
  if (width == 0) return nonzero(0u, scc);
  if (offset + width >= 32) return nonzero(static_cast<uint32_t>(as_signed(a) >> offset), scc);
  const uint32_t left = a << (32 - offset - width);
  return nonzero(static_cast<uint32_t>(as_signed(left) >> (32 - width)), scc);
}

constexpr uint64_t wide_field(uint64_t a, uint64_t b, bool& scc) {
  const uint64_t offset = b & 63, width = b >> 16 & 127;
  const uint64_t mask = width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  return nonzero(a >> offset & mask, scc);
}

template <class T>
constexpr T reversed(T x) {
  T result = 0;
  for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit) result = result << 1 | (x >> bit & 1);
  return result;
}

// Bits before the first that differs from the sign; -1 when none does.
constexpr uint32_t sign_bits(uint32_t x) {
  const uint32_t differing = x ^ static_cast<uint32_t>(as_signed(x) >> 31);
  return differing == 0 ? ~0u : static_cast<uint32_t>(std::countl_zero(differing));
}

void add_sums(Registry& r) {
  r.add("s_add_u32", two<[](uint32_t a, uint32_t b, bool& scc) {
          scc = a + b < a;
          return a + b;
        }>);
  r.add("s_sub_u32", two<[](uint32_t a, uint32_t b, bool& scc) {
          scc = a < b;
          return a - b;
        }>);
  r.add("s_addc_u32", two<[](uint32_t a, uint32_t b, bool& scc) {
          const uint64_t sum = uint64_t{a} + b + (scc ? 1 : 0);
          scc = (sum >> 32) != 0;
          return static_cast<uint32_t>(sum);
        }>);
  r.add("s_subb_u32", two<[](uint32_t a, uint32_t b, bool& scc) {
          const uint64_t subtrahend = uint64_t{b} + (scc ? 1 : 0);
          scc = (subtrahend > a);
          return static_cast<uint32_t>(a - subtrahend);
        }>);
  r.add("s_add_i32", two<[](uint32_t a, uint32_t b, bool& scc) {
          scc = add_overflows(a, b);
          return a + b;
        }>);
  r.add("s_sub_i32", two<[](uint32_t a, uint32_t b, bool& scc) {
          scc = subtract_overflows(a, b);
          return a - b;
        }>);
  r.add("s_absdiff_i32", two<[](uint32_t a, uint32_t b, bool& scc) {
          return nonzero(as_signed(a) < as_signed(b) ? b - a : a - b, scc);
        }>);
  r.add("s_mul_i32", two<[](uint32_t a, uint32_t b, bool&) { return a * b; }>);
  r.add("s_mul_hi_u32", two<[](uint32_t a, uint32_t b, bool&) {
          return static_cast<uint32_t>(uint64_t{a} * b >> 32);
        }>);
  r.add("s_mul_hi_i32", two<[](uint32_t a, uint32_t b, bool&) {
          return static_cast<uint32_t>(int64_t{as_signed(a)} * as_signed(b) >> 32);
        }>);
  r.add("s_lshl1_add_u32", two<shift_add<1>>);
  r.add("s_lshl2_add_u32", two<shift_add<2>>);
  r.add("s_lshl3_add_u32", two<shift_add<3>>);
  r.add("s_lshl4_add_u32", two<shift_add<4>>);
  r.add("s_min_u32", two<[](uint32_t a, uint32_t b, bool& scc) {
          scc = a < b;
          return scc ? a : b;
        }>);
  r.add("s_max_u32", two<[](uint32_t a, uint32_t b, bool& scc) {
          scc = (a > b);
          return scc ? a : b;
        }>);
  r.add("s_min_i32", two<[](uint32_t a, uint32_t b, bool& scc) {
          scc = as_signed(a) < as_signed(b);
          return scc ? a : b;
        }>);
  r.add("s_max_i32", two<[](uint32_t a, uint32_t b, bool& scc) {
          scc = (as_signed(a) > as_signed(b));
          return scc ? a : b;
        }>);
  r.add("s_abs_i32",
        one<[](uint32_t a, bool& scc) { return nonzero(as_signed(a) < 0 ? 0 - a : a, scc); }>);
}

// Registers each under its 32-bit and its 64-bit name, and under gfx11's name if it differs.
template <auto f>
void add_logical(Registry& r, const std::string& name, const std::string& later = "") {
  for (const std::string& n : {name, later}) {
    if (n.empty()) continue;
    r.add(n + "_b32", two<[](uint32_t a, uint32_t b, bool& scc) {
            return nonzero(static_cast<uint32_t>(f(a, b)), scc);
          }>);
    r.add(n + "_b64",
          two_wide<[](uint64_t a, uint64_t b, bool& scc) { return nonzero(f(a, b), scc); }>);
  }
}

void add_bits(Registry& r) {
  add_logical<[](uint64_t a, uint64_t b) { return a & b; }>(r, "s_and");
  add_logical<[](uint64_t a, uint64_t b) { return a | b; }>(r, "s_or");
  add_logical<[](uint64_t a, uint64_t b) { return a ^ b; }>(r, "s_xor");
  add_logical<[](uint64_t a, uint64_t b) { return a & ~b; }>(r, "s_andn2", "s_and_not1");
  add_logical<[](uint64_t a, uint64_t b) { return a | ~b; }>(r, "s_orn2", "s_or_not1");
  add_logical<[](uint64_t a, uint64_t b) { return ~(a & b); }>(r, "s_nand");
  add_logical<[](uint64_t a, uint64_t b) { return ~(a | b); }>(r, "s_nor");
  add_logical<[](uint64_t a, uint64_t b) { return ~(a ^ b); }>(r, "s_xnor");
  r.add("s_not_b32", one<[](uint32_t a, bool& scc) { return nonzero(~a, scc); }>);
  r.add("s_not_b64", one_wide<[](uint64_t a, bool& scc) { return nonzero(~a, scc); }>);
  r.add("s_lshl_b32",
        two<[](uint32_t a, uint32_t b, bool& scc) { return nonzero(a << (b & 31), scc); }>);
  r.add("s_lshr_b32",
        two<[](uint32_t a, uint32_t b, bool& scc) { return nonzero(a >> (b & 31), scc); }>);
  r.add("s_ashr_i32", two<[](uint32_t a, uint32_t b, bool& scc) {
          return nonzero(static_cast<uint32_t>(as_signed(a) >> (b & 31)), scc);
        }>);
  r.add("s_lshl_b64", shift_wide<[](uint64_t a, uint32_t b) { return a << b; }>);
  r.add("s_lshr_b64", shift_wide<[](uint64_t a, uint32_t b) { return (a >> b); }>);
  r.add("s_ashr_i64", shift_wide<[](uint64_t a, uint32_t b) {
          return static_cast<uint64_t>(static_cast<int64_t>(a) >> b);
        }>);
  r.add("s_bfe_u32", two<field>);
  r.add("s_bfe_i32", two<signed_field>);
  r.add("s_bfe_u64", [](Wave& w, const Instruction& i) {
    const uint64_t a = read_pair(w, i.operands[1]);
    write_pair(w, i.operands[0], wide_field(a, read_scalar(w, i.operands[2]), w.scc));
  });
  r.add("s_bfm_b32",
        two<[](uint32_t a, uint32_t b, bool&) { return ((1u << (a & 31)) - 1) << (b & 31); }>);
  r.add("s_bfm_b64", [](Wave& w, const Instruction& i) {
    const uint32_t width = read_scalar(w, i.operands[1]) & 63;
    write_pair(w, i.operands[0],
               ((uint64_t{1} << width) - 1) << (read_scalar(w, i.operands[2]) & 63));
  });
  r.add("s_pack_ll_b32_b16",
        two<[](uint32_t a, uint32_t b, bool&) { return (a & 0xffff) | b << 16; }>);
  r.add("s_pack_lh_b32_b16",
        two<[](uint32_t a, uint32_t b, bool&) { return (a & 0xffff) | (b & 0xffff0000); }>);
  r.add("s_pack_hh_b32_b16",
        two<[](uint32_t a, uint32_t b, bool&) { return (a >> 16) | (b & 0xffff0000); }>);
  r.add("s_brev_b32", one<[](uint32_t a, bool&) { return reversed(a); }>);
  r.add("s_brev_b64", one_wide<[](uint64_t a, bool&) { return reversed(a); }>);
  r.add("s_bitset0_b32", [](Wave& w, const Instruction& i) {
    w.scalars[i.operands[0].index] &= ~(1u << (read_scalar(w, i.operands[1]) & 31));
  });
  r.add("s_bitset1_b32", [](Wave& w, const Instruction& i) {
    w.scalars[i.operands[0].index] |= 1u << (read_scalar(w, i.operands[1]) & 31);
  });
}

void add_counts(Registry& r) {
  r.add("s_bcnt1_i32_b32", one<[](uint32_t a, bool& scc) {
          return nonzero(static_cast<uint32_t>(std::popcount(a)), scc);
        }>);
  r.add("s_bcnt1_i32_b64", one_of_wide<[](uint64_t a, bool& scc) {
          return nonzero(static_cast<uint32_t>(std::popcount(a)), scc);
        }>);
  r.add("s_bcnt0_i32_b32", one<[](uint32_t a, bool& scc) {
          return nonzero(static_cast<uint32_t>(std::popcount(~a)), scc);
        }>);
  r.add("s_bcnt0_i32_b64", one_of_wide<[](uint64_t a, bool& scc) {
          return nonzero(static_cast<uint32_t>(std::popcount(~a)), scc);
        }>);
  r.add("s_ff1_i32_b32", one<[](uint32_t a, bool&) {
          return a == 0 ? ~0u : static_cast<uint32_t>(std::countr_zero(a));
        }>);
  r.add("s_ff1_i32_b64", one_of_wide<[](uint64_t a, bool&) {
          return a == 0 ? ~0u : static_cast<uint32_t>(std::countr_zero(a));
        }>);
  r.add("s_flbit_i32_b32", one<[](uint32_t a, bool&) {
          return a == 0 ? ~0u : static_cast<uint32_t>(std::countl_zero(a));
        }>);
  r.add("s_flbit_i32_b64", one_of_wide<[](uint64_t a, bool&) {
          return a == 0 ? ~0u : static_cast<uint32_t>(std::countl_zero(a));
        }>);
  r.add("s_flbit_i32", one<[](uint32_t a, bool&) { return sign_bits(a); }>);
  r.alias("s_ctz_i32_b32", "s_ff1_i32_b32");
  r.alias("s_ctz_i32_b64", "s_ff1_i32_b64");
  r.alias("s_clz_i32_u32", "s_flbit_i32_b32");
  r.alias("s_clz_i32_u64", "s_flbit_i32_b64");
  r.alias("s_cls_i32", "s_flbit_i32");
}

void add_moves(Registry& r) {
  r.add("s_mov_b32", one<[](uint32_t a, bool&) { return a; }>);
  r.add("s_mov_b64", one_wide<[](uint64_t a, bool&) { return a; }>);
  r.add("s_cmov_b32", [](Wave& w, const Instruction& i) {
    if (w.scc) write_scalar(w, i.operands[0], read_scalar(w, i.operands[1]));
  });
  r.add("s_cmov_b64", [](Wave& w, const Instruction& i) {
    if (w.scc) write_pair(w, i.operands[0], read_pair(w, i.operands[1]));
  });
  r.add("s_cselect_b32", two<[](uint32_t a, uint32_t b, bool& scc) { return scc ? a : b; }>);
  r.add("s_cselect_b64", two_wide<[](uint64_t a, uint64_t b, bool& scc) { return scc ? a : b; }>);
  r.add("s_sext_i32_i8", one<[](uint32_t a, bool&) {
          return static_cast<uint32_t>(static_cast<int32_t>(static_cast<int8_t>(a)));
        }>);
  r.add("s_sext_i32_i16", one<[](uint32_t a, bool&) { return extend16(a); }>);
  r.add("s_movk_i32", with_constant<[](uint32_t, uint32_t k, bool&) { return extend16(k); }>);
  r.add("s_cmovk_i32",
        with_constant<[](uint32_t a, uint32_t k, bool& scc) { return scc ? extend16(k) : a; }>);
  r.add("s_addk_i32", with_constant<[](uint32_t a, uint32_t k, bool& scc) {
          scc = add_overflows(a, extend16(k));
          return a + extend16(k);
        }>);
  r.add("s_mulk_i32", with_constant<[](uint32_t a, uint32_t k, bool&) { return a * extend16(k); }>);
}

// A comparison and SOPK's with a constant, which is extended as the type is.
template <class T, auto f>
void add_comparison(Registry& r, const std::string& name) {
  constexpr auto typed = [](uint32_t a, uint32_t b) {
    return f(static_cast<T>(a), static_cast<T>(b));
  };
  r.add("s_cmp_" + name, compare<typed>);
  r.add("s_cmpk_" + name, [](Wave& w, const Instruction& i) {
    const uint32_t k = i.operands[1].low;
    const uint32_t b = std::is_signed_v<T> ? extend16(k) : k & 0xffff;
    w.scc = f(static_cast<T>(read_scalar(w, i.operands[0])), static_cast<T>(b));
  });
}

template <class T>
void add_comparisons(Registry& r, const std::string& type) {
  add_comparison<T, [](T a, T b) { return a == b; }>(r, "eq_" + type);
  add_comparison<T, [](T a, T b) { return a != b; }>(r, "lg_" + type);
  add_comparison<T, [](T a, T b) { return (a > b); }>(r, "gt_" + type);
  add_comparison<T, [](T a, T b) { return a >= b; }>(r, "ge_" + type);
  add_comparison<T, [](T a, T b) { return a < b; }>(r, "lt_" + type);
  add_comparison<T, [](T a, T b) { return a <= b; }>(r, "le_" + type);
}

}  // namespace

void add_scalar_arithmetic(Registry& r) {
  add_sums(r);
  add_bits(r);
  add_counts(r);
  add_moves(r);
  add_comparisons<uint32_t>(r, "u32");
  add_comparisons<int32_t>(r, "i32");
  r.add("s_cmp_eq_u64", compare_wide<[](uint64_t a, uint64_t b) { return a == b; }>);
  r.add("s_cmp_lg_u64", compare_wide<[](uint64_t a, uint64_t b) { return a != b; }>);
  r.add("s_bitcmp0_b32", compare<[](uint32_t a, uint32_t b) { return (a >> (b & 31) & 1) == 0; }>);
  r.add("s_bitcmp1_b32", compare<[](uint32_t a, uint32_t b) { return (a >> (b & 31) & 1) == 1; }>);
  r.add("s_bitcmp0_b64",
        compare_wide<[](uint64_t a, uint64_t b) { return (a >> (b & 63) & 1) == 0; }>);
  r.add("s_bitcmp1_b64",
        compare_wide<[](uint64_t a, uint64_t b) { return (a >> (b & 63) & 1) == 1; }>);
}

}  // namespace hippuzzle::amd
