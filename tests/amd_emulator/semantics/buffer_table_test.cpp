// Raw buffers, and loads from memory into LDS.
#include <cstring>

#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace buffer_table_test {

// Bytes of memory that count from 0x80 on, and a raw buffer of the first 256 of them in s[4:7].
class RawBuffer {
 public:
  explicit RawBuffer(Generation generation = Generation::gfx9)
      : one(generation == Generation::gfx9 ? 64 : 32, generation), memory(512) {
    for (size_t k = 0; k < memory.size(); ++k) memory[k] = static_cast<uint8_t>(0x80 + k);
    const auto begin = reinterpret_cast<uint64_t>(memory.data());
    one.memory.add(begin, memory.size());
    one.wave.set_pair(4, begin);
    one.wave.scalars[6] = 256;
    one.wave.scalars[7] = generation == Generation::gfx9    ? 0x00020000
                          : generation == Generation::gfx10 ? 0x31014000
                                                            : 0x31004000;
    for (unsigned l = 0; l < most_lanes; ++l) one.wave.rows[1].lane[l] = 4 * l;
  }
  uint32_t dword(size_t at) const {
    uint32_t value = 0;
    std::memcpy(&value, &memory[at], 4);
    return value;
  }
  OneInstruction one;
  std::vector<uint8_t> memory;
};

// The value of memory's bytes from `first` on, each of which holds its own index.
uint32_t word_from(uint32_t first) { return (first & 255) | ((first + 1) & 255) << 8; }
uint32_t dword_from(uint32_t first) { return word_from(first) | word_from(first + 2) << 16; }

struct IntoLdsRow {
  const char* name;
  uint32_t (*expected)(uint32_t first_byte);
};

// Writes a word for each lane, from the address in M0 on; inactive lanes write nothing.
TEST(MemoryTable, LoadsIntoLds) {
  const std::vector<IntoLdsRow> rows = {
      {"dword", dword_from},
      {"ubyte", [](uint32_t b) { return b & 255; }},
      {"sbyte", [](uint32_t b) { return (b & 255) | ((b & 128) != 0 ? 0xffffff00 : 0); }},
      {"ushort", word_from},
      {"sshort", [](uint32_t b) { return word_from(b) | ((b + 1) & 128 ? 0xffff0000 : 0); }}};
  for (const IntoLdsRow& r : rows) {
    for (const std::string& text :
         {"global_load_" + std::string(r.name) + " v[2:3], off offset:4 lds",
          "global_load_lds_" + std::string(r.name) + " v[2:3], off offset:4",
          "buffer_load_" + std::string(r.name) + " v1, s[4:7], 0 offen offset:4 lds",
          // The name that the decoder gives it.
          "buffer_load_lds_" + std::string(r.name) + " v1, s[4:7], 0 offen offset:4"}) {
      RawBuffer buffer;
      OneInstruction& one = buffer.one;
      for (unsigned l = 0; l < most_lanes; ++l) {
        const auto address = reinterpret_cast<uint64_t>(&buffer.memory[4 * l]);
        one.wave.rows[2].lane[l] = static_cast<uint32_t>(address);
        one.wave.rows[3].lane[l] = static_cast<uint32_t>(address >> 32);
      }
      one.wave.scalars[6] = 512;
      one.wave.scalars[scalar::m0] = 0x10000 | 16;  // 16 bits of it
      one.wave.set_pair(scalar::exec, ~uint64_t{2});
      ASSERT_NO_THROW(one.execute(text)) << text;
      for (unsigned l = 0; l < most_lanes; ++l) {
        uint32_t dword = 0;
        std::memcpy(&dword, &one.workgroup.lds[16 + 4 + 4 * l], 4);
        EXPECT_EQ(dword, l == 1 ? 0 : r.expected(0x80 + 4 * l + 4)) << text << " lane " << l;
      }
    }
  }
}

TEST(MemoryTable, RawBuffersEndWhereTheirDescriptorSays) {
  for (const Generation generation : {Generation::gfx9, Generation::gfx10, Generation::gfx11}) {
    RawBuffer buffer(generation);
    OneInstruction& one = buffer.one;
    const std::string dword = generation == Generation::gfx11 ? "b32" : "dword";
    const unsigned last = one.wave.lanes - 1;
    one.wave.scalars[3] = 8;
    one.execute("buffer_load_" + dword + " v8, v1, s[4:7], s3 offen offset:4");
    EXPECT_EQ(one.lane(8), buffer.dword(12));
    EXPECT_EQ(one.lane(8, 5), buffer.dword(32));
    one.execute("buffer_load_" + dword + " v8, off, s[4:7], 0 offset:252");
    EXPECT_EQ(one.lane(8, last), buffer.dword(252));
    // Lane 1 is beyond the end, where nothing is read or written.
    one.wave.rows[1].lane[1] = 256;
    one.execute("buffer_load_" + dword + " v8, v1, s[4:7], 0 offen");
    EXPECT_EQ(one.lane(8, 1), 0u);
    EXPECT_EQ(one.lane(8, 2), buffer.dword(8));
    one.fill(9, 7);
    one.execute("buffer_store_" + dword + " v9, v1, s[4:7], 0 offen");
    EXPECT_EQ(buffer.dword(8), 7u);
    EXPECT_EQ(buffer.memory[256], 0x80);
    one.fill(9, 1);
    one.execute("buffer_atomic_" +
                std::string(generation == Generation::gfx11 ? "add_u32" : "add") +
                " v9, v1, s[4:7], 0 offen glc");
    EXPECT_EQ(buffer.dword(8), 8u);
    EXPECT_EQ(one.lane(9, 2), 7u);
    EXPECT_EQ(one.lane(9, 1), 0u);
    one.fill(10, 9);  // the value that the exchange expects
    one.fill(9, 8);
    one.wave.rows[9].lane[2] = 5;
    one.wave.rows[10].lane[2] = 8;
    one.execute("buffer_atomic_" +
                std::string(generation == Generation::gfx11 ? "cmpswap_b32" : "cmpswap") +
                " v[9:10], v1, s[4:7], 0 offen");
    EXPECT_EQ(buffer.dword(8), 5u);
    EXPECT_EQ(buffer.dword(12), 8u);
    // Cases on which documents disagree, and descriptors of other kinds.
    one.wave.rows[1].lane[1] = 254;
    EXPECT_THROW(one.execute("buffer_load_" + dword + " v8, v1, s[4:7], 0 offen"), Fault);
    one.wave.rows[1].lane[1] = 4;
    one.wave.scalars[5] |= 16u << 16;
    EXPECT_THROW(one.execute("buffer_load_" + dword + " v8, v1, s[4:7], 0 offen"), Fault);
  }
}

}  // namespace buffer_table_test
}  // namespace hippuzzle::amd
