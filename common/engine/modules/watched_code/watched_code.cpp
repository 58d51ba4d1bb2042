#include "engine/modules/watched_code/watched_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>
#include <utility>

#include "engine/modules/watched_code/code_instruction.hpp"
#include "engine/modules/watched_code/function_walk.hpp"
#include "engine/modules/watched_code/module_map.hpp"
#include "support/files/text_file.hpp"
#include "support/process/external_tool.hpp"
#include "support/process/process.hpp"

namespace hippuzzle {
namespace {

struct ListedCode {
  std::string_view name;
  uint64_t begin = 0;
  std::vector<CodeInstruction> instructions;
};

// "0000000000002000 <_init>:"
std::optional<ListedCode> heading(std::string_view line) {
  ListedCode code;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), code.begin, 16);
  const std::string_view rest(end, static_cast<size_t>(line.data() + line.size() - end));
  if (error != std::errc() || !rest.starts_with(" <") || !rest.ends_with(">:")) return std::nullopt;
  code.name = rest.substr(2, rest.size() - 4);
  return code;
}

std::vector<ListedCode> listed(std::string_view text) {
  std::vector<ListedCode> all;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (auto code = heading(line)) {
      all.push_back(std::move(*code));
      continue;
    }
    auto instruction = read_instruction(line);
    if (!instruction || all.empty()) continue;
    auto& code = all.back().instructions;
    if (!code.empty()) code.back().next = instruction->address;
    instruction->next = instruction->address;
    code.push_back(std::move(*instruction));
  }
  for (size_t i = 0; i + 1 < all.size(); ++i)
    if (!all[i].instructions.empty()) all[i].instructions.back().next = all[i + 1].begin;
  return all;
}

// Functions of the C compiler's start files, which come before all others.
bool is_of_start_files(std::string_view name) {
  constexpr std::string_view names[] = {"deregister_tm_clones", "register_tm_clones",
                                        "__do_global_dtors_aux", "frame_dummy"};
  return std::ranges::find(names, name) != std::end(names);
}

// "*0x2f1a(%rip),%rax" without the distance.
std::string without_distance(std::string_view words) {
  const size_t end = words.find("(%rip)");
  if (end == words.npos) return std::string(words);
  const size_t last = words.substr(0, end).find_last_not_of("0123456789abcdefx-");
  const size_t begin = last == words.npos ? 0 : last + 1;
  return std::string(words.substr(0, begin)) + std::string(words.substr(end));
}

// The function's name and its instructions, with names in place of addresses; "" where one cannot
// be read.
std::string code_of(const ListedCode& code, const ModuleMap& map) {
  std::string text = fmt::format("{}:\n", map.function_at(code.begin));
  const auto name_at = [&](uint64_t address) {
    const std::string_view inside = map.function_at(map.pointed_to(address).value_or(address));
    return inside.empty() ? map.imported_by(address) : inside;
  };
  const auto name_of_target = [&](const CodeInstruction& at) {
    const uint64_t target = at.operands[0].number;
    const bool is_inside = target >= code.begin && target <= code.instructions.back().address;
    if (is_inside) return fmt::format("+{:x}", target - code.begin);
    const std::string_view name = map.function_at(target);
    return std::string(name.empty() ? at.symbol : name);
  };
  for (const CodeInstruction& at : code.instructions) {
    if (at.name.empty()) return "";
    const bool is_gap = at.name.starts_with("nop") || (at.name == "xchg" && at.words == "%ax,%ax");
    if (is_gap) continue;
    text += fmt::format("{}{}{} ", at.repeats ? "rep " : "", at.locks ? "lock " : "", at.name);
    const bool is_branch =
        at.operands.size() == 1 && at.operands[0].kind == CodeOperand::Kind::target;
    text += is_branch ? name_of_target(at) : without_distance(at.words);
    for (const CodeOperand& operand : at.operands)
      if (operand.kind == CodeOperand::Kind::memory && operand.base == rip)
        text += fmt::format(" {}", name_at(at.next + operand.number));
    text += '\n';
  }
  return text;
}

}  // namespace

TrustedCode::TrustedCode(const std::vector<UnwatchedCode>& shipped) {
  for (const UnwatchedCode& code : shipped)
    if (!code.code.empty()) functions_.insert(code.code);
}

std::optional<UnwatchedCode> TrustedCode::other_fault(
    const std::vector<UnwatchedCode>& faults) const {
  const auto found = std::ranges::find_if(
      faults, [&](const UnwatchedCode& fault) { return !functions_.contains(fault.code); });
  return found == faults.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> disassembly_command(const std::filesystem::path& objdump,
                                             const std::filesystem::path& module) {
  return {objdump.string(), "-d", "--no-show-raw-insn", module.string()};
}

std::string in_words(const UnwatchedCode& code) {
  std::string name = code.function;
  size_t length = 0, at = 2;
  while (name.starts_with("_Z") && at < name.size() && name[at] >= '0' && name[at] <= '9')
    length = length * 10 + static_cast<size_t>(name[at++] - '0');
  if (length > 0 && length <= name.size() - at) name = name.substr(at, length);
  return fmt::format("its check cannot be verified in its machine code: in `{}`, {}",
                     name.substr(0, 200), code.why);
}

std::vector<UnwatchedCode> unwatched_code(std::string_view module, std::string_view listing) {
  const ModuleMap map(module);
  const std::vector<ListedCode> all = listed(listing);
  std::set<uint64_t> functions;
  for (const ListedCode& code : all)
    if (!map.is_of_start_files(code.begin)) functions.insert(code.begin);
  std::set<std::string_view> seen;
  std::vector<UnwatchedCode> faults;
  uint64_t work_left = 50'000'000;  // some seconds; p16's solutions take a hundredth
  bool at_start = true;
  for (const ListedCode& code : all) {
    if (map.is_of_start_files(code.begin)) continue;
    at_start = at_start && is_of_start_files(code.name) && seen.insert(code.name).second;
    if (at_start) continue;
    std::string fault = FunctionWalk(map, functions, code.instructions, work_left).fault();
    if (fault.empty()) continue;
    faults.push_back({std::string(code.name), std::move(fault), code_of(code, map)});
  }
  return faults;
}

std::optional<std::vector<UnwatchedCode>> unwatched_code_of(const std::filesystem::path& objdump,
                                                            const std::filesystem::path& module) {
  const auto bytes = read_file(module);
  std::string listing;
  Process disassembler(disassembly_command(objdump, module), {}, Process::Errors::dropped);
  if (!bytes || disassembler.wait_for(std::chrono::minutes(1), listing) != 0) return std::nullopt;
  return unwatched_code(*bytes, listing);
}

std::optional<std::filesystem::path> verifying_disassembler() {
#if defined(__x86_64__)
  return find_program("objdump");
#else
  return std::nullopt;
#endif
}

}  // namespace hippuzzle
