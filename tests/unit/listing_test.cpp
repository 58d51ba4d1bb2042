// What disassemblers print, as binutils 2.40, LLVM 14 and nvdisasm 13.0 printed it, shortened.
#include "engine/performance/machine_code/listing.hpp"

#include <gtest/gtest.h>

namespace hippuzzle {
namespace listing_test {

TEST(Listing, OfObjdumpHasFunctionsAndInstructions) {
  const auto listed = listed_by_objdump(
      "\np16.so:     file format elf64-x86-64\n\n\nDisassembly of section .text:\n\n"
      "00000000000019d0 <tiled(float*, unsigned int)>:\n"
      "    19d0:\tpush   %r15\n"
      "    19d2:\tmov    0x65cb(%rip),%rax        # 7fb0 <threadIdx@Base>\n"
      "    1a1b:\tje     1bac <tiled(float*, unsigned int)+0x1dc>\n"
      "    1a1d:\tcall   1080 <__syncthreads@plt>\n"
      "    1a22:\tret\n"
      "    1a23:\tnopw   0x0(%rax,%rax,1)\n"
      "    1a24:\tdata16 cs nopw 0x0(%rax,%rax,1)\n\n"
      "0000000000001bc0 <other(float*)>:\n"
      "    1bc0:\tret\n");
  ASSERT_EQ(listed.size(), 2u);
  EXPECT_EQ(listed[0].address, 0x19d0u);
  EXPECT_EQ(listed[0].name, "tiled(float*, unsigned int)");
  ASSERT_EQ(listed[0].instructions.size(), 5u) << "padding behind the end is left out";
  EXPECT_EQ(listed[0].instructions[1].address, 0x19d2u);
  EXPECT_EQ(listed[0].instructions[2].text, "je     1bac <+0x1dc>");
  EXPECT_EQ(listed[0].instructions[3].text, "call   1080 <__syncthreads@plt>");
  EXPECT_EQ(listed[1].instructions.size(), 1u);
}

TEST(Listing, OfLlvmForAmdHasItsAddressesBehind) {
  const auto listed = listed_by_objdump(
      "code.o:\tfile format elf64-amdgpu\n\nDisassembly of section .text:\n\n"
      "0000000000002a00 <naive_matmul(float*, float const*)>:\n"
      "\ts_load_dword s2, s[4:5], 0x4                               // 000000002A00: C0020082 "
      "00000004\n"
      "\tv_bfe_u32 v1, v0, 10, 10                                   // 000000002A18: D1C80001 "
      "02291500\n"
      "\ts_endpgm                                                   // 000000002A20: BF810000\n"
      "\ts_nop 0                                                    // 000000002A24: BF800000\n");
  ASSERT_EQ(listed.size(), 1u);
  ASSERT_EQ(listed[0].instructions.size(), 3u);
  EXPECT_EQ(listed[0].instructions[0].text, "s_load_dword s2, s[4:5], 0x4");
  EXPECT_EQ(listed[0].instructions[1].address, 0x2a18u);
}

TEST(Listing, OfNvdisasmHasTheLinesOfTheSource) {
  const auto listed = listed_by_nvdisasm(
      "\t.section\t.text._Z6add_10PfPKfj,\"ax\",@progbits\n"
      "        .global         _Z6add_10PfPKfj\n"
      "_Z6add_10PfPKfj:\n"
      ".text._Z6add_10PfPKfj:\n"
      "\t//## File \"t/x.cu\", line 6\n"
      "        /*0050*/                   ULDC UR4, c[0x0][0x220] ;\n"
      "        /*0070*/               @P0 EXIT ;\n"
      "\t//## File \"t/x.cu\", line 2 inlined at \"t/x.cu\", line 7\n"
      "\t//## File \"t/x.cu\", line 7\n"
      "        /*00e0*/                   FADD R0, R2, R2 ;\n"
      "        /*0110*/                   EXIT ;\n"
      ".L_x_1:\n"
      "        /*0120*/                   BRA `(.L_x_1);\n"
      "        /*0130*/                   NOP;\n"
      ".L_x_3:\n");
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0].name, "_Z6add_10PfPKfj");
  ASSERT_EQ(listed[0].instructions.size(), 6u);
  EXPECT_EQ(listed[0].instructions[0].text, "ULDC UR4, c[0x0][0x220]");
  EXPECT_EQ(listed[0].instructions[0].line, 6);
  EXPECT_EQ(listed[0].instructions[1].text, "@P0 EXIT");
  EXPECT_EQ(listed[0].instructions[2].line, 7) << "of the call";
  EXPECT_EQ(listed[0].instructions[4].text, ".L_x_1:");
  EXPECT_EQ(listed[0].instructions[5].text, "BRA `(.L_x_1)");
}

TEST(Listing, OfAnythingElseIsEmpty) {
  for (const char* text : {"", "error: no such file\n", "0 <>:\n", "<a>:\n\t1: x\n"}) {
    EXPECT_TRUE(listed_by_nvdisasm(text).empty()) << text;
    for (const ListedFunction& function : listed_by_objdump(text))
      EXPECT_TRUE(function.instructions.empty()) << text;
  }
}

}  // namespace listing_test
}  // namespace hippuzzle
