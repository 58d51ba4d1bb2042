// A row for each vector instruction that the other tests do not have, of integers and of floating
// point: signs, shift counts beyond the width, NaN, infinities and denormal numbers among them.
#include <limits>

#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace vector_table_test {

constexpr uint32_t inf = 0x7f800000, nan = 0x7fc00000;

TEST(VectorTable, Integers) {
  const std::vector<VectorCase> rows = {
      {"v_subrev_u32_e64 v0, v1, v2 clamp", {3, 2}, 0},
      {"v_add3_u32 v0, v1, v2, v3", {0xffffffff, 2, 3}, 4},
      {"v_add_lshl_u32 v0, v1, v2, v3", {1, 2, 33}, 6},
      {"v_xad_u32 v0, v1, v2, v3", {0xff, 0x0f, 1}, 0xf1},
      {"v_sad_u32 v0, v1, v2, v3", {2, 5, 10}, 13},
      {"v_mul_lo_u32 v0, v1, v2", {0x10001, 0x10001}, 0x20001},
      {"v_mul_hi_u32_u24_e32 v0, v1, v2", {0xff800000, 0x01000200}, 0x1},
      {"v_mul_hi_i32_i24_e32 v0, v1, v2", {0x00ffffff, 5}, 0xffffffff},
      {"v_mad_u32_u24 v0, v1, v2, v3", {0xff000003, 0xff000004, 5}, 17},
      {"v_mad_i32_i24 v0, v1, v2, v3", {0x00ffffff, 5, 7}, 2},
      {"v_mov_b32_e32 v0, v1", {0x12345678}, 0x12345678},
      {"v_not_b32_e32 v0, v1", {0xffff0000}, 0x0000ffff},
      {"v_and_b32_e32 v0, v1, v2", {0xff00, 0x0ff0}, 0x0f00},
      {"v_or_b32_e32 v0, v1, v2", {0xff00, 0x0ff0}, 0xfff0},
      {"v_xor_b32_e32 v0, v1, v2", {0xff00, 0x0ff0}, 0xf0f0},
      {"v_xnor_b32_e32 v0, v1, v2", {0xff00, 0x0ff0}, 0xffff0f0f},
      {"v_bfm_b32 v0, v1, v2", {36, 40}, 0xf00},
      {"v_bcnt_u32_b32 v0, v1, v2", {0xf0f0f0f0, 4}, 20},
      {"v_lshl_or_b32 v0, v1, v2, v3", {3, 34, 1}, 13},
      {"v_and_or_b32 v0, v1, v2, v3", {0xff, 0x0f, 0x100}, 0x10f},
      {"v_or3_b32 v0, v1, v2, v3", {1, 2, 4}, 7},
      {"v_xor3_b32 v0, v1, v2, v3", {7, 2, 4}, 1},
      {"v_alignbyte_b32 v0, v1, v2, v3", {0x44332211, 0x88776655, 5}, 0x11887766},
      {"v_min_u32_e32 v0, v1, v2", {0xffffffff, 1}, 1},
      {"v_max_u32_e32 v0, v1, v2", {0xffffffff, 1}, 0xffffffff},
      {"v_min_i32_e32 v0, v1, v2", {0xffffffff, 1}, 0xffffffff},
      {"v_max_i32_e32 v0, v1, v2", {0xffffffff, 1}, 1},
      {"v_min3_u32 v0, v1, v2, v3", {0xffffffff, 3, 2}, 2},
      {"v_max3_u32 v0, v1, v2, v3", {0xffffffff, 3, 2}, 0xffffffff},
      {"v_med3_u32 v0, v1, v2, v3", {0xffffffff, 3, 2}, 3},
      {"v_min3_i32 v0, v1, v2, v3", {0xffffffff, 3, 2}, 0xffffffff},
      {"v_max3_i32 v0, v1, v2, v3", {0xffffffff, 3, 2}, 3},
  };
  for (const VectorCase& r : rows) expect(r);
}

TEST(VectorTable, SinglePrecision) {
  const uint32_t one = bits(1.0f), two = bits(2.0f), three = bits(3.0f);
  const std::vector<VectorCase> rows = {
      {"v_sub_f32_e32 v0, v1, v2", {three, one}, two},
      {"v_subrev_f32_e32 v0, v1, v2", {one, three}, two},
      {"v_max3_f32 v0, v1, v2, v3", {one, three, nan}, three},
      {"v_min3_f32 v0, v1, v2, v3", {nan, three, one}, one},
      {"v_med3_f32 v0, v1, v2, v3", {one, three, two}, two},
      {"v_med3_f32 v0, v1, v2, v3", {nan, three, two}, two},
      {"v_rsq_f32_e32 v0, v1", {bits(4.0f)}, bits(0.5f)},
      {"v_rsq_f32_e32 v0, v1", {0}, inf},
      {"v_sqrt_f32_e32 v0, v1", {bits(0x1p-148f)}, bits(0x1p-74f)},
      {"v_exp_f32_e32 v0, v1", {three}, bits(8.0f)},
      {"v_log_f32_e32 v0, v1", {bits(8.0f)}, three},
      {"v_log_f32_e32 v0, v1", {0}, 0xff800000},
      {"v_sin_f32_e32 v0, v1", {bits(0.25f)}, one},
      {"v_cos_f32_e32 v0, v1", {bits(0.5f)}, bits(-1.0f)},
      {"v_trunc_f32_e32 v0, v1", {bits(-1.5f)}, bits(-1.0f)},
      {"v_floor_f32_e32 v0, v1", {bits(-1.5f)}, bits(-2.0f)},
      {"v_ceil_f32_e32 v0, v1", {bits(-1.5f)}, bits(-1.0f)},
      {"v_frexp_mant_f32_e32 v0, v1", {1}, bits(0.5f)},
      {"v_frexp_mant_f32_e32 v0, v1", {inf}, inf},
      {"v_frexp_exp_i32_f32_e32 v0, v1", {bits(8.0f)}, 4},
      {"v_frexp_exp_i32_f32_e32 v0, v1", {1}, static_cast<uint32_t>(-148)},
      {"v_frexp_exp_i32_f32_e32 v0, v1", {inf}, 0},
      {"v_cvt_f32_i32_e32 v0, v1", {static_cast<uint32_t>(-3)}, bits(-3.0f)},
      {"v_cvt_f32_ubyte0_e32 v0, v1", {0x04030201}, one},
      {"v_cvt_f32_ubyte1_e32 v0, v1", {0x04030201}, two},
      {"v_cvt_f32_ubyte2_e32 v0, v1", {0x04030201}, three},
      {"v_cvt_f32_ubyte3_e32 v0, v1", {0x04030201}, bits(4.0f)},
  };
  for (const VectorCase& r : rows) expect(r);
  // These add to the destination's value: one rounding, and two with denormal numbers made 0.
  OneInstruction sum;
  sum.fill(0, bits(-1.0f));
  sum.fill(1, 0x3f800001);
  sum.fill(2, 0x3f7ffffe);
  sum.execute("v_fmac_f32_e32 v0, v1, v2");
  EXPECT_EQ(sum.lane(0), bits(-0x1p-46f));
  sum.fill(0, bits(-1.0f));
  sum.execute("v_mac_f32_e32 v0, v1, v2");
  EXPECT_EQ(sum.lane(0), 0u);
  sum.fill(0, 1);
  sum.fill(1, 0);
  sum.execute("v_mac_f32_e32 v0, v1, v2");
  EXPECT_EQ(sum.lane(0), 0u);
  sum.fill_pair(2, uint64_t{two} << 32 | one);
  sum.fill_pair(4, uint64_t{1} << 32 | three);
  sum.execute("v_pk_add_f32 v[0:1], v[2:3], v[4:5] op_sel_hi:[1,0]");
  EXPECT_EQ(sum.pair(0), uint64_t{bits(5.0f)} << 32 | bits(4.0f));
}

// Sources in v[2:3], v[4:5] and v[6:7]; the result in v[0:1], or in v0 where it is of 32 bits.
struct WideCase {
  const char* text;
  std::vector<uint64_t> sources;
  uint64_t expected;
  bool is_narrow = false;
};

void expect_wide(const WideCase& c) {
  OneInstruction one;
  one.fill_pair(0, 0);
  for (unsigned k = 0; k < c.sources.size(); ++k) one.fill_pair(2 + 2 * k, c.sources[k]);
  ASSERT_NO_THROW(one.execute(c.text)) << c.text;
  for (const unsigned l : {0u, 31u, 63u})
    EXPECT_EQ(c.is_narrow ? one.lane(0, l) : one.pair(0, l), c.expected) << c.text << " lane " << l;
}

TEST(VectorTable, SixtyFourBits) {
  constexpr uint64_t top = uint64_t{1} << 63;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const uint64_t wide_nan = bits(std::numeric_limits<double>::quiet_NaN());
  const std::vector<WideCase> rows = {
      {"v_lshlrev_b64 v[0:1], v2, v[4:5]", {65, 1}, 2},
      {"v_ashrrev_i64 v[0:1], v2, v[4:5]", {68, top}, 0xf800000000000000},
      {"v_lshl_add_u64 v[0:1], v[2:3], 3, v[4:5]", {5, 2}, 42},
      {"v_mov_b64_e32 v[0:1], v[2:3]", {top | 7}, top | 7},
      {"v_mad_i64_i32 v[0:1], s[6:7], v2, v4, v[6:7]",
       {static_cast<uint32_t>(-2), 3, 5},
       ~uint64_t{0}},
      {"v_add_f64 v[0:1], v[2:3], v[4:5]", {bits(1.5), bits(2.5)}, bits(4.0)},
      {"v_add_f64 v[0:1], v[2:3], v[4:5]", {1, 1}, 2},
      {"v_mul_f64 v[0:1], v[2:3], v[4:5]", {bits(1e300), bits(1e300)}, bits(infinity)},
      {"v_max_f64 v[0:1], v[2:3], v[4:5]", {wide_nan, bits(1.0)}, bits(1.0)},
      {"v_min_f64 v[0:1], v[2:3], v[4:5]", {0, top}, top},
      {"v_fmac_f64_e32 v[0:1], v[2:3], v[4:5]", {bits(3.0), bits(5.0)}, bits(15.0)},
      {"v_rcp_f64_e32 v[0:1], v[2:3]", {top}, bits(-infinity)},
      {"v_rsq_f64_e32 v[0:1], v[2:3]", {bits(4.0)}, bits(0.5)},
      {"v_sqrt_f64_e32 v[0:1], v[2:3]", {bits(2.25)}, bits(1.5)},
      {"v_trunc_f64_e32 v[0:1], v[2:3]", {bits(-1.5)}, bits(-1.0)},
      {"v_floor_f64_e32 v[0:1], v[2:3]", {bits(-1.5)}, bits(-2.0)},
      {"v_ceil_f64_e32 v[0:1], v[2:3]", {bits(-1.5)}, bits(-1.0)},
      {"v_rndne_f64_e32 v[0:1], v[2:3]", {bits(2.5)}, bits(2.0)},
      {"v_fract_f64_e32 v[0:1], v[2:3]", {bits(-1e-300)}, bits(1 - 0x1p-53)},
      {"v_frexp_mant_f64_e32 v[0:1], v[2:3]", {bits(8.0)}, bits(0.5)},
      {"v_frexp_exp_i32_f64_e32 v0, v[2:3]", {bits(8.0)}, 4, true},
      {"v_cvt_u32_f64_e32 v0, v[2:3]", {bits(5e9)}, 0xffffffff, true},
      {"v_cvt_u32_f64_e32 v0, v[2:3]", {bits(-1.0)}, 0, true},
      {"v_cvt_f32_f64_e32 v0, v[2:3]", {bits(1e40)}, inf, true},
      {"v_cvt_f32_f64_e32 v0, v[2:3]", {bits(1 + 0x1p-24)}, bits(1.0f), true},
      {"v_cvt_f64_f32_e32 v[0:1], v2", {1}, bits(0x1p-149)},
      {"v_cvt_f64_u32_e32 v[0:1], v2", {0xffffffff}, bits(4294967295.0)},
      {"v_cvt_f64_i32_e32 v[0:1], v2", {0xffffffff}, bits(-1.0)},
  };
  for (const WideCase& r : rows) expect_wide(r);
}

// The steps to which a compiler translates a / b.
uint64_t quotient(double n, double d) {
  OneInstruction one;
  one.fill_pair(2, bits(n));
  one.fill_pair(4, bits(d));
  one.execute("v_div_scale_f64 v[6:7], s[4:5], v[4:5], v[4:5], v[2:3]");
  one.execute("v_rcp_f64_e32 v[8:9], v[6:7]");
  for (int step = 0; step < 2; ++step) {
    one.execute("v_fma_f64 v[10:11], -v[6:7], v[8:9], 1.0");
    one.execute("v_fma_f64 v[8:9], v[8:9], v[10:11], v[8:9]");
  }
  one.execute("v_div_scale_f64 v[12:13], vcc, v[2:3], v[4:5], v[2:3]");
  one.execute("v_mul_f64 v[14:15], v[12:13], v[8:9]");
  one.execute("v_fma_f64 v[16:17], -v[6:7], v[14:15], v[12:13]");
  one.execute("v_div_fmas_f64 v[16:17], v[16:17], v[8:9], v[14:15]");
  one.execute("v_div_fixup_f64 v[0:1], v[16:17], v[4:5], v[2:3]");
  return one.pair(0);
}

TEST(VectorTable, ADivisionOfDoublesIsRoundedCorrectly) {
  const double values[] = {1.0,    3.0,    -7.5,   0.1,       1e308,    1.7e308,
                           1e-300, 3e-308, 5e-324, 0x1p-1022, 0x1p1000, -41.6875};
  for (const double n : values) {
    for (const double d : values) EXPECT_EQ(quotient(n, d), bits(n / d)) << n << " / " << d;
  }
  EXPECT_EQ(quotient(1, 0), bits(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(quotient(0, 0), 0xfff8000000000000u);
}

TEST(VectorTable, WordsAndPairsOfWords) {
  const std::vector<VectorCase> rows = {
      {"v_sub_u16_e32 v0, v1, v2", {1, 2}, 0xffff},
      {"v_subrev_u16_e32 v0, v1, v2", {1, 3}, 2},
      {"v_add_i16 v0, v1, v2", {0x7fff, 1}, 0xdead8000},
      {"v_add_i16 v0, v1, v2 clamp", {0x7fff, 1}, 0xdead7fff},
      {"v_sub_i16 v0, v1, v2", {0x8000, 1}, 0xdead7fff},
      {"v_sub_i16 v0, v1, v2 clamp", {0x8000, 1}, 0xdead8000},
      {"v_mad_u16 v0, v1, v2, v3", {3, 4, 5}, 0xdead0011},
      {"v_mad_i16 v0, v1, v2, v3", {0xffff, 4, 5}, 0xdead0001},
      {"v_mad_legacy_u16 v0, v1, v2, v3", {3, 4, 5}, 0x11},
      {"v_mul_lo_u16_e32 v0, v1, v2", {0x100, 0x101}, 0x0100},
      {"v_lshrrev_b16_e32 v0, v1, v2", {17, 0x8001}, 0x4000},
      {"v_ashrrev_i16_e32 v0, v1, v2", {31, 0x8000}, 0xffff},
      {"v_min_u16_e32 v0, v1, v2", {0xffff, 1}, 1},
      {"v_max_u16_e32 v0, v1, v2", {0xffff, 1}, 0xffff},
      {"v_min_i16_e32 v0, v1, v2", {0xffff, 1}, 0xffff},
      {"v_max_i16_e32 v0, v1, v2", {0xffff, 1}, 1},
      {"v_min3_u16 v0, v1, v2, v3", {0xffff, 3, 2}, 0xdead0002},
      {"v_max3_u16 v0, v1, v2, v3", {0xffff, 3, 2}, 0xdeadffff},
      {"v_med3_u16 v0, v1, v2, v3", {0xffff, 3, 2}, 0xdead0003},
      {"v_min3_i16 v0, v1, v2, v3", {0xffff, 3, 2}, 0xdeadffff},
      {"v_max3_i16 v0, v1, v2, v3", {0xffff, 3, 2}, 0xdead0003},
      {"v_med3_i16 v0, v1, v2, v3", {0xffff, 3, 2}, 0xdead0002},
      {"v_pk_sub_i16 v0, v1, v2", {0x80000005, 0x00010002}, 0x7fff0003},
      {"v_pk_sub_i16 v0, v1, v2 clamp", {0x80000005, 0x00010002}, 0x80000003},
      {"v_pk_mad_i16 v0, v1, v2, v3", {0xffff0002, 0x00030004, 0x00010001}, 0xfffe0009},
      {"v_pk_mad_i16 v0, v1, v2, v3 clamp", {0x7fff8000, 0x00020002, 0}, 0x7fff8000},
      {"v_pk_lshrrev_b16 v0, v1, v2", {0x00010011, 0x80018002}, 0x40004001},
      {"v_pk_min_u16 v0, v1, v2", {0xffff0001, 0x00010002}, 0x00010001},
      {"v_pk_max_u16 v0, v1, v2", {0xffff0001, 0x00010002}, 0xffff0002},
      {"v_pk_min_i16 v0, v1, v2", {0xffff0001, 0x00010002}, 0xffff0001},
      {"v_dot2_u32_u16 v0, v1, v2, v3", {0xffff0002, 0x00030004, 1}, 0x30006},
  };
  for (const VectorCase& r : rows) expect(r);
  expect({"v_sub_nc_u16 v0, v1, v2", {1, 2}, 0xdeadffff}, Generation::gfx10);
  expect({"v_dot8_i32_iu4 v0, v1, v2, v3 neg_lo:[1,0,0]", {0xf, 0xf, 0}, 0xfffffff1},
         Generation::gfx11);
  OneInstruction sum;
  sum.fill(0, 10);
  sum.fill(1, 0xff020304);
  sum.fill(2, 0x80010101);
  sum.execute("v_dot4c_i32_i8_e32 v0, v1, v2");
  EXPECT_EQ(sum.lane(0), 147u);
}

constexpr uint32_t h1 = 0x3c00, h2 = 0x4000, h3 = 0x4200, h4 = 0x4400, h_inf = 0x7c00;

TEST(VectorTable, Halves) {
  const std::vector<VectorCase> rows = {
      {"v_mad_legacy_f16 v0, v1, v2, v3", {h2, h3, h1}, 0x4700},
      {"v_fmamk_f16 v0, v1, 0x4000, v2", {h3, h1}, 0x4700},
      {"v_madmk_f16 v0, v1, 0x4000, v2", {h3, h1}, 0x4700},
      {"v_max3_f16 v0, v1, v2, v3", {h1, h3, 0x7e00}, 0xdead0000 | h3},
      {"v_min3_f16 v0, v1, v2, v3", {0x7e00, h3, h1}, 0xdead0000 | h1},
      {"v_sqrt_f16_e32 v0, v1", {h4}, h2},
      {"v_exp_f16_e32 v0, v1", {h2}, h4},
      {"v_log_f16_e32 v0, v1", {h4}, h2},
      {"v_log_f16_e32 v0, v1", {0}, 0xfc00},
      {"v_sin_f16_e32 v0, v1", {0x3400}, h1},
      {"v_cos_f16_e32 v0, v1", {0x3800}, 0xbc00},
      {"v_trunc_f16_e32 v0, v1", {0xbe00}, 0xbc00},
      {"v_floor_f16_e32 v0, v1", {0xbe00}, 0xc000},
      {"v_ceil_f16_e32 v0, v1", {0xbe00}, 0xbc00},
      {"v_div_fixup_f16 v0, v1, v2, v3", {h1, h2, h3}, 0xdead0000 | h1},
      {"v_div_fixup_f16 v0, v1, v2, v3", {h1, 0xc000, h2}, 0xdeadbc00},
      {"v_div_fixup_f16 v0, v1, v2, v3", {h1, 0, h3}, 0xdead0000 | h_inf},
      {"v_div_fixup_f16 v0, v1, v2, v3", {h1, 0x8000, h3}, 0xdeadfc00},
      {"v_div_fixup_f16 v0, v1, v2, v3", {h1, 0, 0}, 0xdeadfe00},
      {"v_div_fixup_f16 v0, v1, v2, v3", {h1, h_inf, h_inf}, 0xdeadfe00},
      {"v_div_fixup_f16 v0, v1, v2, v3", {h1, h_inf, h1}, 0xdead0000},
      {"v_div_fixup_f16 v0, v1, v2, v3", {h1, h2, 0x7d00}, 0xdead7f00},
      {"v_div_fixup_legacy_f16 v0, v1, v2, v3", {h1, h2, h3}, h1},
  };
  for (const VectorCase& r : rows) expect(r);
  const auto added = [](const char* text, uint32_t before, uint32_t a, uint32_t b) {
    OneInstruction one;
    one.fill(0, before);
    one.fill(1, a);
    one.fill(2, b);
    one.execute(text);
    return one.lane(0);
  };
  EXPECT_EQ(added("v_mac_f16_e32 v0, v1, v2", h1, h2, h3), 0x4700u);
  EXPECT_EQ(added("v_pk_fmac_f16 v0, v1, v2", h1 << 16 | h2, h2 << 16 | h1, h3 << 16 | h2),
            0x47004400u);
  EXPECT_EQ(added("v_dot2c_f32_f16_e32 v0, v1, v2", bits(0.5f), h2 << 16 | h1, h3 << 16 | h4),
            bits(10.5f));
}

TEST(VectorTable, CarriesOfDifferences) {
  OneInstruction one;
  one.fill(1, 3);
  one.fill(2, 1);
  one.execute("v_subrev_co_u32_e32 v0, vcc, v1, v2");
  EXPECT_EQ(one.lane(0), 0xfffffffeu);
  EXPECT_EQ(one.wave.pair(scalar::vcc), ~uint64_t{0});
  one.wave.set_pair(4, 1);
  one.execute("v_subb_co_u32_e64 v0, vcc, v1, v2, s[4:5]");
  EXPECT_EQ(one.lane(0, 0), 1u);
  EXPECT_EQ(one.lane(0, 1), 2u);
  EXPECT_EQ(one.wave.pair(scalar::vcc), 0u);
  one.execute("v_subbrev_co_u32_e64 v0, vcc, v2, v1, s[4:5]");
  EXPECT_EQ(one.lane(0, 0), 1u);
  EXPECT_EQ(one.lane(0, 63), 2u);
}

TEST(VectorTable, LanesOfOthers) {
  OneInstruction one;
  one.number(1);
  one.fill(2, 7);
  one.execute("v_readlane_b32 s0, v1, 69");
  EXPECT_EQ(one.wave.scalars[0], 5u);
  one.wave.set_pair(scalar::exec, 2);
  one.execute("v_swap_b32 v1, v2");
  EXPECT_EQ(one.lane(1, 1), 7u);
  EXPECT_EQ(one.lane(2, 1), 1u);
  EXPECT_EQ(one.lane(1, 0), 0u);
  one.wave.set_pair(scalar::exec, ~uint64_t{0});
  one.number(2);
  for (uint32_t l = 0; l < most_lanes; ++l) one.wave.rows[1].lane[l] = 4 * (l + 1);
  one.execute("ds_permute_b32 v0, v1, v2");
  EXPECT_EQ(one.lane(0, 1), 0u);
  EXPECT_EQ(one.lane(0, 0), 63u);
  OneInstruction narrow(32, Generation::gfx10);
  narrow.number(1);
  narrow.wave.scalars[2] = 0x76543201;
  narrow.wave.scalars[3] = 0xfedcba98;
  narrow.execute("v_permlane16_b32 v0, v1, s2, s3");
  EXPECT_EQ(narrow.lane(0, 0), 1u);
  EXPECT_EQ(narrow.lane(0, 17), 16u);
  EXPECT_EQ(narrow.lane(0, 31), 31u);
  narrow.execute("v_permlanex16_b32 v0, v1, s2, s3");
  EXPECT_EQ(narrow.lane(0, 0), 17u);
  EXPECT_EQ(narrow.lane(0, 31), 15u);
}

}  // namespace vector_table_test
}  // namespace hippuzzle::amd
