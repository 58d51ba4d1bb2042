// Half precision and integers of 16 bits against values worked out from AMD's ISA documents: which
// half of a register is read and written, denormal numbers, NaN, infinities, ties, clamps.
#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace half_test {

// Halves: 1, -1, 2, 3, the greatest, the smallest one and infinity.
constexpr uint32_t h1 = 0x3c00, minus_h1 = 0xbc00, h2 = 0x4000, h3 = 0x4200, greatest = 0x7bff,
                   least = 0x0001, h_inf = 0x7c00, h_nan = 0x7e00;
constexpr uint32_t float_inf = 0x7f800000;

// Registers hold 0xdeadbeef before.
TEST(HalfSemantics, ArithmeticRoundsOnceAndKeepsDenormals) {
  const std::vector<VectorCase> cases = {
      {"v_add_f16_e32 v0, v1, v2", {h1, h2}, h3},
      {"v_add_f16_e32 v0, v1, v2", {0xffff0000 | h1, h2}, h3},
      {"v_add_f16_e32 v0, 1.0, v1", {h2}, h3},
      {"v_add_f16_e32 v0, v1, v2", {least, least}, 2},
      {"v_add_f16_e32 v0, v1, v2", {greatest, greatest}, h_inf},
      {"v_add_f16_e32 v0, v1, v2", {0x7e01, h1}, 0x7e01},
      {"v_sub_f16_e32 v0, v1, v2", {h1, h2}, minus_h1},
      {"v_subrev_f16_e32 v0, v1, v2", {h1, h2}, h1},
      {"v_mul_f16_e32 v0, v1, v2", {0x0400, 0x3800}, 0x0200},
      // Ties: half and one and a half of the smallest number.
      {"v_mul_f16_e32 v0, v1, v2", {least, 0x3800}, 0},
      {"v_mul_f16_e32 v0, v1, v2", {3, 0x3800}, 2},
      {"v_mul_f16_e32 v0, v1, v2", {0x3c01, 0x3c01}, 0x3c02},
      {"v_mul_f16_e64 v0, v1, v2 clamp", {h2, h2}, h1},
      {"v_mul_f16_e64 v0, v1, v2 clamp", {h_nan, h1}, 0},
      {"v_add_f16_e64 v0, -v1, |v2|", {h1, 0xc000}, h1},
      // (1 + 2^-10) (1 - 2^-10) - 1, of one rounding and of two.
      {"v_fma_f16 v0, v1, v2, v3", {0x3c01, 0x3bfe, minus_h1}, 0xdead8010},
      {"v_mad_f16 v0, v1, v2, v3", {0x3c01, 0x3bfe, minus_h1}, 0xdead0000},
      {"v_fma_f16 v0, v1, v2, v3 op_sel:[1,0,0,1]", {h2 << 16, h1, h1}, h3 << 16 | 0xbeef},
      {"v_max_f16_e32 v0, v1, v2", {h_nan, h1}, h1},
      {"v_max_f16_e32 v0, v1, v2", {0x8000, 0}, 0},
      {"v_min_f16_e32 v0, v1, v2", {0x8000, 0}, 0x8000},
      {"v_med3_f16 v0, v1, v2, v3", {h3, h1, h2}, 0xdead0000 | h2},
      {"v_ldexp_f16_e32 v0, v1, v2", {h1, 0xffe8}, least},
      {"v_ldexp_f16_e32 v0, v1, v2", {h1, 16}, h_inf},
      {"v_rcp_f16_e32 v0, v1", {0x8000}, 0xfc00},
      {"v_rsq_f16_e32 v0, v1", {0x4400}, 0x3800},
      {"v_rndne_f16_e32 v0, v1", {0x4100}, h2},
      {"v_fract_f16_e32 v0, v1", {0x8001}, 0x3bff},
      {"v_frexp_exp_i16_f16_e32 v0, v1", {least}, 0xffe9},
      {"v_frexp_mant_f16_e32 v0, v1", {least}, 0x3800},
  };
  for (const VectorCase& c : cases) expect(c);
}

TEST(HalfSemantics, ConversionsRoundAndEndAtTheGreatest) {
  const std::vector<VectorCase> cases = {
      {"v_cvt_f16_f32_e32 v0, v1", {bits(65519.0f)}, greatest},
      {"v_cvt_f16_f32_e32 v0, v1", {bits(65520.0f)}, h_inf},
      {"v_cvt_f16_f32_e32 v0, v1", {bits(0x1p-25f)}, 0},
      {"v_cvt_f16_f32_e32 v0, v1", {bits(-0x1.8p-25f)}, 0x8001},
      {"v_cvt_f16_f32_e32 v0, v1", {bits(0x1.ffcp-15f)}, 0x0400},
      {"v_cvt_f16_f32_e32 v0, v1", {0x7fc00000}, h_nan},
      {"v_cvt_f16_f32_e32 v0, v1", {bits(1 + 0x1p-11f)}, h1},
      {"v_cvt_f16_f32_e32 v0, v1", {bits(1 + 0x3p-11f)}, 0x3c02},
      {"v_cvt_f16_f32_e64 v0, -v1", {bits(1.0f)}, minus_h1},
      {"v_cvt_f32_f16_e32 v0, v1", {0xffff0000 | least}, bits(0x1p-24f)},
      {"v_cvt_f32_f16_e32 v0, v1", {0xfc00}, 0xff800000},
      {"v_cvt_f32_f16_e32 v0, v1", {greatest}, bits(65504.0f)},
      {"v_cvt_u16_f16_e32 v0, v1", {minus_h1}, 0},
      {"v_cvt_u16_f16_e32 v0, v1", {h_inf}, 0xffff},
      {"v_cvt_i16_f16_e32 v0, v1", {h_nan}, 0},
      {"v_cvt_i16_f16_e32 v0, v1", {0xf900}, 0x8000},
      {"v_cvt_f16_u16_e32 v0, v1", {0xffff}, h_inf},
      {"v_cvt_f16_u16_e32 v0, v1", {2049}, 0x6800},
      {"v_cvt_f16_i16_e32 v0, v1", {0x8000}, 0xf800},
      {"v_cvt_pkrtz_f16_f32 v0, v1, v2", {bits(1 + 0x1.8p-11f), bits(1e6f)}, 0x7bff3c00},
      {"v_cvt_pkrtz_f16_f32 v0, v1, v2", {float_inf, bits(-1e-8f)}, 0x80007c00},
      {"v_pack_b32_f16 v0, v1, v2 op_sel:[1,0,0]", {h2 << 16 | 1, h1}, h1 << 16 | h2},
  };
  for (const VectorCase& c : cases) expect(c);
}

TEST(HalfSemantics, LaterGenerationsKeepTheOtherHalf) {
  const std::vector<VectorCase> cases = {
      {"v_add_f16_e32 v0, v1, v2", {h1, h2}, 0xdead0000 | h3},
      {"v_cvt_f16_f32_e32 v0, v1", {bits(2.0f)}, 0xdead0000 | h2},
      {"v_add_nc_u16 v0, v1, v2", {0xffff, 0x10002}, 0xdead0001},
      {"v_add_nc_u16 v0, v1, v2 clamp", {0xffff, 0x10002}, 0xdeadffff},
      {"v_add_nc_u16 v0, v1, v2 op_sel:[0,1,1]", {7, 0x10002}, 0x0008beef},
      {"v_lshlrev_b16 v0, v1, v2", {17, 0x8001}, 0xdead0002},
  };
  for (const VectorCase& c : cases) {
    expect(c, Generation::gfx10);
    expect(c, Generation::gfx11);
  }
  OneInstruction one(32, Generation::gfx10);
  one.fill(0, 0x55550000 | h3);
  one.fill(1, h1);
  one.fill(2, h2);
  one.execute("v_fmac_f16_e32 v0, v1, v2");
  EXPECT_EQ(one.lane(0), 0x55554500u);
}

TEST(HalfSemantics, ComparisonsKnowNanAndDenormals) {
  OneInstruction one;
  one.fill(1, 0xffff0000 | h1);
  one.fill(2, h_nan);
  one.fill(3, 0x8001);
  one.execute("v_cmp_lt_f16_e32 vcc, v1, v2");
  EXPECT_EQ(one.wave.pair(scalar::vcc), 0u);
  one.execute("v_cmp_nge_f16_e32 vcc, v1, v2");
  EXPECT_EQ(one.wave.pair(scalar::vcc), ~uint64_t{0});
  one.execute("v_cmp_gt_f16_e64 s[2:3], v1, -v1");
  EXPECT_EQ(one.wave.pair(2), ~uint64_t{0});
  one.execute("v_cmp_class_f16_e64 s[2:3], v3, 16");  // negative and denormal
  EXPECT_EQ(one.wave.pair(2), ~uint64_t{0});
  one.execute("v_cmp_class_f16_e64 s[2:3], v3, 8");  // negative and normal
  EXPECT_EQ(one.wave.pair(2), 0u);
}

TEST(PackedHalves, TakeTheHalvesAndSignsThatTheInstructionNames) {
  const std::vector<VectorCase> cases = {
      {"v_pk_add_f16 v0, v1, v2", {h2 << 16 | h1, h1 << 16 | h1}, h3 << 16 | h2},
      {"v_pk_add_f16 v0, v1, 1.0 op_sel_hi:[1,0]", {h2 << 16 | h1}, h3 << 16 | h2},
      // A constant's upper half is 0.
      {"v_pk_add_f16 v0, v1, 1.0", {h2 << 16 | h1}, h2 << 16 | h2},
      {"v_pk_mul_f16 v0, v1, v2 neg_lo:[1,0] neg_hi:[0,1]",
       {h2 << 16 | h1, h1 << 16 | h1},
       0xc000bc00},
      {"v_pk_fma_f16 v0, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[0,1,1]",
       {h2 << 16 | h1, h1 << 16 | h1, h1 << 16},
       h2 << 16 | h2},
      {"v_pk_mul_f16 v0, v1, v2 clamp", {h_nan << 16 | h3, h1 << 16 | h1}, h1},
      {"v_pk_max_f16 v0, v1, v2", {h_nan << 16 | h1, h1 << 16 | h_nan}, h1 << 16 | h1},
      {"v_pk_min_f16 v0, v1, v2", {0x00008000, 0x80000000}, 0x80008000},
      {"v_pk_add_u16 v0, v1, v2", {0xffff0001, 0x00020002}, 0x00010003},
      {"v_pk_add_u16 v0, v1, v2 clamp", {0xffff0001, 0x00020002}, 0xffff0003},
      {"v_pk_sub_u16 v0, v1, v2 clamp", {0x00010005, 0x00020002}, 0x00000003},
      {"v_pk_add_i16 v0, v1, v2 clamp", {0x7fff8000, 0x0001ffff}, 0x7fff8000},
      {"v_pk_add_u16 v0, v1, -1", {0x00010005}, 0x00000004},
      {"v_pk_mad_u16 v0, v1, v2, v3", {0x00020003, 0x00030004, 0x00010001}, 0x0007000d},
      {"v_pk_mul_lo_u16 v0, v1, v2", {0x01000003, 0x01000005}, 0x0000000f},
      {"v_pk_lshlrev_b16 v0, v1, v2", {0x00110001, 0x00018001}, 0x00020002},
      {"v_pk_ashrrev_i16 v0, v1, v2", {0x000f000f, 0x80007fff}, 0xffff0000},
      {"v_pk_max_i16 v0, v1, v2", {0xffff0001, 0x00010002}, 0x00010002},
  };
  for (const VectorCase& c : cases) expect(c);
}

TEST(MixedPrecision, ReadsHalvesWhereOpSelHiSaysSo) {
  const std::vector<VectorCase> cases = {
      {"v_fma_mix_f32 v0, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,1]",
       {h2 << 16, bits(1.5f), h1},
       bits(4.0f)},
      {"v_fma_mix_f32 v0, v1, v2, v3", {bits(1.5f), bits(2.0f), bits(1.0f)}, bits(4.0f)},
      {"v_fma_mix_f32 v0, -v1, |v2|, 1.0", {bits(2.0f), bits(-3.0f)}, bits(-5.0f)},
      {"v_fma_mix_f32 v0, -v1, v2, v3 op_sel_hi:[1,0,0]",
       {h2, bits(1.0f), bits(0.5f)},
       bits(-1.5f)},
      {"v_fma_mixlo_f16 v0, v1, v2, v3 op_sel_hi:[1,1,1]", {0x3c01, 0x3bfe, minus_h1}, 0xdead8010},
      {"v_fma_mixhi_f16 v0, v1, v2, v3 op_sel_hi:[1,1,1]", {0x3c01, 0x3bfe, minus_h1}, 0x8010beef},
      {"v_fma_mixlo_f16 v0, v1, v2, v3 clamp",
       {bits(2.0f), bits(2.0f), bits(0.0f)},
       0xdead0000 | h1},
  };
  for (const VectorCase& c : cases) {
    expect(c);
    expect(c, Generation::gfx11);
  }
  // No document specifies the half for a floating-point constant there.
  EXPECT_THROW(OneInstruction().execute("v_fma_mix_f32 v0, v1, v2, 1.0 op_sel_hi:[0,0,1]"), Fault);
}

TEST(SumsOfProducts, AddAllTermsOfARegister) {
  const uint32_t half_terms = h2 << 16 | h1, other_terms = h3 << 16 | 0x4400;  // 1 * 4 + 2 * 3
  const std::vector<VectorCase> cases = {
      {"v_dot2_f32_f16 v0, v1, v2, v3", {half_terms, other_terms, bits(0.5f)}, bits(10.5f)},
      {"v_dot2_f32_f16 v0, v1, v2, 1.0", {half_terms, other_terms}, bits(11.0f)},
      {"v_dot2_f32_f16 v0, v1, v2, v3 neg_lo:[1,0,0]", {half_terms, other_terms, 0}, bits(2.0f)},
      {"v_dot2_f32_f16 v0, v1, v2, v3", {0, 0, 1}, 0},  // no denormal numbers
      {"v_dot4_i32_i8 v0, v1, v2, v3", {0xff020304, 0x80010101, 10}, 147},
      {"v_dot4_u32_u8 v0, v1, v2, v3", {0xff020304, 0x80010101, 10}, 32659},
      {"v_dot4_i32_i8 v0, v1, v2, v3", {0x7f7f7f7f, 0x7f7f7f7f, 0x7fffffff}, 0x8000fc03},
      {"v_dot4_i32_i8 v0, v1, v2, v3 clamp", {0x7f7f7f7f, 0x7f7f7f7f, 0x7fffffff}, 0x7fffffff},
      {"v_dot4_u32_u8 v0, v1, v2, v3 clamp", {0xff, 0xff, 0xfffffff0}, 0xffffffff},
      {"v_dot8_u32_u4 v0, v1, v2, v3", {0x87654321, 0x11111111, 0}, 36},
      {"v_dot8_i32_i4 v0, v1, v2, v3", {0xf0000001, 0x10000007, 0}, 6},
      {"v_dot2_i32_i16 v0, v1, v2, v3", {0xffff0002, 0x00030004, 1}, 6},
  };
  for (const VectorCase& c : cases) expect(c);
  expect({"v_dot4_i32_iu8 v0, v1, v2, v3 neg_lo:[1,0,0]", {0xff020304, 0x80010101, 0}, 0xffffff89},
         Generation::gfx11);
  expect({"v_dot2_f32_bf16 v0, v1, v2, v3", {0x40003f80, 0x40404080, bits(0.5f)}, bits(10.5f)},
         Generation::gfx11);
  OneInstruction pair(32, Generation::gfx11);
  pair.fill(3, bits(0.5f));
  pair.fill(4, half_terms);
  pair.fill(5, other_terms);
  pair.execute("v_dual_dot2acc_f32_f16 v3, v4, v5 :: v_dual_mov_b32 v0, v1");
  EXPECT_EQ(pair.lane(3, 31), bits(10.5f));
}

TEST(HalfSemantics, LanesThatAreOffKeepBothHalves) {
  OneInstruction one;
  one.fill(0, 0xdeadbeef);
  one.fill(1, h1 << 16 | h1);
  one.wave.set_pair(scalar::exec, 2);
  one.execute("v_pk_add_f16 v0, v1, v1");
  EXPECT_EQ(one.lane(0, 0), 0xdeadbeefu);
  EXPECT_EQ(one.lane(0, 1), h2 << 16 | h2);
  one.execute("v_add_f16_e32 v0, v1, v1");
  EXPECT_EQ(one.lane(0, 1), h2);
  EXPECT_EQ(one.lane(0, 63), 0xdeadbeefu);
}

}  // namespace half_test
}  // namespace hippuzzle::amd
