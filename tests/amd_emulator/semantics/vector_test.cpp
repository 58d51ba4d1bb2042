// Vector instructions against values worked out from AMD's ISA documents, the rare ones among them:
// shift counts beyond the width, denormal numbers, NaN and infinities, lanes that are off.
#include <limits>

#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace vector_test {

constexpr uint32_t inf = 0x7f800000, nan = 0x7fc00000, denormal = 0x00000001,
                   minus_zero = 0x80000000;

TEST(VectorSemantics, IntegersWrapAndShiftCountsAreModuloTheWidth) {
  const std::vector<VectorCase> cases = {
      {"v_add_u32_e32 v0, v1, v2", {0xffffffff, 2}, 1},
      {"v_sub_u32_e32 v0, v1, v2", {1, 2}, 0xffffffff},
      {"v_subrev_u32_e32 v0, v1, v2", {1, 3}, 2},
      {"v_add_u32_e64 v0, v1, v2 clamp", {0xffffffff, 2}, 0xffffffff},
      {"v_sub_u32_e64 v0, v1, v2 clamp", {1, 2}, 0},
      {"v_lshlrev_b32_e32 v0, v1, v2", {33, 1}, 2},
      {"v_lshrrev_b32_e32 v0, v1, v2", {32, 0x80000000}, 0x80000000},
      {"v_ashrrev_i32_e32 v0, v1, v2", {31, 0x80000000}, 0xffffffff},
      {"v_mul_hi_u32 v0, v1, v2", {0xffffffff, 0xffffffff}, 0xfffffffe},
      {"v_mul_hi_i32 v0, v1, v2", {0xffffffff, 2}, 0xffffffff},
      {"v_mul_u32_u24_e32 v0, v1, v2", {0xff000003, 0xff000004}, 12},
      {"v_mul_i32_i24_e32 v0, v1, v2", {0x00ffffff, 5}, 0xfffffffb},
      {"v_bfe_u32 v0, v1, v2, v3", {0xabcd1234, 8, 8}, 0x12},
      {"v_bfe_u32 v0, v1, v2, v3", {0xabcd1234, 8, 32}, 0},
      {"v_bfe_i32 v0, v1, v2, v3", {0x0000f000, 12, 4}, 0xffffffff},
      {"v_bfe_i32 v0, v1, v2, v3", {0x80000000, 28, 8}, 0xfffffff8},
      {"v_bfi_b32 v0, v1, v2, v3", {0xff00ff00, 0x12345678, 0xabcdef01}, 0x12cd5601},
      {"v_alignbit_b32 v0, v1, v2, v3", {1, 0, 33}, 0x80000000},
      {"v_perm_b32 v0, v1, v2, v3", {0x44332211, 0x88776655, 0x0d0c0400}, 0xff001155},
      {"v_ffbh_u32_e32 v0, v1", {0}, 0xffffffff},
      {"v_ffbh_i32_e32 v0, v1", {0xfffffff0}, 28},
      {"v_ffbh_i32_e32 v0, v1", {0xffffffff}, 0xffffffff},
      {"v_ffbl_b32_e32 v0, v1", {0x10}, 4},
      {"v_bfrev_b32_e32 v0, v1", {0x00000006}, 0x60000000},
      {"v_med3_i32 v0, v1, v2, v3", {0xffffffff, 5, 2}, 2},
      {"v_lshl_add_u32 v0, v1, v2, v3", {3, 34, 5}, 17},
      {"v_add_u16_e32 v0, v1, v2", {0xffff, 0x10002}, 1},
      {"v_lshlrev_b16_e32 v0, v1, v2", {17, 0x8001}, 2},
      {"v_cndmask_b32_e64 v0, v1, v2, s[4:5]", {7, 8}, 7},
  };
  for (const VectorCase& c : cases) expect(c);
}

TEST(VectorSemantics, FloatsFollowTheIsaWhereItIsNotC) {
  const uint32_t one = bits(1.0f), two = bits(2.0f);
  const std::vector<VectorCase> cases = {
      {"v_add_f32_e32 v0, v1, v2", {denormal, denormal}, 2},
      {"v_mul_f32_e32 v0, v1, v2", {0x00800000, bits(0.5f)}, 0x00400000},
      {"v_mad_f32 v0, v1, v2, v3", {denormal, one, 0}, 0},
      {"v_max_f32_e32 v0, v1, v2", {nan, one}, one},
      {"v_min_f32_e32 v0, v1, v2", {one, nan}, one},
      {"v_max_f32_e32 v0, v1, v2", {minus_zero, 0}, 0},
      {"v_min_f32_e32 v0, v1, v2", {0, minus_zero}, minus_zero},
      {"v_add_f32_e64 v0, -v1, |v2|", {one, bits(-2.0f)}, one},
      {"v_mul_f32_e64 v0, v1, v2 clamp", {two, two}, one},
      {"v_mul_f32_e64 v0, v1, v2 clamp", {nan, one}, 0},
      {"v_mul_f32_e64 v0, v1, v2 mul:4", {two, two}, bits(16.0f)},
      {"v_mul_f32_e64 v0, v1, v2 div:2", {two, two}, two},
      {"v_mul_legacy_f32_e32 v0, v1, v2", {0, inf}, 0},
      {"v_cvt_u32_f32_e32 v0, v1", {bits(-1.0f)}, 0},
      {"v_cvt_u32_f32_e32 v0, v1", {bits(5e9f)}, 0xffffffff},
      {"v_cvt_i32_f32_e32 v0, v1", {nan}, 0},
      {"v_cvt_i32_f32_e32 v0, v1", {bits(-3e9f)}, 0x80000000},
      {"v_cvt_i32_f32_e32 v0, v1", {bits(-1.9f)}, 0xffffffff},
      {"v_cvt_f32_u32_e32 v0, v1", {0xffffffff}, bits(4294967296.0f)},
      {"v_rndne_f32_e32 v0, v1", {bits(2.5f)}, two},
      {"v_fract_f32_e32 v0, v1", {bits(-1e-10f)}, 0x3f7fffff},
      {"v_ldexp_f32 v0, v1, v2", {one, static_cast<uint32_t>(-149)}, denormal},
      {"v_rcp_f32_e32 v0, v1", {minus_zero}, bits(-std::numeric_limits<float>::infinity())},
      // One rounding: 1 + 2^-23 times 1 - 2^-23 is 1 - 2^-46, which a product alone rounds to 1.
      {"v_fma_f32 v0, v1, v2, v3", {0x3f800001, 0x3f7ffffe, bits(-1.0f)}, bits(-0x1p-46f)},
      {"v_mad_f32 v0, v1, v2, v3", {0x3f800001, 0x3f7ffffe, bits(-1.0f)}, 0},
      {"v_div_fixup_f32 v0, v1, v2, v3", {one, 0, two}, inf},
      {"v_div_fixup_f32 v0, v1, v2, v3", {one, 0, 0}, 0xffc00000},
      {"v_div_fixup_f32 v0, v1, v2, v3", {one, bits(-2.0f), two}, bits(-1.0f)},
  };
  for (const VectorCase& c : cases) expect(c);
}

TEST(VectorSemantics, LanesThatAreOffKeepWhatTheyHold) {
  OneInstruction one;
  one.fill(0, 7);
  one.number(1);
  one.wave.set_pair(scalar::exec, 0x8000000100000002);
  one.execute("v_add_u32_e32 v0, 1, v1");
  EXPECT_EQ(one.lane(0, 0), 7u);
  EXPECT_EQ(one.lane(0, 1), 2u);
  EXPECT_EQ(one.lane(0, 32), 33u);
  EXPECT_EQ(one.lane(0, 33), 7u);
  EXPECT_EQ(one.lane(0, 63), 64u);
}

TEST(VectorSemantics, ComparisonsWriteZerosForLanesThatAreOff) {
  OneInstruction one;
  one.number(1);
  one.wave.set_pair(scalar::exec, 0xf0);
  one.execute("v_cmp_lt_u32_e64 s[4:5], v1, 6");
  EXPECT_EQ(one.wave.pair(4), 0x30u);
  one.execute("v_cmpx_eq_u32_e32 vcc, 5, v1");
  EXPECT_EQ(one.wave.exec(), 0x20u);
  EXPECT_EQ(one.wave.pair(scalar::vcc), 0x20u);
}

TEST(VectorSemantics, AComparisonOfGfx10WritesExecAlone) {
  OneInstruction one(32, Generation::gfx10);
  one.number(1);
  one.wave.set_pair(scalar::vcc, 0x55);
  one.execute("v_cmpx_gt_u32_e32 3, v1");
  EXPECT_EQ(one.wave.exec(), 7u);
  EXPECT_EQ(one.wave.pair(scalar::vcc), 0x55u);
}

TEST(VectorSemantics, NegatedComparisonsHoldForNan) {
  OneInstruction one;
  one.fill(1, nan);
  one.execute("v_cmp_nlt_f32_e32 vcc, 1.0, v1");
  EXPECT_EQ(one.wave.pair(scalar::vcc), ~uint64_t{0});
  one.execute("v_cmp_lg_f32_e32 vcc, 1.0, v1");
  EXPECT_EQ(one.wave.pair(scalar::vcc), 0u);
  one.execute("v_cmp_class_f32_e64 s[2:3], v1, 2");
  EXPECT_EQ(one.wave.pair(2), ~uint64_t{0});
}

TEST(VectorSemantics, CarriesTravelALane) {
  OneInstruction one;
  one.fill_pair(2, 0x00000001ffffffff);
  one.wave.set_pair(4, 0);
  one.execute("v_add_co_u32_e64 v0, s[4:5], v2, 1");
  one.execute("v_addc_co_u32_e64 v1, vcc, 0, v3, s[4:5]");
  EXPECT_EQ(one.pair(0, 63), 0x200000000u);
  EXPECT_EQ(one.wave.pair(4), ~uint64_t{0});
  EXPECT_EQ(one.wave.pair(scalar::vcc), 0u);
  one.execute("v_sub_co_u32_e32 v0, vcc, 0, v2");
  EXPECT_EQ(one.lane(0), 1u);
  EXPECT_EQ(one.wave.pair(scalar::vcc), ~uint64_t{0});
  one.wave.set_pair(scalar::exec, 6);
  one.execute("v_sub_co_u32_e32 v0, vcc, 0, v2");
  EXPECT_EQ(one.wave.pair(scalar::vcc), 6u);
}

TEST(VectorSemantics, WideProductsCarryOutOfTheSum) {
  OneInstruction one;
  one.fill(2, 0xffffffff);
  one.fill_pair(4, ~uint64_t{0});
  one.execute("v_mad_u64_u32 v[0:1], s[6:7], v2, v2, v[4:5]");
  EXPECT_EQ(one.pair(0), 0xfffffffe00000000u);
  EXPECT_EQ(one.wave.pair(6), ~uint64_t{0});
  one.fill_pair(4, uint64_t{1} << 63);
  one.fill(2, 65);
  one.execute("v_lshrrev_b64 v[0:1], v2, v[4:5]");
  EXPECT_EQ(one.pair(0), uint64_t{1} << 62);
}

TEST(VectorSemantics, DoublesTakeALiteralAsTheirUpperHalf) {
  OneInstruction one;
  one.fill_pair(2, bits(1.5));
  one.execute("v_fma_f64 v[0:1], v[2:3], 0x40080000, -1.0");
  EXPECT_EQ(one.pair(0), bits(3.5));
  one.execute("v_ldexp_f64 v[0:1], -v[2:3], 3");
  EXPECT_EQ(one.pair(0), bits(-12.0));
  one.fill_pair(2, bits(-1e300));
  one.execute("v_cvt_i32_f64_e32 v0, v[2:3]");
  EXPECT_EQ(one.lane(0), 0x80000000u);
}

TEST(VectorSemantics, PackedFloatsTakeTheHalvesThatOpSelNames) {
  OneInstruction one;
  one.fill(2, bits(2.0f));
  one.fill(3, bits(3.0f));
  one.fill(4, bits(5.0f));
  one.fill(5, bits(7.0f));
  one.execute("v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel:[1,0] op_sel_hi:[0,1]");
  EXPECT_EQ(one.lane(0), bits(15.0f));
  EXPECT_EQ(one.lane(1), bits(14.0f));
  one.execute("v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[0:1] neg_lo:[0,0,1] neg_hi:[0,0,1]");
  EXPECT_EQ(one.lane(0), bits(-5.0f));
  EXPECT_EQ(one.lane(1), bits(7.0f));
  one.execute("v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[1,0]");
  EXPECT_EQ(one.lane(0), bits(3.0f));
  EXPECT_EQ(one.lane(1), bits(5.0f));
}

// The steps to which a compiler translates a / b.
uint32_t quotient(float n, float d) {
  OneInstruction one;
  one.fill(1, bits(n));
  one.fill(2, bits(d));
  one.execute("v_div_scale_f32 v3, s[4:5], v2, v2, v1");
  one.execute("v_div_scale_f32 v4, vcc, v1, v2, v1");
  one.execute("v_rcp_f32_e32 v5, v3");
  one.execute("v_fma_f32 v6, -v3, v5, 1.0");
  one.execute("v_fma_f32 v5, v6, v5, v5");
  one.execute("v_mul_f32_e32 v6, v4, v5");
  one.execute("v_fma_f32 v7, -v3, v6, v4");
  one.execute("v_fma_f32 v6, v7, v5, v6");
  one.execute("v_fma_f32 v4, -v3, v6, v4");
  one.execute("v_div_fmas_f32 v4, v4, v5, v6");
  one.execute("v_div_fixup_f32 v0, v4, v2, v1");
  return one.lane(0);
}

// Huge, tiny and denormal operands and quotients need the scaling.
TEST(VectorSemantics, ADivisionIsRoundedCorrectly) {
  const float values[] = {
      1.0f,     3.0f,       -7.5f,   0.1f,    3e38f,     2.5e38f,          1.1e35f,
      1e-30f,   1.2e-38f,   1e-40f,  -3e-44f, 0x1p-149f, 0x1.3c5e58p-128f, -41.6875f,
      0x1p126f, 0x1.8p127f, 0x1p-20f};
  for (const float n : values) {
    for (const float d : values) EXPECT_EQ(quotient(n, d), bits(n / d)) << n << " / " << d;
  }
}

// gfx11's VOPD.
TEST(Pairs, ReadBothBeforeEitherWrites) {
  OneInstruction one(32, Generation::gfx11);
  one.fill(0, 7);
  one.fill(1, 9);
  one.execute("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0");
  EXPECT_EQ(one.lane(0), 9u);
  EXPECT_EQ(one.lane(1, 31), 7u);
}

TEST(Pairs, AreTwoInstructionsOfTheirNames) {
  OneInstruction one(32, Generation::gfx11);
  one.fill(0, bits(1.0f));
  one.fill(1, bits(2.0f));
  one.fill(2, bits(3.0f));
  one.fill(5, 40);
  one.wave.set_mask(scalar::vcc, 0xfffffffe);
  one.wave.scalars[4] = 2;
  one.execute("v_dual_fmac_f32 v0, v1, v2 :: v_dual_cndmask_b32 v3, v1, v2");
  EXPECT_EQ(one.lane(0), bits(7.0f));
  EXPECT_EQ(one.lane(3, 0), bits(2.0f));
  EXPECT_EQ(one.lane(3, 1), bits(3.0f));
  one.execute("v_dual_fmaak_f32 v0, v1, v2, 0x3f800000 :: v_dual_add_nc_u32 v3, s4, v5");
  EXPECT_EQ(one.lane(0), bits(7.0f));
  EXPECT_EQ(one.lane(3), 42u);
  EXPECT_THROW(one.execute("v_dual_add_f32 v0, v1, v2 :: v_dual_dot2acc_f32_bf16 v3, v4, v5"),
               Fault);
}

}  // namespace vector_test
}  // namespace hippuzzle::amd
