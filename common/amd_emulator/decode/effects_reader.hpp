// Reads an instruction's effects: scalar instructions in scalar_effects.cpp, vector instructions in
// vector_effects.cpp, memory instructions in memory_effects.cpp. For effects_by_name.cpp.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "amd_emulator/decode/effects_by_name.hpp"
#include "amd_emulator/decode/instruction_text.hpp"

namespace hippuzzle::amd {

inline bool begins_with_any(const std::string& name,
                            std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view b) { return name.starts_with(b); });
}

inline bool contains(const std::string& name, std::string_view part) {
  return name.find(part) != name.npos;
}

// The number of registers that an operand's text names: 4 for "v[2:5]".
uint16_t width_of(const std::string& text);

class EffectsReader {
 public:
  EffectsReader(const std::string& line, const Instruction& i, Generation generation);

  Effects read();

 private:
  void add_touched();
  Registers registers(size_t operand) const;
  bool has_register(size_t operand) const;
  void add_read(size_t operand);
  void add_write(size_t operand);
  void add_operands(size_t results);
  void read_register(uint16_t scalar, uint16_t count);

  void read_scalar();
  bool has_no_scalar_result() const;
  bool writes_scc() const;
  Effects::Bits bits() const;
  void read_branch();
  // "vmcnt(3) lgkmcnt(0)", or a counter in the name and a number.
  void read_wait();
  // Bits 15 to 12 of s_waitcnt_depctr are 0.
  bool waits_for_vector_results() const;
  void read_scalar_memory();

  void read_vector();
  bool carries_in() const;
  size_t vector_results() const;
  // From gfx10 on v_cmpx has no result but EXEC.
  void read_comparison();

  void read_memory();
  bool bypasses_caches() const;
  uint8_t element_bytes() const;
  void read_local();

  InstructionText text_;
  const std::string& name_;
  const Instruction& i_;
  Generation generation_;
  Effects effects_;
};

}  // namespace hippuzzle::amd
