// A row for each scalar instruction that the other tests do not have: results and SCC as AMD's ISA
// documents say, shift counts beyond the width and empty fields among them.
#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace scalar_table_test {

// Sources in s1 and s2, the result in s0, which holds `before`.
struct ScalarRow {
  const char* text;
  uint32_t a, b;
  bool scc_before;
  uint32_t expected;
  bool scc_after;
  uint32_t before = 0;
};

TEST(ScalarTable, Of32Bits) {
  const std::vector<ScalarRow> rows = {
      {"s_lshl1_add_u32 s0, s1, s2", 0x80000001, 1, false, 3, true},
      {"s_lshl3_add_u32 s0, s1, s2", 0x20000000, 7, false, 7, true},
      {"s_lshl4_add_u32 s0, s1, s2", 1, 2, true, 18, false},
      {"s_absdiff_i32 s0, s1, s2", 0xffffffff, 2, false, 3, true},
      {"s_absdiff_i32 s0, s1, s2", 5, 5, true, 0, false},
      {"s_mul_hi_i32 s0, s1, s2", 0xffffffff, 2, true, 0xffffffff, true},
      {"s_min_u32 s0, s1, s2", 0xffffffff, 1, true, 1, false},
      {"s_max_i32 s0, s1, s2", 0xffffffff, 1, true, 1, false},
      {"s_or_b32 s0, s1, s2", 0, 0, true, 0, false},
      {"s_xor_b32 s0, s1, s2", 5, 5, true, 0, false},
      {"s_orn2_b32 s0, s1, s2", 0, 0xfffffffe, false, 1, true},
      {"s_nand_b32 s0, s1, s2", 0xffffffff, 0xffffffff, true, 0, false},
      {"s_nor_b32 s0, s1, s2", 0, 0, false, 0xffffffff, true},
      {"s_xnor_b32 s0, s1, s2", 5, 5, false, 0xffffffff, true},
      {"s_not_b32 s0, s1", 0xffffffff, 0, true, 0, false},
      {"s_bfm_b32 s0, s1, s2", 36, 40, true, 0xf00, true},
      {"s_pack_ll_b32_b16 s0, s1, s2", 0x11112222, 0x33334444, true, 0x44442222, true},
      {"s_pack_lh_b32_b16 s0, s1, s2", 0x11112222, 0x33334444, false, 0x33332222, false},
      {"s_brev_b32 s0, s1", 1, 0, false, 0x80000000, false},
      {"s_bcnt0_i32_b32 s0, s1", 0xffff0000, 0, false, 16, true},
      {"s_bcnt0_i32_b32 s0, s1", 0xffffffff, 0, true, 0, false},
      {"s_flbit_i32 s0, s1", 0xfffffff0, 0, false, 28, false},
      {"s_flbit_i32 s0, s1", 0, 0, false, 0xffffffff, false},
      {"s_mov_b32 s0, s1", 7, 0, true, 7, true},
      {"s_cmov_b32 s0, s1", 7, 0, true, 7, true, 3},
      {"s_cmov_b32 s0, s1", 7, 0, false, 3, false, 3},
      {"s_sext_i32_i8 s0, s1", 0x180, 0, true, 0xffffff80, true},
      {"s_sext_i32_i16 s0, s1", 0x18000, 0, false, 0xffff8000, false},
      {"s_cmovk_i32 s0, 0xffff", 0, 0, true, 0xffffffff, true, 3},
      {"s_cmovk_i32 s0, 0xffff", 0, 0, false, 3, false, 3},
      {"s_addk_i32 s0, 0xffff", 0, 0, false, 0x7fffffff, true, 0x80000000},
      {"s_addk_i32 s0, 0xffff", 0, 0, true, 4, false, 5},
      {"s_mulk_i32 s0, 0xfffe", 0, 0, true, 0xfffffff6, true, 5},
      {"s_bitset0_b32 s0, s1", 33, 0, true, 0xfffffffd, true, 0xffffffff},
      {"s_bitset1_b32 s0, s1", 63, 0, false, 0x80000000, false},
  };
  for (const ScalarRow& r : rows) {
    OneInstruction one;
    one.wave.scalars[0] = r.before;
    one.wave.scalars[1] = r.a;
    one.wave.scalars[2] = r.b;
    one.wave.scc = r.scc_before;
    one.execute(r.text);
    EXPECT_EQ(one.wave.scalars[0], r.expected) << r.text << " of " << r.a << ", " << r.b;
    EXPECT_EQ(one.wave.scc, r.scc_after) << r.text << " of " << r.a << ", " << r.b;
  }
}

constexpr uint64_t all = ~uint64_t{0}, top = uint64_t{1} << 63;

// Sources in s[2:3] and s[4:5], the result in s[0:1].
struct WideRow {
  const char* text;
  uint64_t a, b;
  bool scc_before;
  uint64_t expected;
  bool scc_after;
};

TEST(ScalarTable, Of64Bits) {
  const std::vector<WideRow> rows = {
      {"s_and_b64 s[0:1], s[2:3], s[4:5]", 0xf0f0f0f000000000, 0x0f0f0f0f00000000, true, 0, false},
      {"s_or_b64 s[0:1], s[2:3], s[4:5]", top, 1, false, top | 1, true},
      {"s_xor_b64 s[0:1], s[2:3], s[4:5]", top, top, true, 0, false},
      {"s_andn2_b64 s[0:1], s[2:3], s[4:5]", all, 1, false, all - 1, true},
      {"s_orn2_b64 s[0:1], s[2:3], s[4:5]", 0, all, true, 0, false},
      {"s_nand_b64 s[0:1], s[2:3], s[4:5]", all, all, true, 0, false},
      {"s_nor_b64 s[0:1], s[2:3], s[4:5]", 0, 0, false, all, true},
      {"s_xnor_b64 s[0:1], s[2:3], s[4:5]", top, ~top, true, 0, false},
      {"s_not_b64 s[0:1], s[2:3]", all, 0, true, 0, false},
      {"s_lshl_b64 s[0:1], s[2:3], s4", 1, 65, false, 2, true},
      {"s_lshr_b64 s[0:1], s[2:3], s4", top, 63, false, 1, true},
      {"s_ashr_i64 s[0:1], s[2:3], s4", top, 4, false, 0xf800000000000000, true},
      {"s_bfe_u64 s[0:1], s[2:3], s4", 0xabcd123456789abc, 0x00100020, false, 0x1234, true},
      {"s_bfe_u64 s[0:1], s[2:3], s4", all, 0, true, 0, false},
      {"s_bfm_b64 s[0:1], s2, s4", 40, 8, true, 0x0000ffffffffff00, true},
      {"s_brev_b64 s[0:1], s[2:3]", 2, 0, false, top >> 1, false},
      {"s_mov_b64 s[0:1], s[2:3]", top | 5, 0, true, top | 5, true},
      {"s_cmov_b64 s[0:1], s[2:3]", 5, 0, true, 5, true},
      {"s_cmov_b64 s[0:1], s[2:3]", 5, 0, false, 0, false},
      {"s_cselect_b64 s[0:1], s[2:3], s[4:5]", 5, 6, false, 6, false},
      {"s_bcnt1_i32_b64 s0, s[2:3]", 0xff000000000000ff, 0, false, 16, true},
      {"s_bcnt0_i32_b64 s0, s[2:3]", all, 0, true, 0, false},
      {"s_ff1_i32_b64 s0, s[2:3]", uint64_t{1} << 40, 0, false, 40, false},
      {"s_flbit_i32_b64 s0, s[2:3]", uint64_t{1} << 40, 0, false, 23, false},
  };
  for (const WideRow& r : rows) {
    OneInstruction one;
    one.wave.set_pair(2, r.a);
    one.wave.set_pair(4, r.b);
    one.wave.scc = r.scc_before;
    one.execute(r.text);
    EXPECT_EQ(one.wave.pair(0), r.expected) << r.text << " of " << r.a << ", " << r.b;
    EXPECT_EQ(one.wave.scc, r.scc_after) << r.text << " of " << r.a << ", " << r.b;
  }
}

// Which of smaller, equal and greater a comparison holds for.
struct Order {
  const char* name;
  bool smaller, equal, greater;
};
constexpr Order orders[] = {{"eq", false, true, false}, {"lg", true, false, true},
                            {"gt", false, false, true}, {"ge", false, true, true},
                            {"lt", true, false, false}, {"le", true, true, false}};

TEST(ScalarTable, Comparisons) {
  for (const Order& order : orders) {
    for (const bool is_signed : {false, true}) {
      const std::string type = is_signed ? "_i32" : "_u32";
      // 0xffffffff is the greatest, or -1.
      const std::pair<uint32_t, bool> sources[] = {
          {4, order.smaller},
          {5, order.equal},
          {6, order.greater},
          {0xffffffff, is_signed ? order.smaller : order.greater}};
      for (const auto& [a, expected] : sources) {
        OneInstruction one;
        one.wave.scalars[1] = a;
        one.wave.scalars[2] = 5;
        one.wave.scc = !expected;
        one.execute("s_cmp_" + std::string(order.name) + type + " s1, s2");
        EXPECT_EQ(one.wave.scc, expected) << order.name << type << " of " << a;
        one.wave.scc = !expected;
        one.execute("s_cmpk_" + std::string(order.name) + type + " s1, 0x5");
        EXPECT_EQ(one.wave.scc, expected) << order.name << type << " of " << a;
      }
    }
  }
  OneInstruction one;
  one.wave.set_pair(2, top | 1);
  one.wave.set_pair(4, 1);
  one.wave.scalars[6] = 64;
  const std::pair<const char*, bool> rows[] = {
      {"s_cmp_eq_u64 s[2:3], s[4:5]", false}, {"s_cmp_lg_u64 s[2:3], s[4:5]", true},
      {"s_cmp_eq_u64 s[2:3], s[2:3]", true},  {"s_cmp_lg_u64 s[2:3], s[2:3]", false},
      {"s_bitcmp0_b32 s4, 32", false},        {"s_bitcmp1_b32 s4, 32", true},
      {"s_bitcmp0_b32 s4, 1", true},          {"s_bitcmp1_b32 s4, 1", false},
      {"s_bitcmp0_b64 s[2:3], 63", false},    {"s_bitcmp1_b64 s[2:3], 63", true},
      {"s_bitcmp0_b64 s[2:3], 62", true},     {"s_bitcmp1_b64 s[2:3], s6", true}};
  for (const auto& [text, expected] : rows) {
    one.wave.scc = !expected;
    one.execute(text);
    EXPECT_EQ(one.wave.scc, expected) << text;
  }
}

TEST(ScalarTable, MasksThatAreSaved) {
  constexpr uint64_t source = 0xc, exec = 0xa;
  const std::pair<const char*, uint64_t> rows[] = {
      {"and", 0x8},        {"or", 0xe},        {"xor", 0x6},        {"andn2", 0x4},
      {"orn2", all - 0x2}, {"andn1", 0x2},     {"orn1", all - 0x4}, {"nand", all - 0x8},
      {"nor", all - 0xe},  {"xnor", all - 0x6}};
  for (const auto& [name, expected] : rows) {
    OneInstruction one;
    one.wave.set_pair(2, source);
    one.wave.set_pair(scalar::exec, exec);
    one.execute("s_" + std::string(name) + "_saveexec_b64 s[0:1], s[2:3]");
    EXPECT_EQ(one.wave.pair(0), exec) << name;
    EXPECT_EQ(one.wave.exec(), expected) << name;
    EXPECT_TRUE(one.wave.scc) << name;
  }
}

TEST(ScalarTable, Branches) {
  struct Row {
    const char* text;
    bool scc;
    uint64_t vcc, exec;
    bool branches;
  };
  const Row rows[] = {
      {"s_branch 4", false, 0, 0, true},           {"s_cbranch_scc0 4", false, 0, 0, true},
      {"s_cbranch_scc0 4", true, 0, 0, false},     {"s_cbranch_scc1 4", true, 0, 0, true},
      {"s_cbranch_scc1 4", false, 0, 0, false},    {"s_cbranch_vccz 4", false, 0, 1, true},
      {"s_cbranch_vccz 4", false, top, 1, false},  {"s_cbranch_vccnz 4", false, top, 1, true},
      {"s_cbranch_vccnz 4", false, 0, 1, false},   {"s_cbranch_execz 4", false, 1, 0, true},
      {"s_cbranch_execz 4", false, 0, top, false}, {"s_cbranch_execnz 4", false, 0, top, true},
      {"s_cbranch_execnz 4", false, 1, 0, false}};
  for (const Row& r : rows) {
    OneInstruction one;
    one.wave.scc = r.scc;
    one.wave.set_pair(scalar::vcc, r.vcc);
    one.wave.set_pair(scalar::exec, r.exec);
    one.execute(r.text);
    EXPECT_EQ(one.branched(), r.branches) << r.text;
  }
}

// Code of one instruction, at an address of its own.
class OneAddress : public Code {
 public:
  const Instruction* at(uint64_t address) override {
    EXPECT_EQ(address, 0x2000u);
    return &instruction;
  }
  Instruction instruction;
};

TEST(ScalarTable, JumpsAndWhatEndsOrHoldsAWave) {
  OneInstruction one;
  OneAddress code;
  one.wave.code = &code;
  one.execute("s_getpc_b64 s[4:5]");
  EXPECT_EQ(one.wave.pair(4), 0x1008u);
  one.wave.set_pair(2, 0x2000);
  one.execute("s_setpc_b64 s[2:3]");
  EXPECT_EQ(one.wave.next, &code.instruction);
  one.execute("s_swappc_b64 s[6:7], s[2:3]");
  EXPECT_EQ(one.wave.next, &code.instruction);
  EXPECT_EQ(one.wave.pair(6), 0x1008u);
  one.execute("s_nop 3");
  EXPECT_EQ(one.wave.state, Wave::State::running);
  one.execute("s_barrier");
  EXPECT_EQ(one.wave.state, Wave::State::at_barrier);
  one.execute("s_endpgm");
  EXPECT_EQ(one.wave.state, Wave::State::ended);
  EXPECT_THROW(one.execute("s_trap 2"), Fault);
}

TEST(ScalarTable, HardwareRegistersAndClocks) {
  OneInstruction one;
  one.execute("s_getreg_b32 s0, hwreg(HW_REG_SH_MEM_BASES, 16, 16)");
  EXPECT_EQ(one.wave.scalars[0], shared_aperture >> 16);
  one.execute("s_getreg_b32 s0, hwreg(HW_REG_SH_MEM_BASES, 0, 16)");
  EXPECT_EQ(one.wave.scalars[0], private_aperture >> 16);
  one.wave.scalars[1] = 15;
  EXPECT_NO_THROW(one.execute("s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s1"));
  EXPECT_NO_THROW(one.execute("s_denorm_mode 15"));
  EXPECT_NO_THROW(one.execute("s_round_mode 0"));
  EXPECT_THROW(one.execute("s_round_mode 1"), Fault);
  for (const char* clock : {"s_memtime", "s_memrealtime"}) {
    one.execute(std::string(clock) + " s[2:3]");
    one.execute(std::string(clock) + " s[4:5]");
    EXPECT_LE(one.wave.pair(2), one.wave.pair(4)) << clock;
    EXPECT_NE(one.wave.pair(2), 0u) << clock;
  }
}

TEST(ScalarTable, LoadsTakeWholeDwords) {
  OneInstruction one;
  std::vector<uint32_t> memory(20);
  for (uint32_t k = 0; k < memory.size(); ++k) memory[k] = 100 + k;
  one.memory.add(reinterpret_cast<uint64_t>(memory.data()), 4 * memory.size());
  one.wave.set_pair(0, reinterpret_cast<uint64_t>(memory.data()));
  const std::pair<const char*, unsigned> rows[] = {
      {"dword", 1}, {"dwordx2", 2}, {"dwordx4", 4}, {"dwordx8", 8}, {"dwordx16", 16}};
  for (const auto& [name, dwords] : rows) {
    for (unsigned k = 0; k < 17; ++k) one.wave.scalars[8 + k] = 1;
    one.execute("s_load_" + std::string(name) + " s[8:23], s[0:1], 0x6");  // lowest bits: ignored
    for (unsigned k = 0; k < 17; ++k)
      EXPECT_EQ(one.wave.scalars[8 + k], k < dwords ? 101 + k : 1) << name << " " << k;
  }
}

}  // namespace scalar_table_test
}  // namespace hippuzzle::amd
