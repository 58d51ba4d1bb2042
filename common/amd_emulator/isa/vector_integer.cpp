// VOP1, VOP2 and VOP3 instructions on integers of 32 and 24 bits. Shift counts are taken modulo the
// width. Source: AMD Instinct MI200 ISA, 12.7 to 12.9; RDNA 2 ISA, 12.7 to 12.10.
#include <algorithm>
#include <limits>

#include "amd_emulator/isa/lanes.hpp"

namespace hippuzzle::amd {
namespace {

constexpr int32_t to_signed(uint32_t x) { return static_cast<int32_t>(x); }
constexpr uint32_t low24(uint32_t x) { return x & 0xffffff; }
constexpr int32_t signed24(uint32_t x) { return to_signed(x << 8) >> 8; }

constexpr uint32_t reverse(uint32_t x) {
  x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
  x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
  x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
  x = (x & 0x00ff00ff) << 8 | (x >> 8 & 0x00ff00ff);
  return x << 16 | x >> 16;
}

// Bits before the first that differs from the sign; -1 when none does.
constexpr uint32_t leading_signs(uint32_t x) {
  const uint32_t differing = x ^ static_cast<uint32_t>(to_signed(x) >> 31);
  return differing == 0 ? ~0u : static_cast<uint32_t>(std::countl_zero(differing));
}

constexpr uint32_t extract(uint32_t a, uint32_t offset, uint32_t width) {
  return a >> (offset & 31) & ((1u << (width & 31)) - 1);
}

constexpr uint32_t extract_signed(uint32_t a, uint32_t offset, uint32_t width) {
  offset &= 31;
  width &= 31;
  if (width == 0) return 0;
  if (offset + width >= 32) return static_cast<uint32_t>(to_signed(a) >> offset);
  return static_cast<uint32_t>(to_signed(a << (32 - offset - width)) >> (32 - width));
}

template <class T>
constexpr T middle(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

// Bytes of {a, b}, b the lower four, as each byte of the selector says: 8 to 11 give the sign of a
// word's upper byte, 12 zeros, more ones.
constexpr uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t bytes = uint64_t{a} << 32 | b;
  uint32_t result = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const uint32_t s = selector >> (8 * k) & 0xff;
    uint32_t byte = 0xff;
    if (s < 8) {
      byte = bytes >> (8 * s) & 0xff;
    } else if (s < 12) {
      byte = (bytes >> (16 * (s - 8) + 15) & 1) != 0 ? 0xff : 0;
    } else if (s == 12) {
      byte = 0;
    }
    result |= byte << (8 * k);
  }
  return result;
}

void add_sums(Registry& r) {
  r.add("v_add_u32", integer2<[](uint32_t a, uint32_t b) { return a + b; }>);
  r.add("v_sub_u32", integer2<[](uint32_t a, uint32_t b) { return a - b; }>);
  r.add("v_subrev_u32", integer2<[](uint32_t a, uint32_t b) { return b - a; }>);
  r.add("v_add_u32 clamp",
        integer2<[](uint32_t a, uint32_t b) { return a + b < a ? ~0u : a + b; }>);
  r.add("v_sub_u32 clamp", integer2<[](uint32_t a, uint32_t b) { return a < b ? 0 : a - b; }>);
  r.add("v_subrev_u32 clamp", integer2<[](uint32_t a, uint32_t b) { return b < a ? 0 : b - a; }>);
  r.alias("v_add_i32", "v_add_u32");
  r.alias("v_sub_i32", "v_sub_u32");
  for (const char* name : {"add", "sub", "subrev"}) {
    const std::string v = std::string("v_") + name;
    r.alias(v + "_nc_u32", v + "_u32");
    r.alias(v + "_nc_u32 clamp", v + "_u32 clamp");
  }
  r.alias("v_add_nc_i32", "v_add_u32");
  r.alias("v_sub_nc_i32", "v_sub_u32");
  r.add("v_add3_u32", integer3<[](uint32_t a, uint32_t b, uint32_t c) { return a + b + c; }>);
  r.add("v_lshl_add_u32",
        integer3<[](uint32_t a, uint32_t b, uint32_t c) { return (a << (b & 31)) + c; }>);
  r.add("v_add_lshl_u32",
        integer3<[](uint32_t a, uint32_t b, uint32_t c) { return (a + b) << (c & 31); }>);
  r.add("v_xad_u32", integer3<[](uint32_t a, uint32_t b, uint32_t c) { return (a ^ b) + c; }>);
  r.add("v_sad_u32",
        integer3<[](uint32_t a, uint32_t b, uint32_t c) { return (a > b ? a - b : b - a) + c; }>);
}

void add_products(Registry& r) {
  r.add("v_mul_lo_u32", integer2<[](uint32_t a, uint32_t b) { return a * b; }>);
  r.add("v_mul_hi_u32", integer2<[](uint32_t a, uint32_t b) {
          return static_cast<uint32_t>(uint64_t{a} * b >> 32);
        }>);
  r.add("v_mul_hi_i32", integer2<[](uint32_t a, uint32_t b) {
          return static_cast<uint32_t>(int64_t{to_signed(a)} * to_signed(b) >> 32);
        }>);
  r.add("v_mul_u32_u24", integer2<[](uint32_t a, uint32_t b) { return low24(a) * low24(b); }>);
  r.add("v_mul_i32_i24", integer2<[](uint32_t a, uint32_t b) {
          return static_cast<uint32_t>(int64_t{signed24(a)} * signed24(b));
        }>);
  r.add("v_mul_hi_u32_u24", integer2<[](uint32_t a, uint32_t b) {
          return static_cast<uint32_t>(uint64_t{low24(a)} * low24(b) >> 32);
        }>);
  r.add("v_mul_hi_i32_i24", integer2<[](uint32_t a, uint32_t b) {
          return static_cast<uint32_t>(int64_t{signed24(a)} * signed24(b) >> 32);
        }>);
  r.add("v_mad_u32_u24",
        integer3<[](uint32_t a, uint32_t b, uint32_t c) { return low24(a) * low24(b) + c; }>);
  r.add("v_mad_i32_i24", integer3<[](uint32_t a, uint32_t b, uint32_t c) {
          return static_cast<uint32_t>(int64_t{signed24(a)} * signed24(b)) + c;
        }>);
}

void add_bits(Registry& r) {
  r.add("v_mov_b32", integer1<[](uint32_t a) { return a; }>);
  r.alias("v_accvgpr_read_b32", "v_mov_b32");
  r.alias("v_accvgpr_write_b32", "v_mov_b32");
  r.alias("v_accvgpr_mov_b32", "v_mov_b32");
  r.add("v_not_b32", integer1<[](uint32_t a) { return ~a; }>);
  r.add("v_bfrev_b32", integer1<reverse>);
  r.add("v_ffbh_u32", integer1<[](uint32_t a) {
          return a == 0 ? ~0u : static_cast<uint32_t>(std::countl_zero(a));
        }>);
  r.add("v_ffbl_b32", integer1<[](uint32_t a) {
          return a == 0 ? ~0u : static_cast<uint32_t>(std::countr_zero(a));
        }>);
  r.add("v_ffbh_i32", integer1<leading_signs>);
  r.alias("v_clz_i32_u32", "v_ffbh_u32");
  r.alias("v_ctz_i32_b32", "v_ffbl_b32");
  r.alias("v_cls_i32", "v_ffbh_i32");
  r.add("v_and_b32", integer2<[](uint32_t a, uint32_t b) { return a & b; }>);
  r.add("v_or_b32", integer2<[](uint32_t a, uint32_t b) { return a | b; }>);
  r.add("v_xor_b32", integer2<[](uint32_t a, uint32_t b) { return a ^ b; }>);
  r.add("v_xnor_b32", integer2<[](uint32_t a, uint32_t b) { return ~(a ^ b); }>);
  r.add("v_lshlrev_b32", integer2<[](uint32_t a, uint32_t b) { return b << (a & 31); }>);
  r.add("v_lshrrev_b32", integer2<[](uint32_t a, uint32_t b) { return (b >> (a & 31)); }>);
  r.add("v_ashrrev_i32", integer2<[](uint32_t a, uint32_t b) {
          return static_cast<uint32_t>(to_signed(b) >> (a & 31));
        }>);
  r.add("v_bfm_b32",
        integer2<[](uint32_t a, uint32_t b) { return ((1u << (a & 31)) - 1) << (b & 31); }>);
  r.add(
      "v_bcnt_u32_b32",
      integer2<[](uint32_t a, uint32_t b) { return static_cast<uint32_t>(std::popcount(a)) + b; }>);
  r.add("v_bfe_u32", integer3<extract>);
  r.add("v_bfe_i32", integer3<extract_signed>);
  r.add("v_bfi_b32",
        integer3<[](uint32_t a, uint32_t b, uint32_t c) { return (a & b) | (~a & c); }>);
  r.add("v_lshl_or_b32",
        integer3<[](uint32_t a, uint32_t b, uint32_t c) { return (a << (b & 31)) | c; }>);
  r.add("v_and_or_b32", integer3<[](uint32_t a, uint32_t b, uint32_t c) { return (a & b) | c; }>);
  r.add("v_or3_b32", integer3<[](uint32_t a, uint32_t b, uint32_t c) { return a | b | c; }>);
  r.add("v_xor3_b32", integer3<[](uint32_t a, uint32_t b, uint32_t c) { return a ^ b ^ c; }>);
  r.add("v_alignbit_b32", integer3<[](uint32_t a, uint32_t b, uint32_t c) {
          return static_cast<uint32_t>((uint64_t{a} << 32 | b) >> (c & 31));
        }>);
  r.add("v_alignbyte_b32", integer3<[](uint32_t a, uint32_t b, uint32_t c) {
          return static_cast<uint32_t>((uint64_t{a} << 32 | b) >> (8 * (c & 3)));
        }>);
  r.add("v_perm_b32", integer3<permute>);
}

void add_choices(Registry& r) {
  r.add("v_min_u32", integer2<[](uint32_t a, uint32_t b) { return a < b ? a : b; }>);
  r.add("v_max_u32", integer2<[](uint32_t a, uint32_t b) { return (a > b) ? a : b; }>);
  r.add("v_min_i32",
        integer2<[](uint32_t a, uint32_t b) { return to_signed(a) < to_signed(b) ? a : b; }>);
  r.add("v_max_i32",
        integer2<[](uint32_t a, uint32_t b) { return (to_signed(a) > to_signed(b)) ? a : b; }>);
  r.add("v_min3_u32",
        integer3<[](uint32_t a, uint32_t b, uint32_t c) { return std::min(a, std::min(b, c)); }>);
  r.add("v_max3_u32",
        integer3<[](uint32_t a, uint32_t b, uint32_t c) { return std::max(a, std::max(b, c)); }>);
  r.add("v_med3_u32", integer3<[](uint32_t a, uint32_t b, uint32_t c) { return middle(a, b, c); }>);
  r.add("v_min3_i32", integer3<[](uint32_t a, uint32_t b, uint32_t c) {
          return static_cast<uint32_t>(std::min({to_signed(a), to_signed(b), to_signed(c)}));
        }>);
  r.add("v_max3_i32", integer3<[](uint32_t a, uint32_t b, uint32_t c) {
          return static_cast<uint32_t>(std::max({to_signed(a), to_signed(b), to_signed(c)}));
        }>);
  r.add("v_med3_i32", integer3<[](uint32_t a, uint32_t b, uint32_t c) {
          return static_cast<uint32_t>(middle(to_signed(a), to_signed(b), to_signed(c)));
        }>);
}

}  // namespace

void add_vector_integer(Registry& r) {
  add_sums(r);
  add_products(r);
  add_bits(r);
  add_choices(r);
}

}  // namespace hippuzzle::amd
