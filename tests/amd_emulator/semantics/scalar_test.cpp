// Scalar instructions: results, SCC, branches and the execution mask.
#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace scalar_test {

// Sources in s1 and s2, the result in s0; scc before and after.
struct ScalarCase {
  const char* text;
  uint32_t a, b;
  bool scc_before;
  uint32_t expected;
  bool scc_after;
};

TEST(ScalarSemantics, ResultsAndSccAreTheIsas) {
  const std::vector<ScalarCase> cases = {
      {"s_add_u32 s0, s1, s2", 0xffffffff, 1, false, 0, true},
      {"s_addc_u32 s0, s1, s2", 0xffffffff, 0, true, 0, true},
      {"s_sub_u32 s0, s1, s2", 1, 2, false, 0xffffffff, true},
      {"s_subb_u32 s0, s1, s2", 1, 0, true, 0, false},
      {"s_subb_u32 s0, s1, s2", 0, 0xffffffff, true, 0, true},
      {"s_add_i32 s0, s1, s2", 0x7fffffff, 1, false, 0x80000000, true},
      {"s_sub_i32 s0, s1, s2", 0x80000000, 1, false, 0x7fffffff, true},
      {"s_mul_i32 s0, s1, s2", 0x10000, 0x10000, true, 0, true},
      {"s_mul_hi_u32 s0, s1, s2", 0x10000, 0x10000, false, 1, false},
      {"s_lshl_b32 s0, s1, s2", 1, 33, false, 2, true},
      {"s_lshr_b32 s0, s1, s2", 1, 1, true, 0, false},
      {"s_ashr_i32 s0, s1, s2", 0x80000000, 4, false, 0xf8000000, true},
      {"s_and_b32 s0, s1, s2", 1, 2, true, 0, false},
      {"s_andn2_b32 s0, s1, s2", 3, 2, false, 1, true},
      {"s_bfe_u32 s0, s1, s2", 0xabcd1234, 0x00080008, false, 0x12, true},
      {"s_bfe_u32 s0, s1, s2", 0xabcd1234, 0x00000008, true, 0, false},
      {"s_bfe_i32 s0, s1, s2", 0x0000f000, 0x0004000c, false, 0xffffffff, true},
      {"s_min_i32 s0, s1, s2", 0xffffffff, 1, false, 0xffffffff, true},
      {"s_max_u32 s0, s1, s2", 0xffffffff, 1, false, 0xffffffff, true},
      {"s_cselect_b32 s0, s1, s2", 3, 4, true, 3, true},
      {"s_cselect_b32 s0, s1, s2", 3, 4, false, 4, false},
      {"s_lshl2_add_u32 s0, s1, s2", 0x40000000, 5, false, 5, true},
      {"s_pack_hh_b32_b16 s0, s1, s2", 0x11112222, 0x33334444, false, 0x33331111, false},
      {"s_movk_i32 s0, 0xfffe", 0, 0, true, 0xfffffffe, true},
      {"s_abs_i32 s0, s1", 0x80000000, 0, false, 0x80000000, true},
      {"s_ff1_i32_b32 s0, s1", 0, 0, true, 0xffffffff, true},
      {"s_flbit_i32_b32 s0, s1", 1, 0, false, 31, false},
      {"s_bcnt1_i32_b32 s0, s1", 0xf0f0, 0, false, 8, true},
  };
  for (const ScalarCase& c : cases) {
    OneInstruction one;
    one.wave.scalars[1] = c.a;
    one.wave.scalars[2] = c.b;
    one.wave.scc = c.scc_before;
    one.execute(c.text);
    EXPECT_EQ(one.wave.scalars[0], c.expected) << c.text << " of " << c.a << ", " << c.b;
    EXPECT_EQ(one.wave.scc, c.scc_after) << c.text << " of " << c.a << ", " << c.b;
  }
}

TEST(ScalarSemantics, ComparisonsExtendTheirConstantByTheirType) {
  OneInstruction one;
  one.wave.scalars[1] = 0xffffffff;
  one.execute("s_cmpk_eq_i32 s1, 0xffff");
  EXPECT_TRUE(one.wave.scc);
  one.execute("s_cmpk_eq_u32 s1, 0xffff");
  EXPECT_FALSE(one.wave.scc);
  one.execute("s_cmp_lt_i32 s1, 0");
  EXPECT_TRUE(one.wave.scc);
  one.execute("s_cmp_lt_u32 s1, 0");
  EXPECT_FALSE(one.wave.scc);
}

TEST(ScalarSemantics, SaveexecKeepsTheMaskAndSaysWhetherALaneIsLeft) {
  OneInstruction one;
  one.wave.set_pair(scalar::exec, 0xff00000000);
  one.wave.set_pair(scalar::vcc, 0x0f00000001);
  one.execute("s_and_saveexec_b64 s[4:5], vcc");
  EXPECT_EQ(one.wave.pair(4), 0xff00000000u);
  EXPECT_EQ(one.wave.exec(), 0x0f00000000u);
  EXPECT_TRUE(one.wave.scc);
  one.execute("s_andn2_saveexec_b64 s[4:5], s[4:5]");
  EXPECT_EQ(one.wave.exec(), 0xf000000000u);
  one.wave.set_pair(4, 0);
  one.execute("s_and_saveexec_b64 s[6:7], s[4:5]");
  EXPECT_FALSE(one.wave.scc);
  one.execute("s_cbranch_execz 4");
  EXPECT_TRUE(one.branched());
}

TEST(ScalarSemantics, AWaveOf32HasMasksOf32Bits) {
  OneInstruction one(32, Generation::gfx10);
  one.wave.scalars[scalar::vcc] = 0x5;
  one.wave.scalars[scalar::vcc + 1] = 0xdead;
  one.execute("s_and_saveexec_b32 s4, vcc_lo");
  EXPECT_EQ(one.wave.exec(), 5u);
  EXPECT_EQ(one.wave.scalars[5], 0u);
  one.wave.scalars[scalar::vcc] = 0;
  one.execute("s_cbranch_vccz 4");
  EXPECT_TRUE(one.branched());
}

TEST(ScalarSemantics, WhatIsNotEmulatedSaysSoWhenItIsReached) {
  for (const char* text :
       {"v_sad_u8 v0, v1, v2, v3", "v_cvt_pknorm_i16_f32 v0, v1, v2", "image_load v0, v1, s[0:7]",
        "v_add_u32_e64 v0, v1, ttmp99", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0",
        "s_denorm_mode 0", "s_sendmsg sendmsg(MSG_INTERRUPT)",
        "v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0]", "v_add_i32 v0, v1, v2 clamp",
        "global_load_dwordx2 v[2:3], off lds", "buffer_load_format_x v0, v1, s[4:7], 0 idxen"}) {
    OneInstruction one;
    try {
      one.execute(text);
      ADD_FAILURE() << text << " was executed";
    } catch (const Fault& fault) {
      EXPECT_EQ(fault.kind(), Fault::Kind::not_emulated) << text;
      EXPECT_NE(std::string(fault.what()).find("0x1000"), std::string::npos) << fault.what();
    }
  }
}

}  // namespace scalar_test
}  // namespace hippuzzle::amd
