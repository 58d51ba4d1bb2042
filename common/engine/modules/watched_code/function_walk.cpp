#include "engine/modules/watched_code/function_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/modules/watched_code/instruction_kinds.hpp"

namespace hippuzzle {

using Kind = CodeOperand::Kind;

namespace {

// Whether a format of printf has a conversion by %n.
bool may_write(std::string_view format) {
  for (size_t at = format.find('%'); at != format.npos; at = format.find('%', at)) {
    at = std::min(format.find_first_not_of("0123456789 -+#'.*$hlqjztLI", at + 1), format.size());
    if (at < format.size() && format[at++] == 'n') return true;
  }
  return false;
}

}  // namespace

FunctionWalk::FunctionWalk(const ModuleMap& module, const std::set<uint64_t>& functions,
                           const std::vector<CodeInstruction>& code, uint64_t& work_left)
    : module_(module), functions_(functions), code_(code), work_left_(work_left) {
  for (const CodeInstruction& at : code) {
    begins_.insert(at.address);
    const bool is_jump = at.name.starts_with('j') && !at.operands.empty();
    if (is_jump && at.operands[0].kind == Kind::target && at.operands[0].number <= at.address)
      joined_from_behind_.insert(at.operands[0].number);
  }
}

std::string FunctionWalk::fault() {
  for (const CodeInstruction& at : code_) {
    begin_at(at);
    const uint64_t work = 1 + state_.slots.size() + state_.watched.size() + state_.at_most.size();
    if (work > work_left_) return "it is too long to be followed";
    work_left_ -= work;
    step(at);
    if (!fault_.empty()) return fault_;
  }
  return "";
}

void FunctionWalk::fail(const std::string& why) {
  if (fault_.empty()) fault_ = why;
}

void FunctionWalk::begin_at(const CodeInstruction& at) {
  const auto waiting = waiting_.find(at.address);
  if (joined_from_behind_.contains(at.address) || (waiting == waiting_.end() && !falls_through_)) {
    state_ = {};
  } else if (waiting != waiting_.end()) {
    if (falls_through_) {
      state_.join(waiting->second);
    } else {
      state_ = std::move(waiting->second);
    }
  }
  if (waiting != waiting_.end()) waiting_.erase(waiting);
  if (!falls_through_) is_left_ = false;
  falls_through_ = true;
}

void FunctionWalk::step(const CodeInstruction& at) {
  if (at.name.empty()) return fail("it has an instruction that cannot be read");
  if (at.name.starts_with("nop") || at.name == "endbr64") return;
  if (at.name == "call") return call(at);
  if (at.name.starts_with('j')) return jump(at);
  comparison_.reset();
  const bool is_identity = at.name == "xchg" && at.operands.size() == 2 &&
                           at.operands[0].kind == Kind::general &&
                           at.operands[0].base == at.operands[1].base;
  if (is_identity) return;
  if (is_of_systems(at.name)) return fail(fmt::format("it has the instruction `{}`", at.name));
  if (at.operands.empty() && !is_known_alone(at.name))
    return fail(fmt::format("it has the instruction `{}`", at.name));
  look_at_accesses(at);
  if (fault_.empty()) compute(at);
}

void FunctionWalk::jump(const CodeInstruction& at) {
  const auto comparison = std::exchange(comparison_, std::nullopt);
  if (at.operands.size() != 1 || at.operands[0].kind != Kind::target)
    return fail("it jumps to an address that it computes");
  const uint64_t target = at.operands[0].number;
  const bool is_always = at.name == "jmp";
  if (!begins_.contains(target)) {
    const bool is_last_call = is_always && functions_.contains(target);
    if (!is_last_call) return fail("it jumps into the middle of other code");
    falls_through_ = false;
    return;
  }
  CodeState there = state_;
  if (comparison && !is_always) {
    const auto& [value, with] = *comparison;
    if (at.name == "jbe") there.bound(value, with);
    if (at.name == "jb" && with > 0) there.bound(value, with - 1);
    if (at.name == "je") there.bound(value, with);
    if (at.name == "ja") state_.bound(value, with);
    if (at.name == "jae" && with > 0) state_.bound(value, with - 1);
    if (at.name == "jne") state_.bound(value, with);
  }
  if (target > at.address) {
    const auto [waiting, is_new] = waiting_.try_emplace(target, there);
    if (!is_new) waiting->second.join(there);
  }
  if (is_always) falls_through_ = false;
}

void FunctionWalk::after_call() {
  for (const unsigned which : {rax, rcx, rdx, rsi, rdi, 8u, 9u, 10u, 11u})
    state_.registers.erase(which);
}

void FunctionWalk::call(const CodeInstruction& at) {
  comparison_.reset();
  if (at.operands.size() != 1) return fail("it has a call that cannot be read");
  const CodeOperand& to = at.operands[0];
  std::string_view name;
  bool is_inside = false;
  if (to.kind == Kind::target) {
    is_inside = functions_.contains(to.number);
    if (const size_t stub = at.symbol.find("@plt"); module_.is_of_start_files(to.number)) {
      name = at.symbol.substr(0, stub);
      is_inside = false;
    }
  } else if (to.kind == Kind::memory && to.base == rip && to.index == no_register) {
    const uint64_t pointer = at.next + to.number;
    name = module_.imported_by(pointer);
    const auto inside = module_.pointed_to(pointer);
    is_inside = module_.is_constant(pointer, 8) && inside && functions_.contains(*inside);
  } else {
    const CodeValue value = value_of(to, at, 8);
    is_inside =
        value.terms == CodeValue::unknown(image_base).terms && functions_.contains(value.constant);
  }
  if (name.empty() && !is_inside) return fail("it calls through a pointer");
  if (name.empty()) {
    state_.watched.clear();
    state_.slots.clear();
    return after_call();
  }
  call_of(name);
  falls_through_ = !is_one_of(name, {"_Unwind_Resume", "abort", "__assert_fail", "__cxa_throw",
                                     "__stack_chk_fail", "hip_cpu_checked_assert_fail"});
}

void FunctionWalk::call_of(std::string_view name) {
  const auto watch = [&](std::string_view prefix, CodeAccess access) {
    if (!name.starts_with(prefix)) return;
    uint64_t bytes = 0;
    for (const char c : name.substr(prefix.size())) {
      if (c < '0' || c > '9') return;
      bytes = bytes * 10 + static_cast<uint64_t>(c - '0');
    }
    if (bytes > 0 && bytes <= 64) state_.watched.push_back({access, read(rdi), bytes});
  };
  watch("__tsan_read", CodeAccess::read);
  watch("__tsan_write", CodeAccess::write);
  watch("__tsan_unaligned_read", CodeAccess::read);
  watch("__tsan_unaligned_write", CodeAccess::write);
  if (name == "__tsan_vptr_update") state_.watched.push_back({CodeAccess::write, read(rdi), 8});
  if (name == "__tsan_vptr_read") state_.watched.push_back({CodeAccess::read, read(rdi), 8});
  if (is_one_of(name, {"__tsan_read_range", "__tsan_write_range"}) && read(rsi).is_number()) {
    const bool is_read = name == "__tsan_read_range";
    state_.watched.push_back(
        {is_read ? CodeAccess::read : CodeAccess::write, read(rdi), read(rsi).constant});
  }
  // An access follows its call at once, or after the calls for other operands.
  constexpr size_t most_watched = 64;
  if (state_.watched.size() > most_watched) state_.watched.erase(state_.watched.begin());
  if (name == "__ubsan_handle_out_of_bounds") state_.bound(read(rsi), CodeState::reported);
  copy_bytes(name);
  print(name);
  if (is_one_of(name, {"memcmp", "snprintf", "__snprintf_chk", "sincos", "sincosf", "strlen"}))
    fail(fmt::format("it calls `{}`, whose accesses the checker is not told of", name));
  std::optional<CodeValue> result;
  if (name == "__tls_get_addr") result = unknowns_.result("shared", read(rdi));
  const bool says_nothing = begins_with(name, {"__tsan_", "__sanitizer_", "__ubsan_"});
  if (!says_nothing && !result) {
    state_.watched.clear();
    state_.slots.clear();
  }
  after_call();
  if (result) set(rax, *result);
}

// g++ copies and fills large structs by these functions, after it told the checker of the bytes.
void FunctionWalk::copy_bytes(std::string_view name) {
  if (name.starts_with("__") && name.ends_with("_chk") && name.starts_with("__mem"))
    name = name.substr(2, name.size() - 6);
  if (!is_one_of(name, {"memcpy", "memmove", "memset"})) return;
  const CodeValue bytes = read(rdx);
  if (!bytes.is_number()) {
    return fail(fmt::format("it calls `{}`, whose accesses the checker is not told of", name));
  }
  if (bytes.constant == 0) return;
  look_at(CodeAccess::write, read(rdi), bytes.constant);
  if (name != "memset") look_at(CodeAccess::read, read(rsi), bytes.constant);
}

// A format can write to memory by %n.
void FunctionWalk::print(std::string_view name) {
  unsigned which = rdi;
  if (is_one_of(name, {"fprintf", "__printf_chk"})) {
    which = rsi;
  } else if (name == "__fprintf_chk") {
    which = rdx;
  } else if (!is_one_of(name, {"printf", "hip_cpu_checked_printf", "hip_cpu_checked_vprintf"})) {
    return;
  }
  const CodeValue format = read(which);
  const auto text = format.terms == CodeValue::unknown(image_base).terms
                        ? module_.constant_text(format.constant)
                        : std::nullopt;
  if (!text || may_write(*text)) {
    fail(fmt::format("it calls `{}` with a format that may write to memory", name));
  }
}

void FunctionWalk::look_at_accesses(const CodeInstruction& at) {
  if (at.name == "lea" || at.name.starts_with("prefetch")) return;
  for (size_t i = 0; i < at.operands.size(); ++i) {
    const CodeOperand& operand = at.operands[i];
    if (operand.kind != Kind::memory) continue;
    const bool is_last = i + 1 == at.operands.size();
    const bool reads = !is_last || !only_writes_its_last(at.name) || at.locks;
    const bool writes =
        is_last && !only_reads_its_last(at.name) &&
        !(at.operands.size() > 1 && at.name.starts_with("v") && !only_writes_its_last(at.name));
    uint64_t bytes = 1;
    if (at.repeats) {
      if (!begins_with(at.name, {"movs", "stos"}))
        return fail(fmt::format("it has a repeated `{}`", at.name));
      const CodeValue count = read(rcx);
      if (!count.is_number() || count.constant == 0 || count.constant > (1u << 20))
        return fail("it has a repeated instruction without a fixed count");
      bytes = count.constant * bytes_of(at);
    }
    const CodeValue address = address_of(operand, at);
    if (reads) look_at(CodeAccess::read, address, bytes);
    if (writes) look_at(CodeAccess::write, address, bytes);
  }
}

void FunctionWalk::look_at(CodeAccess access, const CodeValue& address, uint64_t bytes) {
  CodeValue last = address;
  last.constant += bytes - 1;
  if (state_.is_watched(access, address) && state_.is_watched(access, last)) return;
  if (is_own_stack(address, bytes)) return;
  const bool reads = access == CodeAccess::read;
  const CodeValue in_image = sum(address, CodeValue::unknown(image_base), ~uint64_t{0});
  if (reads && address.factor_of(image_base) == 1) {
    uint64_t begin = 0;
    const auto greatest = greatest_offset(state_, in_image, begin);
    if (greatest && module_.is_constant(begin, *greatest + bytes)) return;
  }
  const bool is_guard_or_self = address.terms == CodeValue::unknown(thread_base).terms &&
                                (address.constant == 0 || address.constant == 0x28);
  if (reads && is_guard_or_self) return;
  fail(reads ? "it reads memory that the checker is not told of"
             : "it writes memory that the checker is not told of");
}

// A variable index is one that was compared with the bound of its array. Arguments lie above the
// frame.
bool FunctionWalk::is_own_stack(const CodeValue& address, uint64_t bytes) const {
  constexpr int64_t most_of_arguments = 4096, red_zone = 128, aligned = 128;
  for (const uint32_t base : {frame_base, stack_pointer}) {
    if (address.factor_of(base) != 1) continue;
    const CodeValue offset = sum(address, CodeValue::unknown(base), ~uint64_t{0});
    uint64_t begin = 0;
    const auto greatest = greatest_offset(state_, offset, begin);
    if (!greatest) return false;
    const auto first = static_cast<int64_t>(begin);
    const auto last = first + static_cast<int64_t>(*greatest + bytes);
    const int64_t own = frame_bytes_ + aligned + red_zone;
    const int64_t least = base == frame_base ? -own : -red_zone;
    const int64_t end = base == frame_base ? 0 : own;
    return first >= least && last <= (*greatest == 0 ? end + most_of_arguments : end);
  }
  return false;
}

}  // namespace hippuzzle
