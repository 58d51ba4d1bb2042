// The checks find each fault that a GPU would not forgive, and report nothing for the same kernel
// with the missing instruction.
#include <gtest/gtest.h>

#include "tests/amd_emulator/checks/wrong_sequence.hpp"

namespace hippuzzle::amd {
namespace checks_test {

std::string after_matrix(const std::string& between) {
  return "v_mov_b32 v1, 1.0\nv_mov_b32 v2, 1.0\ns_nop 3\n"
         "v_mfma_f32_32x32x2f32 a[0:15], v1, v2, a[0:15]\n" +
         between + "v_accvgpr_read_b32 v3, a0\n";
}

std::string after_small_matrix(const std::string& between) {
  return "v_mov_b32 v1, 1.0\nv_mov_b32 v2, 1.0\ns_nop 3\n"
         "v_mfma_f32_16x16x4f32 a[0:3], v1, v2, 0\n" +
         between + "v_mfma_f32_16x16x4f32 a[8:11], v1, v2, a[2:5]\n";
}

// The second one's factor is the first one's result.
std::string wave_matrices(const std::string& between) {
  std::string ones;
  for (int r = 8; r < 24; ++r) ones += "v_mov_b32 v" + std::to_string(r) + ", 0\n";
  return ones + "v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], 0\n" + between +
         "v_wmma_f32_16x16x16_f16 v[24:31], v[0:7], v[16:23], 0\n";
}

// A sparse one of four passes, whose indices are written last.
std::string sparse_matrix(const std::string& before, const std::string& behind) {
  std::string ones;
  for (int r = 1; r < 12; ++r) ones += "v_mov_b32 v" + std::to_string(r) + ", 0\n";
  return ones + before + "v_smfmac_f32_16x16x32_f16 v[4:7], v[2:3], v[8:11], v11\n" + behind +
         "v_add_u32 v12, v7, v1\n";
}

std::string after_transcendental(const std::string& between) {
  return "v_mov_b32 v1, 2.0\nv_rcp_f32 v2, v1\n" + between + "v_add_f32 v3, v2, v1\n";
}

std::vector<Wrong> all_wrong() {
  const std::string& b = with_buffer;
  const std::string store = "global_store_dword v1, v2, s[0:1]\n";
  const std::string store_when_there = "s_waitcnt vmcnt(0)\n" + store;
  const std::string to_lds = "v_mov_b32 v2, 1.0\nds_write_b32 v1, v2\n";
  // All waves read this before any of them continues: each counts from 2000 down to 0 meanwhile.
  const std::string others_word =
      "s_waitcnt lgkmcnt(0)\ns_barrier\nv_xor_b32 v4, 0x100, v1\nds_read_b32 v3, v4\n"
      "s_waitcnt lgkmcnt(0)\ns_movk_i32 s6, 2000\ns_sub_u32 s6, s6, 1\ns_cmp_lg_u32 s6, 0\n"
      "s_cbranch_scc1 65533\n";
  return {
      // ---- results under way
      {"AScalarLoadIsWaitedFor", "gfx90a",
       "s_load_dwordx2 s[0:1], s[0:1], 0x0\nv_mov_b32 v1, 0\nv_mov_b32 v2, 1.0\n" + store,
       b + "v_mov_b32 v2, 1.0\n" + store, Kind::too_early, "global_store_dword"},
      {"ALoadFromMemoryIsWaitedFor", "gfx90a", b + "global_load_dword v2, v1, s[0:1]\n" + store,
       b + "global_load_dword v2, v1, s[0:1]\n" + store_when_there, Kind::too_early,
       "global_store_dword"},
      {"OnlyTheLastLoadsMayBeUnderWay", "gfx90a",
       b +
           "global_load_dword v2, v1, s[0:1]\nglobal_load_dword v3, v1, s[0:1]\n"
           "s_waitcnt vmcnt(1)\nv_mov_b32 v2, v3\n" +
           store,
       b +
           "global_load_dword v3, v1, s[0:1]\nglobal_load_dword v2, v1, s[0:1]\n"
           "s_waitcnt vmcnt(1)\nv_mov_b32 v4, v3\n" +
           store_when_there,
       Kind::too_early, "v_mov_b32_e32 v2, v3"},
      {"ALoadFromLdsIsWaitedFor", "gfx90a",
       b + to_lds + "ds_read_b32 v2, v1\ns_waitcnt vmcnt(0)\n" + store,
       b + to_lds + "ds_read_b32 v2, v1\ns_waitcnt lgkmcnt(0)\n" + store, Kind::too_early,
       "global_store_dword"},
      {"AResultUnderWayIsNotOverwritten", "gfx90a",
       b + "global_load_dword v2, v1, s[0:1]\nv_mov_b32 v2, 0\n" + store_when_there,
       b + "global_load_dword v2, v1, s[0:1]\ns_waitcnt vmcnt(0)\nv_mov_b32 v2, 0\n" + store,
       Kind::too_early, "v_mov_b32_e32 v2, 0"},
      {"StoresHaveACounterOfTheirOwnOnGfx10", "gfx1030",
       b + "global_load_dword v2, v1, s[0:1]\ns_waitcnt_vscnt null, 0x0\n" + store,
       b + "global_load_dword v2, v1, s[0:1]\n" + store_when_there, Kind::too_early,
       "global_store_dword"},
      {"ABarrierIsMetWithLdsWritten", "gfx90a", b + to_lds + "s_barrier\n",
       b + to_lds + "s_waitcnt lgkmcnt(0)\ns_barrier\n", Kind::too_early, "s_barrier", 128},
      {"ABarrierIsMetWithMemoryWritten", "gfx1030", b + "v_mov_b32 v2, 0\n" + store + "s_barrier\n",
       b + "v_mov_b32 v2, 0\n" + store + "s_waitcnt_vscnt null, 0x0\ns_barrier\n", Kind::too_early,
       "s_barrier", 128},
      {"AndAWaitForLoadsIsNoWaitForStores", "gfx1100",
       b + "v_mov_b32 v2, 0\n" + store + "s_waitcnt vmcnt(0)\ns_barrier\n",
       b + "v_mov_b32 v2, 0\n" + store + "s_waitcnt_vscnt null, 0x0\ns_barrier\n", Kind::too_early,
       "s_barrier", 128},
      // ---- unwritten values
      {"AStoredRegisterWasWritten", "gfx90a", b + store, b + "v_mov_b32 v2, v0\n" + store,
       Kind::uninitialised, "global_store_dword"},
      {"AnAddressWasWritten", "gfx90a", b + "global_load_dword v2, v3, s[0:1]\n",
       b + "v_mov_b32 v3, 0\nglobal_load_dword v2, v3, s[0:1]\n", Kind::uninitialised,
       "global_load_dword v2, v3"},
      {"ASumOfWhatNobodyWroteIsNoValue", "gfx90a", b + "v_add_f32 v2, v7, v7\n" + store,
       b + "v_mov_b32 v7, 0\nv_add_f32 v2, v7, v7\n" + store, Kind::uninitialised,
       "global_store_dword"},
      {"LanesThatWereOffHaveNoValue", "gfx90a",
       b + "s_mov_b64 exec, 1\nv_mov_b32 v2, 0\ns_mov_b64 exec, -1\n" + store,
       b + "s_mov_b64 exec, 1\nv_mov_b32 v2, 0\n" + store, Kind::uninitialised,
       "global_store_dword"},
      {"ABranchDependsOnValues", "gfx90a", "s_cmp_eq_u32 s9, 0\ns_cbranch_scc1 1\ns_nop 0\n",
       "s_mov_b32 s9, 0\ns_cmp_eq_u32 s9, 0\ns_cbranch_scc1 1\ns_nop 0\n", Kind::uninitialised,
       "s_cbranch_scc1"},
      {"AComparedRegisterWasWritten", "gfx1030",
       "v_cmp_gt_u32 vcc_lo, 3, v9\ns_and_saveexec_b32 s3, vcc_lo\n",
       "v_cmp_gt_u32 vcc_lo, 3, v0\ns_and_saveexec_b32 s3, vcc_lo\n", Kind::uninitialised,
       "s_and_saveexec_b32"},
      {"AReadWordOfLdsWasWritten", "gfx90a", b + "ds_read_b32 v2, v1\n",
       b + to_lds + "ds_read_b32 v2, v1\n", Kind::uninitialised, "ds_read_b32"},
      // ---- wait states
      {"DppStandsTwoBehindItsSource", "gfx90a",
       "v_mov_b32 v1, v0\ns_nop 0\nv_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf\n",
       "v_mov_b32 v1, v0\ns_nop 1\nv_mov_b32_dpp v2, v1 row_shr:1 row_mask:0xf bank_mask:0xf\n",
       Kind::wait_states, "v_mov_b32_dpp"},
      {"AMemoryInstructionStandsFiveBehindItsScalars", "gfx90a",
       b + "v_mov_b32 v2, 0\nv_readfirstlane_b32 s0, v2\ns_nop 3\n" + store,
       b + "v_mov_b32 v2, 0\nv_readfirstlane_b32 s9, v2\ns_nop 4\n" + store, Kind::wait_states,
       "global_store_dword"},
      {"ALaneIsChosenFourBehindItsNumber", "gfx90a",
       "v_readfirstlane_b32 s4, v0\ns_nop 2\nv_readlane_b32 s5, v0, s4\n",
       "v_readfirstlane_b32 s4, v0\ns_nop 3\nv_readlane_b32 s5, v0, s4\n", Kind::wait_states,
       "v_readlane_b32"},
      {"DivFmasStandsFourBehindVcc", "gfx90a",
       "v_mov_b32 v1, 1.0\nv_cmp_eq_u32 vcc, v0, v0\nv_div_fmas_f32 v2, v1, v1, v1\n",
       "v_mov_b32 v1, 1.0\nv_cmp_eq_u32 vcc, v0, v0\ns_nop 3\nv_div_fmas_f32 v2, v1, v1, v1\n",
       Kind::wait_states, "v_div_fmas_f32"},
      {"AWideStoresDataIsKept", "gfx90a",
       b + "v_lshlrev_b32 v1, 4, v0\nv_and_b32 v1, 63, v1\nv_mov_b32 v4, 0\nv_mov_b32 v5, 0\n"
           "v_mov_b32 v6, 0\nv_mov_b32 v7, 0\ns_mov_b64 exec, 1\n"
           "global_store_dwordx4 v1, v[4:7], s[0:1]\nv_mov_b32 v5, 1\n",
       b + "v_lshlrev_b32 v1, 4, v0\nv_and_b32 v1, 63, v1\nv_mov_b32 v4, 0\nv_mov_b32 v5, 0\n"
           "v_mov_b32 v6, 0\nv_mov_b32 v7, 0\ns_mov_b64 exec, 1\n"
           "global_store_dwordx4 v1, v[4:7], s[0:1]\ns_nop 0\nv_mov_b32 v5, 1\n",
       Kind::wait_states, "v_mov_b32_e32 v5, 1"},
      {"AMatrixStandsTwoBehindItsFactors", "gfx90a",
       "v_mov_b32 v1, 1.0\nv_mov_b32 v2, 1.0\nv_mfma_f32_16x16x4f32 a[0:3], v1, v2, 0\n",
       "v_mov_b32 v1, 1.0\nv_mov_b32 v2, 1.0\ns_nop 1\n"
       "v_mfma_f32_16x16x4f32 a[0:3], v1, v2, 0\n",
       Kind::wait_states, "v_mfma_f32_16x16x4f32"},
      {"AnAccumulatorIsReadNineteenBehindAWideMatrix", "gfx90a",
       after_matrix("s_nop 15\ns_nop 1\n"), after_matrix("s_nop 15\ns_nop 2\n"), Kind::wait_states,
       "v_accvgpr_read_b32"},
      {"AnAccumulatorIsReadEighteenBehindItOnGfx908", "gfx908", after_matrix("s_nop 15\ns_nop 0\n"),
       after_matrix("s_nop 15\ns_nop 1\n"), Kind::wait_states, "v_accvgpr_read_b32"},
      {"AnOverlappingAddendStandsEightBehindASmallMatrix", "gfx90a",
       after_small_matrix("s_nop 6\n"), after_small_matrix("s_nop 7\n"), Kind::wait_states,
       "v_mfma_f32_16x16x4f32 a[8:11]"},
      {"AMatrixOfGfx11StandsOneVectorInstructionBehindItsFactor", "gfx1100", wave_matrices(""),
       wave_matrices("v_nop\n"), Kind::wait_states, "v_wmma", 32},
      {"AResultOfATranscendentalStandsSixVectorInstructionsBefore", "gfx1100",
       after_transcendental("v_nop\nv_nop\nv_nop\nv_nop\nv_nop\n"),
       after_transcendental("v_nop\nv_nop\nv_nop\nv_nop\nv_nop\nv_nop\n"), Kind::wait_states,
       "v_add_f32"},
      {"AWaitForVectorResultsIsAsGood", "gfx1100",
       after_transcendental("s_waitcnt_depctr 0xffff\n"),
       after_transcendental("s_waitcnt_depctr 0xfff\n"), Kind::wait_states, "v_add_f32"},
      {"AndSoAreTwoOtherTranscendentals", "gfx1100", after_transcendental("v_rcp_f32 v4, v1\n"),
       after_transcendental("v_rcp_f32 v4, v1\nv_rcp_f32 v5, v1\n"), Kind::wait_states,
       "v_add_f32"},
      {"LanesArePermutedOneBehindAComparisonToExec", "gfx1100",
       "v_cmpx_le_u32 0, v0\nv_permlane16_b32 v0, v0, 0, 0\n",
       "v_cmpx_le_u32 0, v0\nv_mov_b32 v1, 0\nv_permlane16_b32 v0, v0, 0, 0\n", Kind::wait_states,
       "v_permlane16_b32", 32},
      {"AFactorStandsElevenBehindTheMatrixThatMadeIt", "gfx90a",
       "v_mov_b32 v1, 1.0\nv_mov_b32 v2, 1.0\ns_nop 3\n"
       "v_mfma_f32_16x16x4f32 v[4:7], v1, v2, 0\ns_nop 9\n"
       "v_mfma_f32_16x16x4f32 v[8:11], v4, v2, 0\n",
       "v_mov_b32 v1, 1.0\nv_mov_b32 v2, 1.0\ns_nop 3\n"
       "v_mfma_f32_16x16x4f32 v[4:7], v1, v2, 0\ns_nop 10\n"
       "v_mfma_f32_16x16x4f32 v[8:11], v4, v2, 0\n",
       Kind::wait_states, "v_mfma_f32_16x16x4f32 v[8:11]"},
      {"ASparseMatrixStandsTwoBehindItsIndices", "gfx940", sparse_matrix("s_nop 0\n", "s_nop 6\n"),
       sparse_matrix("s_nop 1\n", "s_nop 6\n"), Kind::wait_states, "v_smfmac"},
      {"AndItsResultIsReadSevenBehindIt", "gfx940", sparse_matrix("s_nop 1\n", "s_nop 5\n"),
       sparse_matrix("s_nop 1\n", "s_nop 6\n"), Kind::wait_states, "v_add_u32"},
      // ---- memory
      {"AnAddressLiesInTheArray", "gfx90a",
       b + "v_mov_b32 v2, 0\nglobal_store_dword v1, v2, s[0:1] offset:772\n",
       b + "v_mov_b32 v2, 0\nglobal_store_dword v1, v2, s[0:1] offset:768\n", Kind::out_of_bounds,
       "global_store_dword"},
      {"AnAddressLiesInTheLdsThatWasAskedFor", "gfx90a",
       b + "v_mov_b32 v2, 0\nds_write_b32 v1, v2 offset:772\n",
       b + "v_mov_b32 v2, 0\nds_write_b32 v1, v2 offset:768\n", Kind::out_of_bounds,
       "ds_write_b32"},
      {"AnAddressIsAligned", "gfx90a",
       b + "v_mov_b32 v2, 0\nglobal_store_dword v1, v2, s[0:1] offset:2\n",
       b + "v_mov_b32 v2, 0\nglobal_store_short v1, v2, s[0:1] offset:2\n", Kind::misaligned,
       "global_store_dword"},
      {"AnAddressOfLdsIsAligned", "gfx90a", b + "v_mov_b32 v2, 0\nds_write_b32 v1, v2 offset:1\n",
       b + "v_mov_b32 v2, 0\nds_write_b8 v1, v2 offset:1\n", Kind::misaligned, "ds_write_b32"},
      {"ThereIsMemory", "gfx90a",
       "v_mov_b32 v2, 0\nv_mov_b32 v3, 0\nglobal_load_dword v4, v[2:3], off\n",
       b + "v_mov_b32 v2, s0\nv_mov_b32 v3, s1\nglobal_load_dword v4, v[2:3], off\n", Kind::wild,
       "global_load_dword"},
      // ---- races
      {"WavesDoNotRaceForAWordOfLds", "gfx90a",
       b + "v_mov_b32 v2, v0\nv_mov_b32 v3, 0\nds_write_b32 v3, v2\n",
       b + "v_mov_b32 v2, v0\nv_mov_b32 v3, 0\nds_write_b32 v1, v2\n", Kind::race, "ds_write_b32",
       128},
      {"ABarrierOrdersWaves", "gfx90a",
       b + to_lds + "s_waitcnt lgkmcnt(0)\nv_xor_b32 v1, 0x100, v1\nds_read_b32 v3, v1\n",
       b + to_lds +
           "s_waitcnt lgkmcnt(0)\ns_barrier\nv_xor_b32 v1, 0x100, v1\n"
           "ds_read_b32 v3, v1\n",
       Kind::race, "ds_read_b32", 128},
      {"ABarrierStandsBeforeAWriteOfWhatOthersRead", "gfx90a",
       b + to_lds + others_word + "ds_write_b32 v1, v3\n",
       b + to_lds + others_word + "s_barrier\nds_write_b32 v1, v3\n", Kind::race, "ds_write_b32",
       256},
      {"AndSoItIsForWavesOf32", "gfx1030", b + to_lds + others_word + "ds_write_b32 v1, v3\n",
       b + to_lds + others_word + "s_barrier\nds_write_b32 v1, v3\n", Kind::race, "ds_write_b32",
       256},
      {"WorkgroupsDoNotRaceForMemory", "gfx90a", b + "v_mov_b32 v2, s2\n" + store,
       b + "v_mov_b32 v2, s2\ns_lshl_b32 s2, s2, 8\ns_add_u32 s0, s0, s2\ns_addc_u32 s1, s1, 0\n" +
           store,
       Kind::race, "global_store_dword", 64, 2},
      {"AtomicsDoNotRace", "gfx90a", b + "v_mov_b32 v2, s2\nglobal_store_dword v1, v2, s[0:1]\n",
       b + "v_mov_b32 v2, 1\nglobal_atomic_add v1, v2, s[0:1]\n", Kind::race, "global_store_dword",
       64, 3},
      // ---- barriers
      {"AllWavesReachABarrier", "gfx90a",
       "v_readfirstlane_b32 s4, v0\ns_cmp_eq_u32 s4, 0\ns_cbranch_scc1 1\ns_barrier\n",
       "v_readfirstlane_b32 s4, v0\ns_cmp_eq_u32 s4, 0\ns_cbranch_scc1 0\ns_barrier\n",
       Kind::barrier, "s_barrier", 128},
  };
}

TEST_P(WrongSequence, IsFound) {
  const Wrong& w = GetParam();
  AssembledKernel kernel({.target = w.target, .body = w.wrong});
  const std::vector<Finding> findings = kernel.run(w.threads, w.workgroups);
  ASSERT_FALSE(findings.empty()) << kernel.why;
  EXPECT_EQ(findings[0].kind, w.kind) << listed(findings);
  EXPECT_EQ(findings[0].kernel, "k");
  ASSERT_FALSE(findings[0].sides.empty());
  EXPECT_NE(findings[0].sides[0].text.find(w.instruction), std::string::npos) << listed(findings);
  EXPECT_NE(findings[0].sides[0].address, 0u);
}

TEST_P(WrongSequence, IsNotFoundWhereItIsRight) {
  const Wrong& w = GetParam();
  AssembledKernel kernel({.target = w.target, .body = w.right});
  EXPECT_EQ(listed(kernel.run(w.threads, w.workgroups)), "") << kernel.why;
  EXPECT_EQ(kernel.why, "");
}

INSTANTIATE_TEST_SUITE_P(, WrongSequence, ::testing::ValuesIn(all_wrong()),
                         [](const auto& test) { return test.param.name; });

// The seed decides which wave is first.
TEST(Interleaving, IsTheSeeds) {
  const KernelText text{.body = with_buffer +
                                "v_mov_b32 v3, 0\nv_mov_b32 v2, 1\n"
                                "global_atomic_add v4, v3, v2, s[0:1] glc\ns_waitcnt vmcnt(0)\n"
                                "global_store_dword v1, v4, s[0:1] offset:4\n"};
  std::set<uint32_t> first;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    AssembledKernel kernel(text);
    kernel.run(128, 1, seed);
    first.insert(kernel.buffer[AssembledKernel::size / 4 + 1] / 64);
  }
  EXPECT_EQ(first.size(), 2u);
}

TEST(Findings, CountAndKeepOnePairOfInstructionsOnce) {
  AssembledKernel kernel({.body = with_buffer + "global_store_dword v1, v2, s[0:1]\n"});
  const std::vector<Finding> findings = kernel.run(64, 3);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].count, 3u) << listed(findings);
}

}  // namespace checks_test
}  // namespace hippuzzle::amd
