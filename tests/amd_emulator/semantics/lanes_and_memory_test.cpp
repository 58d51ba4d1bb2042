// Instructions that move values between lanes, memory of all kinds, atomics and matrices.
#include "amd_emulator/decode/disassembler.hpp"
#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace lanes_and_memory_test {

TEST(LaneSemantics, DppTakesWhatTheControlNames) {
  struct Case {
    const char* modifiers;
    unsigned lane;
    uint32_t expected;
  };
  constexpr uint32_t kept = 0xdeadbeef;
  for (const Case& c :
       std::initializer_list<Case>{{"quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf", 4, 7},
                                   {"row_shr:1 row_mask:0xf bank_mask:0xf", 17, 16},
                                   {"row_shr:1 row_mask:0xf bank_mask:0xf", 16, kept},
                                   {"row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0", 16, 0},
                                   {"row_shl:2 row_mask:0xf bank_mask:0xf", 13, 15},
                                   {"row_ror:4 row_mask:0xf bank_mask:0xf", 1, 13},
                                   {"row_mirror row_mask:0xf bank_mask:0xf", 33, 46},
                                   {"row_half_mirror row_mask:0xf bank_mask:0xf", 9, 14},
                                   {"row_bcast:15 row_mask:0xa bank_mask:0xf", 20, 15},
                                   {"row_bcast:15 row_mask:0xa bank_mask:0xf", 40, kept},
                                   {"row_bcast:31 row_mask:0xc bank_mask:0xf", 50, 31},
                                   {"wave_shr:1 row_mask:0xf bank_mask:0xf", 32, 31},
                                   {"row_shr:1 row_mask:0xf bank_mask:0x1", 5, kept}}) {
    OneInstruction one;
    one.fill(0, kept);
    one.number(1);
    one.execute(std::string("v_mov_b32_dpp v0, v1 ") + c.modifiers);
    EXPECT_EQ(one.lane(0, c.lane), c.expected) << c.modifiers << " in lane " << c.lane;
  }
}

TEST(LaneSemantics, DppReadsAllLanesBeforeItWritesOne) {
  OneInstruction one;
  one.number(1);
  one.execute("v_add_u32_dpp v1, v1, v1 wave_shr:1 row_mask:0xf bank_mask:0xf");
  for (uint32_t l = 1; l < 64; ++l) EXPECT_EQ(one.lane(1, l), 2 * l - 1);
  EXPECT_EQ(one.lane(1, 0), 0u);
}

TEST(LaneSemantics, SdwaSelectsAndPlacesParts) {
  OneInstruction one;
  one.fill(0, 0x11223344);
  one.fill(1, 0x80ff7f01);
  one.fill(2, 0x00000010);
  one.execute(
      "v_add_u32_sdwa v0, v1, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 "
      "src1_sel:DWORD");
  EXPECT_EQ(one.lane(0), 0x11220f44u);
  one.execute(
      "v_add_u32_sdwa v0, sext(v1), v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 "
      "src1_sel:BYTE_0");
  EXPECT_EQ(one.lane(0), 0xffff810fu);
  one.execute(
      "v_or_b32_sdwa v0, v1, v2 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:WORD_1 "
      "src1_sel:DWORD");
  EXPECT_EQ(one.lane(0), 0x80ff0000u);
}

TEST(LaneSemantics, BpermuteReadsZeroFromLanesThatAreOff) {
  OneInstruction one;
  one.fill(1, 4 * 5);
  one.number(2);
  one.execute("ds_bpermute_b32 v0, v1, v2");
  EXPECT_EQ(one.lane(0, 60), 5u);
  one.wave.set_pair(scalar::exec, ~uint64_t{0x20});
  one.execute("ds_bpermute_b32 v0, v1, v2");
  EXPECT_EQ(one.lane(0, 60), 0u);
}

TEST(LaneSemantics, SwizzlePatterns) {
  OneInstruction one;
  one.number(1);
  one.execute("ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)");
  EXPECT_EQ(one.lane(0, 35), 51u);
  one.execute("ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,8,3)");
  EXPECT_EQ(one.lane(0, 21), 19u);
  one.execute("ds_swizzle_b32 v0, v1 offset:swizzle(REVERSE,4)");
  EXPECT_EQ(one.lane(0, 5), 6u);
  one.execute("ds_swizzle_b32 v0, v1 offset:swizzle(QUAD_PERM,1,0,3,2)");
  EXPECT_EQ(one.lane(0, 6), 7u);
}

TEST(LaneSemantics, ScalarsComeFromTheFirstLaneThatIsOn) {
  OneInstruction one;
  one.number(1);
  one.wave.set_pair(scalar::exec, 0xf000000000);
  one.execute("v_readfirstlane_b32 s0, v1");
  EXPECT_EQ(one.wave.scalars[0], 36u);
  one.wave.set_pair(scalar::exec, 0);
  one.execute("v_readfirstlane_b32 s0, v1");
  EXPECT_EQ(one.wave.scalars[0], 0u);
  one.execute("v_writelane_b32 v1, 77, 70");
  EXPECT_EQ(one.lane(1, 6), 77u);
  one.wave.set_pair(scalar::exec, ~uint64_t{0});
  one.execute("v_mbcnt_lo_u32_b32 v2, -1, 0");
  one.execute("v_mbcnt_hi_u32_b32 v2, -1, v2");
  EXPECT_EQ(one.lane(2, 0), 0u);
  EXPECT_EQ(one.lane(2, 63), 63u);
}

TEST(MemorySemantics, LdsOutsideTheAllocationReadsZeroAndKeepsNothing) {
  OneInstruction one;
  one.fill(1, 1020);
  one.fill(2, 5);
  one.fill(3, 6);
  one.execute("ds_write_b32 v1, v2");
  one.execute("ds_read_b32 v0, v1");
  EXPECT_EQ(one.lane(0), 5u);
  one.execute("ds_write_b64 v1, v[2:3]");
  one.execute("ds_read_b64 v[4:5], v1");
  EXPECT_EQ(one.pair(4), 0u);
  one.execute("ds_read_b32 v0, v1 offset:4");
  EXPECT_EQ(one.lane(0), 0u);
}

TEST(MemorySemantics, TwoAddressesCountElements) {
  OneInstruction one;
  one.fill(1, 8);
  one.fill(2, 0xa);
  one.fill(3, 0xb);
  one.execute("ds_write2st64_b32 v1, v2, v3 offset0:1 offset1:2");
  EXPECT_EQ(one.workgroup.lds[8 + 256], 0xa);
  EXPECT_EQ(one.workgroup.lds[8 + 512], 0xb);
  one.execute("ds_read2_b32 v[4:5], v1 offset0:64 offset1:128");
  EXPECT_EQ(one.lane(4), 0xau);
  EXPECT_EQ(one.lane(5), 0xbu);
}

TEST(MemorySemantics, PartsOfDwordsAreExtendedOrPutIntoAHalf) {
  OneInstruction one;
  std::vector<uint32_t> memory(4, 0x1234ff80);
  one.memory.add(reinterpret_cast<uint64_t>(memory.data()), 16);
  one.fill_pair(2, reinterpret_cast<uint64_t>(memory.data()));
  const auto load = [&](const std::string& name, uint32_t before) {
    one.fill(0, before);
    one.execute("global_load_" + name + " v0, v[2:3], off");
    return one.lane(0);
  };
  EXPECT_EQ(load("ubyte", 1), 0x80u);
  EXPECT_EQ(load("sbyte", 1), 0xffffff80u);
  EXPECT_EQ(load("sshort", 1), 0xffffff80u);
  EXPECT_EQ(load("short_d16_hi", 0x00005678), 0xff805678u);
  EXPECT_EQ(load("ubyte_d16", 0xabcd5678), 0xabcd0080u);
  one.fill(0, 0xaabbccdd);
  one.execute("global_store_short_d16_hi v[2:3], v0, off offset:4");
  EXPECT_EQ(memory[1], 0x1234aabbu);
}

TEST(MemorySemantics, AnAddressThatIsNobodysIsAFault) {
  OneInstruction one;
  uint64_t mine = 0;
  one.memory.add(reinterpret_cast<uint64_t>(&mine), 8);
  one.fill_pair(2, reinterpret_cast<uint64_t>(&mine));
  EXPECT_NO_THROW(one.execute("global_load_dwordx2 v[0:1], v[2:3], off"));
  EXPECT_THROW(one.execute("global_load_dword v0, v[2:3], off offset:8"), Fault);
  EXPECT_THROW(one.execute("flat_load_dwordx3 v[4:6], v[2:3]"), Fault);
  one.wave.set_pair(scalar::exec, 0);
  EXPECT_NO_THROW(one.execute("global_load_dword v0, v[2:3], off offset:8"));
}

TEST(MemorySemantics, AtomicsGiveBackWhatWasThere) {
  OneInstruction one;
  uint32_t word = 10;
  one.memory.add(reinterpret_cast<uint64_t>(&word), 4);
  one.fill_pair(2, reinterpret_cast<uint64_t>(&word));
  one.fill(4, 1);
  one.execute("global_atomic_add v0, v[2:3], v4, off glc");
  EXPECT_EQ(word, 74u);
  EXPECT_EQ(one.lane(0, 0), 10u);
  EXPECT_EQ(one.lane(0, 63), 73u);
  one.wave.set_pair(scalar::exec, 1);
  one.fill(5, 74);
  one.execute("global_atomic_cmpswap v[2:3], v[4:5], off");
  EXPECT_EQ(word, 1u);
  one.fill(4, 3);
  for (const uint32_t expected : {2u, 3u, 0u}) {
    one.execute("global_atomic_inc v[2:3], v4, off");
    EXPECT_EQ(word, expected);
  }
  one.execute("global_atomic_dec v[2:3], v4, off");
  EXPECT_EQ(word, 3u);
  word = 9;
  one.execute("global_atomic_dec v[2:3], v4, off");
  EXPECT_EQ(word, 3u);
  word = 0xffffffff;
  one.execute("global_atomic_smax v[2:3], v4, off");
  EXPECT_EQ(word, 3u);
}

TEST(MemorySemantics, LdsComparesWithItsFirstDataOperand) {
  OneInstruction one;
  one.wave.set_pair(scalar::exec, 1);
  one.fill(1, 16);
  one.fill(2, 0);
  one.fill(3, 9);
  one.execute("ds_cmpst_rtn_b32 v0, v1, v2, v3");
  EXPECT_EQ(one.workgroup.lds[16], 9);
  EXPECT_EQ(one.lane(0), 0u);
}

TEST(MatrixSemantics, ALaneHoldsFourRowsOfAColumn) {
  OneInstruction one;
  // A[row][k] = row for k = 0, else 0; B[k][column] = column + 1: D[row][column] = their product.
  for (unsigned l = 0; l < 64; ++l) {
    one.wave.rows[1].lane[l] = bits(l < 16 ? static_cast<float>(l) : 0.0f);
    one.wave.rows[2].lane[l] = bits(static_cast<float>(l % 16 + 1));
  }
  one.wave.set_pair(scalar::exec, 0);  // is ignored
  one.execute("v_mfma_f32_16x16x4f32 a[0:3], v1, v2, 1.0");
  for (unsigned l = 0; l < 64; ++l) {
    for (unsigned r = 0; r < 4; ++r) {
      const float row = static_cast<float>(4 * (l / 16) + r);
      const float column = static_cast<float>(l % 16 + 1);
      EXPECT_EQ(one.lane(row::accumulators + r, l), bits(row * column + 1)) << r << " " << l;
    }
  }
}

TEST(MatrixSemantics, AccumulatorsAreTakenFromTheEncoding) {
  const std::string text = "\tv_mfma_f32_16x16x4_f32 a[0:3], v1, a2, a[0:3]";
  EXPECT_EQ(with_right_registers(text, 0x8000), text);
  EXPECT_EQ(with_right_registers(text, 0), "\tv_mfma_f32_16x16x4_f32 v[0:3], v1, a2, v[0:3]");
  EXPECT_EQ(with_right_registers("\tv_mfma_f32_16x16x4_f32 a[0:3], v1, v2, 0", 0),
            "\tv_mfma_f32_16x16x4_f32 v[0:3], v1, v2, 0");
}

}  // namespace lanes_and_memory_test
}  // namespace hippuzzle::amd
