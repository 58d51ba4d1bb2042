// The values that FunctionWalk knows: what each instruction computes.
#include <algorithm>

#include "engine/modules/watched_code/function_walk.hpp"
#include "engine/modules/watched_code/instruction_kinds.hpp"

namespace hippuzzle {

using Kind = CodeOperand::Kind;

CodeValue FunctionWalk::read(unsigned which) {
  if (which == rsp) return CodeValue::unknown(stack_pointer);
  if (which == rbp && has_frame_ && !is_left_) return CodeValue::unknown(frame_base);
  const auto [found, is_new] = state_.registers.try_emplace(which);
  if (is_new) found->second = unknowns_.fresh();
  return found->second;
}

void FunctionWalk::set(unsigned which, const CodeValue& value) {
  if (which == rsp) return state_.forget_slots_of(stack_pointer);
  if (which == rbp && has_frame_) return fail("it changes the register of its frame");
  state_.registers[which] = value;
}

// The value of its low bytes, without a sign.
CodeValue FunctionWalk::narrowed(const CodeValue& value, unsigned bytes) {
  if (bytes >= 8) return value;
  if (value.is_number())
    return CodeValue::number(value.constant & ((uint64_t{1} << (8 * bytes)) - 1));
  const bool is_one = value.terms.size() == 1 && value.terms[0].second == 1 && value.constant == 0;
  if (is_one) {
    const auto known = narrow_.find(value.terms[0].first);
    if (known != narrow_.end() && known->second <= bytes) return value;
  }
  const uint64_t mask = (uint64_t{1} << (8 * bytes)) - 1;
  CodeValue relevant{{}, value.constant & mask};
  for (const auto& [unknown, factor] : value.terms)
    if ((factor & mask) != 0) relevant.terms.emplace_back(unknown, factor & mask);
  const CodeValue low = unknowns_.result("low" + std::to_string(bytes), relevant);
  narrow_[low.terms[0].first] = bytes;
  return low;
}

CodeValue FunctionWalk::address_of(const CodeOperand& memory, const CodeInstruction& at) {
  CodeValue address = CodeValue::number(memory.number);
  if (memory.base == rip) {
    address = sum(address, CodeValue::unknown(image_base));
    address.constant += at.next;
  } else if (memory.base != no_register) {
    address = sum(address, read(memory.base));
  }
  if (memory.index != no_register) address = sum(address, read(memory.index), memory.scale);
  if (memory.segment == "fs") address = sum(address, CodeValue::unknown(thread_base));
  if (memory.segment == "gs") address = sum(address, unknowns_.fresh());
  return address;
}

std::optional<std::pair<uint32_t, int64_t>> FunctionWalk::slot_of(const CodeValue& address) const {
  for (const uint32_t base : {frame_base, stack_pointer}) {
    if (address.terms == CodeValue::unknown(base).terms)
      return std::pair(base, static_cast<int64_t>(address.constant));
  }
  return std::nullopt;
}

CodeValue FunctionWalk::value_of(const CodeOperand& operand, const CodeInstruction& at,
                                 unsigned bytes) {
  if (operand.kind == Kind::number) return CodeValue::number(operand.number);
  if (operand.kind == Kind::general && operand.bytes > 0)
    return narrowed(read(operand.base), operand.bytes);
  if (operand.kind != Kind::memory) return unknowns_.fresh();
  const CodeValue address = address_of(operand, at);
  if (address == CodeValue::unknown(thread_base)) return address;  // holds its own address
  if (const auto slot = slot_of(address)) {
    const auto found = state_.slots.find(*slot);
    if (found != state_.slots.end() && found->second.bytes == bytes) return found->second.value;
    const CodeValue value = narrowed(unknowns_.fresh(), bytes);
    const bool overlaps = std::ranges::any_of(state_.slots, [&](const auto& entry) {
      const auto [base, begin] = entry.first;
      return base == slot->first && begin < slot->second + bytes &&
             begin + entry.second.bytes > slot->second;
    });
    if (!overlaps) state_.slots[*slot] = {bytes, value};
    return value;
  }
  const bool is_fixed = address.terms == CodeValue::unknown(image_base).terms &&
                        module_.is_constant(address.constant, bytes);
  if (const auto inside = module_.pointed_to(address.constant); is_fixed && bytes == 8 && inside)
    return sum(CodeValue::unknown(image_base), CodeValue::number(*inside));
  return is_fixed ? unknowns_.result("at" + std::to_string(bytes), address) : unknowns_.fresh();
}

void FunctionWalk::write(const CodeOperand& operand, const CodeValue& value,
                         const CodeInstruction& at, unsigned bytes) {
  if (operand.kind == Kind::general) {
    if (operand.bytes >= 4) return set(operand.base, narrowed(value, operand.bytes));
    return set(operand.base, unknowns_.fresh());
  }
  if (operand.kind != Kind::memory) return;
  const CodeValue address = address_of(operand, at);
  const auto slot = slot_of(address);
  if (!slot) return state_.slots.clear();  // it may be a variable's whose address was taken
  state_.store(*slot, bytes, value);
}

void FunctionWalk::move(const CodeInstruction& at) {
  const CodeOperand &from = at.operands[0], &to = at.operands[1];
  const bool makes_frame = from.kind == Kind::general && from.base == rsp && from.bytes == 8 &&
                           to.kind == Kind::general && to.base == rbp && to.bytes == 8;
  if (makes_frame) {
    has_frame_ = true;
    return;
  }
  const unsigned bytes = bytes_of(at);
  write(to, narrowed(value_of(from, at, bytes), bytes), at, bytes);
}

void FunctionWalk::compare(const CodeInstruction& at) {
  const bool is_test = at.name.starts_with("test");
  const CodeOperand &with = at.operands[0], &what = at.operands[1];
  const unsigned bytes = bytes_of(at);
  if (bytes != 8) return;
  const CodeValue value = value_of(what, at, bytes);
  if (is_test) {
    const bool is_itself =
        with.kind == Kind::general && what.kind == Kind::general && with.base == what.base;
    if (is_itself) comparison_ = {value, 0};
  } else if (with.kind == Kind::number) {
    comparison_ = {value, with.number};
  }
}

void FunctionWalk::compute(const CodeInstruction& at) {
  const std::string_view name = at.name;
  const auto& operands = at.operands;
  const unsigned bytes = bytes_of(at);
  if (name == "ret" || name == "ud2" || name == "hlt") {
    falls_through_ = false;
    return;
  }
  if (name == "leave") {
    is_left_ = true;
    return;
  }
  if (name == "cltq") return set(rax, unknowns_.result("signed4", narrowed(read(rax), 4)));
  if (name == "cltd" || name == "cqto" || name == "cwtd") return set(rdx, unknowns_.fresh());
  if (name == "cwtl" || name == "cbtw") return set(rax, unknowns_.fresh());
  if (operands.empty()) return;
  const CodeOperand& to = operands.back();
  if (to.kind == Kind::general && to.base == rsp && operands[0].kind == Kind::number) {
    const auto by = static_cast<int64_t>(name == "sub" ? operands[0].number : -operands[0].number);
    if ((name == "sub" || name == "add") && by > 0) frame_bytes_ += by;
  }
  if (name.starts_with("push")) return state_.forget_slots_of(stack_pointer);
  if (name.starts_with("pop") && operands.size() == 1) {
    state_.forget_slots_of(stack_pointer);
    if (to.kind == Kind::general && to.base == rbp) {
      is_left_ = true;
    } else {
      write(to, unknowns_.fresh(), at, 8);
    }
    return;
  }
  const bool is_comparison = begins_with(name, {"cmp", "test"}) && !name.starts_with("cmpx");
  if (is_comparison) return compare(at);
  if (only_reads_its_last(name) && operands.size() == 1) {  // div, mul and idiv
    set(rax, unknowns_.fresh());
    return set(rdx, unknowns_.fresh());
  }
  if (has_results_elsewhere(at)) {
    state_.registers.clear();
    return state_.slots.clear();
  }
  if (operands.size() == 2 && is_one_of(name, {"mov", "movb", "movw", "movl", "movq", "movabs"}))
    return move(at);
  if (name == "lea" && operands.size() == 2)
    return write(to, address_of(operands[0], at), at, to.bytes);
  const bool is_wide = to.kind == Kind::general && to.bytes >= 4;
  if (is_wide && (name == "add" || name == "sub") && operands.size() == 2) {
    const uint64_t times = name == "add" ? 1 : ~uint64_t{0};
    const CodeValue by = value_of(operands[0], at, to.bytes);
    return write(to, sum(value_of(to, at, to.bytes), by, times), at, to.bytes);
  }
  if (is_wide && (name == "inc" || name == "dec")) {
    const CodeValue by = CodeValue::number(name == "inc" ? 1 : ~uint64_t{0});
    return write(to, sum(value_of(to, at, to.bytes), by), at, to.bytes);
  }
  if (is_wide && is_one_of(name, {"shl", "sal"}) &&
      (operands.size() == 1 || operands[0].kind == Kind::number)) {
    const uint64_t by = operands.size() == 1 ? 1 : operands[0].number & 63;
    return write(to, product(value_of(to, at, to.bytes), uint64_t{1} << by), at, to.bytes);
  }
  const bool extends_sign = name == "movslq" && operands.size() == 2;
  if (is_wide && depends_on_operands_alone(name)) {
    const CodeValue first =
        operands.size() > 1 ? value_of(operands[0], at, extends_sign ? 4 : bytes) : CodeValue{};
    if (extends_sign) return set(to.base, unknowns_.result("signed4", first));
    const bool replaces = name.starts_with("mov");
    if (operands.size() == 3) {
      const CodeValue second = value_of(operands[1], at, bytes);
      return write(to, unknowns_.result(std::string(name) + "3", first, second), at, to.bytes);
    }
    const CodeValue before = replaces ? CodeValue{} : value_of(to, at, to.bytes);
    const std::string operation = std::string(name) + std::to_string(to.bytes);
    return write(to, unknowns_.result(operation, first, before), at, to.bytes);
  }
  write(to, unknowns_.fresh(), at, to.kind == Kind::memory ? bytes_written(at) : bytes);
}

}  // namespace hippuzzle
