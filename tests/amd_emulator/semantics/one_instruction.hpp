// Executes one instruction, given as the disassembler writes it, on a wave whose registers a test
// fills in.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "amd_emulator/decode/decoder.hpp"
#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

// The instructions that tests of this process have executed.
inline std::set<std::pair<Generation, std::string>>& executed_names() {
  static std::set<std::pair<Generation, std::string>> names;
  return names;
}

// The instruction whose first result is made wrong, where tests are to see it; "" for none.
inline std::string& broken_name() {
  static std::string name;
  return name;
}

class OneInstruction {
 public:
  explicit OneInstruction(unsigned lanes = 64, Generation generation = Generation::gfx9)
      : rows_(row::count), decoder_(generation) {
    wave.rows = rows_.data();
    wave.lanes = lanes;
    wave.generation = generation;
    wave.workgroup = &workgroup;
    wave.memory = &memory;
    wave.set_pair(scalar::exec, lanes == 64 ? ~uint64_t{0} : 0xffffffff);
    workgroup.lds.resize(1024);
  }

  // Executes one instruction, and nothing after it at `next`.
  void execute(const std::string& text) {
    Decoder::Decoded decoded = decoder_.decode(text);
    decoded.instruction.address = 0x1000;
    wave.next = &next_;
    next_.address = 0x1008;
    decoded.instruction.target = &target;
    note(text);
    decoded.instruction.execute(wave, decoded.instruction);
    const std::string name = take_apart(text).name;
    if (name != broken_name()) return;
    const bool compares = name.starts_with("s_cmp") || name.starts_with("s_bitcmp");
    break_result(compares ? Operand{} : decoded.instruction.operands[0]);
  }

  void fill(unsigned row, uint32_t value) {
    for (uint32_t& lane : rows_[row].lane) lane = value;
  }
  void fill_pair(unsigned row, uint64_t value) {
    fill(row, static_cast<uint32_t>(value));
    fill(row + 1, static_cast<uint32_t>(value >> 32));
  }
  // Lane l holds l.
  void number(unsigned row) {
    for (uint32_t l = 0; l < most_lanes; ++l) rows_[row].lane[l] = l;
  }

  uint32_t lane(unsigned row, unsigned l = 0) const { return rows_[row].lane[l]; }
  uint64_t pair(unsigned row, unsigned l = 0) const {
    return uint64_t{lane(row + 1, l)} << 32 | lane(row, l);
  }
  bool branched() const { return wave.next == &target; }

  Wave wave;
  Workgroup workgroup;
  Memory memory;
  Instruction target;

 private:
  void note(const std::string& text) const {
    const InstructionText parts = take_apart(text);
    executed_names().insert({wave.generation, parts.name});
    if (parts.has("clamp")) executed_names().insert({wave.generation, parts.name + " clamp"});
  }

  // Its lowest bit in lanes that are on, or SCC where it has no register.
  void break_result(const Operand& result) {
    if (result.is_vector()) {
      for (unsigned l = 0; l < most_lanes; ++l)
        rows_[result.index].lane[l] ^= static_cast<uint32_t>(wave.exec() >> l & 1);
    } else if (result.is_scalar()) {
      wave.scalars[result.index] ^= 1;
    } else {
      wave.scc = !wave.scc;
    }
  }

  std::vector<Row> rows_;
  Decoder decoder_;
  Instruction next_;
};

inline uint32_t bits(float x) { return std::bit_cast<uint32_t>(x); }
inline uint64_t bits(double x) { return std::bit_cast<uint64_t>(x); }

// A row of a table: sources in v1, v2 and v3, the result in v0.
struct VectorCase {
  const char* text;
  std::vector<uint32_t> sources;
  uint32_t expected;
};

inline void expect(const VectorCase& c, Generation generation = Generation::gfx9) {
  OneInstruction one(generation == Generation::gfx9 ? 64 : 32, generation);
  one.fill(0, 0xdeadbeef);
  for (unsigned k = 0; k < c.sources.size(); ++k) one.fill(1 + k, c.sources[k]);
  ASSERT_NO_THROW(one.execute(c.text)) << c.text;
  for (const unsigned l : {0u, 31u, one.wave.lanes - 1}) {
    EXPECT_EQ(one.lane(0, l), c.expected)
        << c.text << " in lane " << l << " of " << ::testing::PrintToString(c.sources);
  }
}

}  // namespace hippuzzle::amd
