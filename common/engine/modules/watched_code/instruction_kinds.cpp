#include "engine/modules/watched_code/instruction_kinds.hpp"

#include <algorithm>

namespace hippuzzle {

using Kind = CodeOperand::Kind;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool begins_with(std::string_view name, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](auto start) { return name.starts_with(start); });
}

namespace {

// The bytes of an instruction's number operands, by its last letter.
unsigned bytes_by_suffix(std::string_view name) {
  switch (name.empty() ? ' ' : name.back()) {
    case 'b':
      return 1;
    case 'w':
      return 2;
    case 'l':
      return 4;
    default:
      return 8;
  }
}

}  // namespace

unsigned bytes_of(const CodeInstruction& at) {
  for (const CodeOperand& operand : at.operands)
    if (operand.kind == Kind::general) return std::max(operand.bytes, 1u);
  return bytes_by_suffix(at.name);
}

unsigned bytes_written(const CodeInstruction& at) {
  constexpr unsigned widest = 64;
  std::string_view name = at.name;
  if (at.operands.front().kind != Kind::other_register)
    return name.starts_with('f') || name.starts_with("set") ? widest : bytes_of(at);
  if (name.starts_with('v')) name.remove_prefix(1);
  if (is_one_of(name, {"movss", "movd", "extractps", "pextrd"})) return 4;
  if (is_one_of(name, {"movsd", "movq", "movlps", "movhps", "movlpd", "movhpd"})) return 8;
  return std::max(at.operands.front().bytes, 16u);
}

bool only_reads_its_last(std::string_view name) {
  return is_one_of(name, {"cmp", "cmpb", "cmpw", "cmpl", "cmpq", "bt", "btw", "btl", "btq", "jmp",
                          "call"}) ||
         begins_with(name,
                     {"test", "push",  "ucomis", "comis",    "vucomis", "vcomis",  "idiv", "div",
                      "mul",  "ptest", "vptest", "fld",      "fild",    "fadd",    "fmul", "fsub",
                      "fdiv", "fcom",  "fucom",  "prefetch", "ldmxcsr", "vldmxcsr"});
}

bool only_writes_its_last(std::string_view name) {
  return begins_with(name, {"mov", "vmov", "stos", "set", "fst", "fist", "fnst", "pop", "vextract",
                            "extract", "pextr", "vpextr", "vcvtps2ph", "stmxcsr", "vstmxcsr"});
}

bool depends_on_operands_alone(std::string_view name) {
  return begins_with(name, {"movz", "movsb", "movsw", "movslq", "add", "sub", "imul", "and", "or",
                            "xor", "shl", "sal", "shr", "sar", "neg", "not", "inc", "dec"}) &&
         !begins_with(name, {"shld", "shrd"});
}

bool has_results_elsewhere(const CodeInstruction& at) {
  const bool is_string = at.repeats || std::ranges::any_of(at.operands, [](const CodeOperand& o) {
                           return o.segment == "es" || o.segment == "ds";
                         });
  return is_string || (at.name.starts_with("imul") && at.operands.size() == 1) ||
         begins_with(at.name, {"xchg", "xadd", "cmpxchg", "mulx", "pcmpestr", "pcmpistr",
                               "vpcmpestr", "vpcmpistr"});
}

bool is_known_alone(std::string_view name) {
  return is_one_of(name, {"nop",  "ret",   "leave", "cltq",       "cltd",     "cqto",
                          "cwtl", "cbtw",  "cwtd",  "vzeroupper", "vzeroall", "endbr64",
                          "ud2",  "hlt",   "pause", "mfence",     "lfence",   "sfence",
                          "sahf", "fwait", "emms",  "int3"}) ||
         (name.starts_with('f') && !begins_with(name, {"fx", "fs", "fr", "fn"}));
}

bool is_of_systems(std::string_view name) {
  return begins_with(name, {"sys",     "int",   "iret",     "in",      "out",       "wr",
                            "rd",      "xsave", "xrstor",   "fx",      "maskmov",   "vmaskmov",
                            "clflush", "clwb",  "vpgather", "vgather", "vpscatter", "vscatter",
                            "enter",   "ljmp",  "lcall",    "lret"}) &&
         !begins_with(name, {"inc", "insert", "incl", "incq"});
}

}  // namespace hippuzzle
