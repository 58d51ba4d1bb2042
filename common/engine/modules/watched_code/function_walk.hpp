// Follows one function's instructions and looks for an access that the checker is not told of.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/modules/watched_code/code_instruction.hpp"
#include "engine/modules/watched_code/code_state.hpp"
#include "engine/modules/watched_code/module_map.hpp"

namespace hippuzzle {

class FunctionWalk {
 public:
  // functions: where functions begin. work_left: by all walks of a module together; each
  // instruction takes as much as is known at it. All are kept.
  FunctionWalk(const ModuleMap& module, const std::set<uint64_t>& functions,
               const std::vector<CodeInstruction>& code, uint64_t& work_left);

  // The first fault, a sentence's part; "" where there is none.
  std::string fault();

 private:
  struct Comparison {
    CodeValue value;
    uint64_t with;
  };

  void begin_at(const CodeInstruction& at);
  void step(const CodeInstruction& at);
  void jump(const CodeInstruction& at);
  void call(const CodeInstruction& at);
  void call_of(std::string_view name);
  void copy_bytes(std::string_view name);
  void print(std::string_view name);
  void after_call();
  void look_at_accesses(const CodeInstruction& at);
  void look_at(CodeAccess access, const CodeValue& address, uint64_t bytes);
  void compute(const CodeInstruction& at);
  void move(const CodeInstruction& at);
  void compare(const CodeInstruction& at);

  CodeValue address_of(const CodeOperand& memory, const CodeInstruction& at);
  CodeValue value_of(const CodeOperand& operand, const CodeInstruction& at, unsigned bytes);
  CodeValue read(unsigned which);
  CodeValue narrowed(const CodeValue& value, unsigned bytes);
  void write(const CodeOperand& operand, const CodeValue& value, const CodeInstruction& at,
             unsigned bytes);
  void set(unsigned which, const CodeValue& value);
  std::optional<std::pair<uint32_t, int64_t>> slot_of(const CodeValue& address) const;
  bool is_own_stack(const CodeValue& address, uint64_t bytes) const;
  void fail(const std::string& why);

  const ModuleMap& module_;
  const std::set<uint64_t>& functions_;
  const std::vector<CodeInstruction>& code_;
  uint64_t& work_left_;
  std::set<uint64_t> begins_;              // of instructions
  std::set<uint64_t> joined_from_behind_;  // targets of jumps back
  std::map<uint64_t, CodeState> waiting_;  // states of jumps forward, by their targets
  CodeUnknowns unknowns_;
  std::map<uint32_t, unsigned> narrow_;  // unknowns that fit into so many bytes
  CodeState state_;
  std::optional<Comparison> comparison_;      // of the instruction before
  bool has_frame_ = false, is_left_ = false;  // %rbp points to the frame; it was given back
  bool falls_through_ = true;
  int64_t frame_bytes_ = 0;
  std::string fault_;
};

}  // namespace hippuzzle
