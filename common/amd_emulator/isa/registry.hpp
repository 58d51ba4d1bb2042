// The functions that execute instructions, by name. Names are LLVM's without the encoding's ending,
// v_add_u32; a name with " clamp" is the variant of an integer instruction with that modifier.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "amd_emulator/wave/instruction.hpp"
#include "amd_emulator/wave/wave.hpp"

namespace hippuzzle::amd {

class Registry {
 public:
  void add(std::string name, Execute execute) { by_name_[std::move(name)] = execute; }

  // A further name, as another generation has it. The first must be there.
  void alias(std::string name, const std::string& of) { add(std::move(name), by_name_.at(of)); }

  // nullptr when no instruction of that name is emulated.
  Execute find(const std::string& name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
  }

  const std::unordered_map<std::string, Execute>& all() const { return by_name_; }

 private:
  std::unordered_map<std::string, Execute> by_name_;
};

// All instructions of a generation.
const Registry& instructions(Generation generation);

// DPP and SDWA around an instruction: they select parts of sources and lanes, and then execute
// Instruction::inner.
void execute_dpp(Wave& wave, const Instruction& i);
void execute_sdwa(Wave& wave, const Instruction& i);

// Two instructions in one (VOPD), inner and second, both of which read before either writes.
void execute_pair(Wave& wave, const Instruction& i);

// Ends a function's code: reached, it is a jump to where no code is.
void execute_beyond_the_end(Wave& wave, const Instruction& i);

// Executes a whole call of the device library's function for calling the host, by its name.
void execute_host_call(Wave& wave, const Instruction& i);
inline constexpr std::string_view host_call_function = "__ockl_hostcall_internal";

// One file each.
void add_scalar_arithmetic(Registry& registry);
void add_scalar_control(Registry& registry);
void add_scalar_memory(Registry& registry);
void add_vector_integer(Registry& registry);
void add_vector_carry(Registry& registry);
void add_vector_wide(Registry& registry);
void add_vector_word(Registry& registry);
void add_vector_float(Registry& registry);
void add_vector_half(Registry& registry);
void add_vector_double(Registry& registry);
void add_vector_compare(Registry& registry);
void add_division(Registry& registry);
void add_packed(Registry& registry);
void add_packed_half(Registry& registry);
void add_cross_lane(Registry& registry);
void add_matrix(Registry& registry);
void add_sparse_matrix(Registry& registry);
void add_wave_matrix(Registry& registry);
void add_local_memory(Registry& registry, Generation generation);
void add_global_memory(Registry& registry);
void add_private_memory(Registry& registry);
void add_atomics(Registry& registry, Generation generation);

}  // namespace hippuzzle::amd
