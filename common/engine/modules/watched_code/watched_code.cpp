#include "engine/modules/watched_code/watched_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "engine/modules/watched_code/code_instruction.hpp"
#include "engine/modules/watched_code/function_walk.hpp"
#include "engine/modules/watched_code/module_map.hpp"

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

}  // namespace

bool is_of_hippuzzle(std::string_view function) {
  if (!function.starts_with("_Z")) return false;
  function.remove_prefix(2);
  while (function.starts_with('Z')) function.remove_prefix(1);
  if (!function.starts_with('N')) return false;
  function.remove_prefix(1);
  while (!function.empty() && std::string_view("KVrRO").find(function[0]) != std::string_view::npos)
    function.remove_prefix(1);
  return function.starts_with("9hippuzzle") || function.starts_with("7hip_cpu");
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
  return fmt::format("in `{}`, {}", name.substr(0, 200), code.why);
}

std::vector<UnwatchedCode> unwatched_code(std::string_view module, std::string_view listing) {
  const ModuleMap map(module);
  const std::vector<ListedCode> all = listed(listing);
  std::set<uint64_t> functions;
  for (const ListedCode& code : all)
    if (!map.is_of_start_files(code.begin)) functions.insert(code.begin);
  std::set<std::string_view> seen;
  std::vector<UnwatchedCode> faults;
  bool at_start = true;
  for (const ListedCode& code : all) {
    if (map.is_of_start_files(code.begin)) continue;
    at_start = at_start && is_of_start_files(code.name) && seen.insert(code.name).second;
    if (at_start) continue;
    std::string fault = FunctionWalk(map, functions, code.instructions).fault();
    if (!fault.empty()) faults.push_back({std::string(code.name), std::move(fault)});
  }
  return faults;
}

}  // namespace hippuzzle
