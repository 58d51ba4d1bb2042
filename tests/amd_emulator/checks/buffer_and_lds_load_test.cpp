// Faults that a GPU would not forgive in loads from memory into LDS and in accesses through
// buffers.
#include "tests/amd_emulator/checks/wrong_sequence.hpp"

namespace hippuzzle::amd {
namespace buffer_and_lds_load_test {

std::vector<Wrong> wrong_loads_into_lds() {
  const std::string& b = with_buffer;
  const std::string two_into_lds =
      "s_mov_b32 m0, 0\ns_nop 0\nglobal_load_lds_dword v1, s[0:1]\ns_mov_b32 m0, 0x100\n"
      "s_nop 0\nglobal_load_lds_dword v1, s[0:1]\n";
  const std::string own_part_into_lds =
      "v_readfirstlane_b32 s4, v1\ns_nop 3\ns_mov_b32 m0, s4\ns_nop 0\n"
      "global_load_dword v1, s[0:1] lds\n";
  // A descriptor of 4096 bytes, which is more than the array has.
  const std::string raw_buffer =
      "s_mov_b32 s4, s0\ns_mov_b32 s5, s1\ns_mov_b32 s6, 0x1000\ns_mov_b32 s7, 0x20000\n";
  return {
      {"LdsThatALoadWrites", "gfx90a",
       b + "s_mov_b32 m0, 0x380\nglobal_load_dword v1, s[0:1] lds\ns_waitcnt vmcnt(0)\n",
       b + "s_mov_b32 m0, 0x300\nglobal_load_dword v1, s[0:1] lds\ns_waitcnt vmcnt(0)\n"
           "ds_read_b32 v2, v1 offset:0x300\n",
       Kind::out_of_bounds, "global_load_dword"},
      {"WavesDoNotLoadIntoOneWordOfLds", "gfx940",
       b + "s_mov_b32 m0, 0\nglobal_load_lds_dword v1, s[0:1]\ns_waitcnt vmcnt(0)\n",
       b + "v_readfirstlane_b32 s4, v1\ns_nop 3\ns_mov_b32 m0, s4\ns_nop 0\n"
           "global_load_lds_dword v1, s[0:1]\ns_waitcnt vmcnt(0)\n",
       Kind::race, "global_load_lds_dword", 128},
      // ---- loads into LDS
      {"LdsThatALoadWritesIsThereBehindAWait", "gfx90a",
       b + "s_mov_b32 m0, 0\nglobal_load_dword v1, s[0:1] lds\nds_read_b32 v2, v1\n",
       b + "s_mov_b32 m0, 0\nglobal_load_dword v1, s[0:1] lds\ns_waitcnt vmcnt(0)\n"
           "ds_read_b32 v2, v1\n",
       Kind::too_early, "ds_read_b32"},
      {"AWaitForEarlierLoadsDoes", "gfx940",
       b + two_into_lds + "s_waitcnt vmcnt(1)\nds_read_b32 v2, v1 offset:0x100\n",
       b + two_into_lds + "s_waitcnt vmcnt(1)\nds_read_b32 v2, v1\n", Kind::too_early,
       "ds_read_b32"},
      {"AndIsNotWrittenBefore", "gfx90a",
       b + "v_mov_b32 v2, 0\ns_mov_b32 m0, 0\nglobal_load_dword v1, s[0:1] lds\n"
           "ds_write_b32 v1, v2\n",
       b + "v_mov_b32 v2, 0\ns_mov_b32 m0, 0\nglobal_load_dword v1, s[0:1] lds\n"
           "ds_write_b32 v1, v2 offset:0x100\n",
       Kind::too_early, "ds_write_b32"},
      {"AnotherWaveFindsItBehindAWaitAndABarrier", "gfx90a",
       b + own_part_into_lds + "s_barrier\nv_xor_b32 v1, 0x100, v1\nds_read_b32 v2, v1\n",
       b + own_part_into_lds +
           "s_waitcnt vmcnt(0)\ns_barrier\nv_xor_b32 v1, 0x100, v1\nds_read_b32 v2, v1\n",
       Kind::too_early, "ds_read_b32", 128},
      {"ABufferLoadsIntoLdsAsWell", "gfx90a",
       b + raw_buffer +
           "s_mov_b32 m0, 0\nbuffer_load_dword v1, s[4:7], 0 offen lds\n"
           "ds_read_b32 v2, v1\n",
       b + raw_buffer +
           "s_mov_b32 m0, 0\nbuffer_load_dword v1, s[4:7], 0 offen lds\n"
           "s_waitcnt vmcnt(0)\nds_read_b32 v2, v1\n",
       Kind::too_early, "ds_read_b32"},
      // ---- buffers
      {"ABufferLiesInTheArray", "gfx90a",
       b + raw_buffer + "v_mov_b32 v2, 0\nbuffer_store_dword v2, v1, s[4:7], 0 offen offset:772\n",
       b + raw_buffer + "v_mov_b32 v2, 0\nbuffer_store_dword v2, v1, s[4:7], 0 offen offset:768\n",
       Kind::out_of_bounds, "buffer_store_dword"},
      {"WhatABufferStoresWasWritten", "gfx90a",
       b + raw_buffer + "buffer_store_dword v2, v1, s[4:7], 0 offen\n",
       b + raw_buffer + "v_mov_b32 v2, 0\nbuffer_store_dword v2, v1, s[4:7], 0 offen\n",
       Kind::uninitialised, "buffer_store_dword"},
      {"WorkgroupsDoNotRaceForABuffer", "gfx1030",
       b + raw_buffer +
           "s_mov_b32 s7, 0x31014000\nv_mov_b32 v2, s2\n"
           "buffer_store_dword v2, v1, s[4:7], 0 offen\n",
       b + raw_buffer +
           "s_mov_b32 s7, 0x31014000\nv_mov_b32 v2, 1\n"
           "buffer_atomic_add v2, v1, s[4:7], 0 offen\n",
       Kind::race, "buffer_store_dword", 32, 2},
  };
}

INSTANTIATE_TEST_SUITE_P(OfBuffersAndLoadsIntoLds, WrongSequence,
                         ::testing::ValuesIn(wrong_loads_into_lds()),
                         [](const auto& test) { return test.param.name; });

}  // namespace buffer_and_lds_load_test
}  // namespace hippuzzle::amd
