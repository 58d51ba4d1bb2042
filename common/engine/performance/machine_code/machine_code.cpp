#include "engine/performance/machine_code/machine_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "engine/debug_info/source_lines.hpp"
#include "engine/occupancy/bound_kernels.hpp"
#include "engine/occupancy/kernel_resources.hpp"
#include "engine/occupancy/launched_kernel.hpp"
#include "engine/performance/machine_code/listing.hpp"
#include "engine/platforms/disassembly_tool.hpp"
#include "support/files/elf_object.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/process/process.hpp"

namespace hippuzzle {
namespace {

namespace fs = std::filesystem;

std::string disassembled(const fs::path& file, const Platform& platform) {
  const Disassembler tool = disassembler_of(platform);
  const auto program = tool.find();
  if (!program) throw Error(Outcome::unsupported, tool.missing);
  std::vector<std::string> command = {program->string()};
  command.insert(command.end(), tool.options.begin(), tool.options.end());
  command.push_back(file.string());
  constexpr std::chrono::seconds limit{60};
  constexpr size_t most_bytes = size_t{256} << 20;
  std::string text;
  const auto status =
      Process(command, {}, Process::Errors::dropped).wait_for(limit, text, most_bytes);
  if (status == 0) return text;
  throw Error(
      Outcome::load_failed,
      fmt::format("`{}` {}; repeat the command to see why", fmt::join(command, " "),
                  status ? fmt::format("ended with status {}", *status) : "did not end in 60 s"));
}

// The symbols of functions, by their addresses.
std::map<uint64_t, std::string> functions_of(const ElfObject& object) {
  std::map<uint64_t, std::string> functions;
  for (const NamedSymbol& s : object.symbols()) {
    if (ELF64_ST_TYPE(s.symbol.st_info) == STT_FUNC && s.symbol.st_shndx != SHN_UNDEF)
      functions.emplace(s.symbol.st_value, s.name);
  }
  return functions;
}

std::vector<std::string> names_of(const std::map<uint64_t, std::string>& functions) {
  std::vector<std::string> names;
  for (const auto& [address, name] : functions) names.push_back(name);
  return names;
}

// Adds the lines that the debug information has for the addresses.
MachineFunction with_lines(const ListedFunction& listed, const std::string& target,
                           const CodeAddress& object, SourceLines& lines) {
  MachineFunction function{listed.name, target, {}};
  for (const ListedInstruction& i : listed.instructions) {
    CodeAddress address = object;
    address.offset = i.address + 1;  // a frame is the address after its instruction
    function.instructions.push_back({i.address, i.text, lines.find({&address, 1})});
  }
  return function;
}

// Whether a half of its instructions or more come from files that are no library's.
bool is_of_kernels(const MachineFunction& function) {
  const auto own =
      std::ranges::count_if(function.instructions, [](const auto& i) { return i.place.line > 0; });
  return own * 2 >= static_cast<ptrdiff_t>(function.instructions.size()) && own > 0;
}

std::vector<MachineFunction> of_host(const fs::path& module, const Platform& platform,
                                     const std::string& variant, std::string_view bytes) {
  const auto symbols = functions_of(ElfObject(bytes));
  const auto launched = launched_kernels(module, variant, names_of(symbols));
  const std::set<std::string> wanted(launched.begin(), launched.end());
  SourceLines lines;
  std::vector<MachineFunction> functions;
  for (const ListedFunction& listed : listed_by_objdump(disassembled(module, platform))) {
    const auto symbol = symbols.find(listed.address);
    if (symbol == symbols.end() || !wanted.contains(symbol->second)) continue;
    MachineFunction function = with_lines(listed, "", {module.string(), 0, 0, 0}, lines);
    if (is_of_kernels(function)) functions.push_back(std::move(function));
  }
  return functions;
}

// nvdisasm's text of a cubin, which names the lines itself.
std::vector<MachineFunction> of_cubin(const std::vector<ListedFunction>& all,
                                      const std::set<std::string>& wanted,
                                      const std::string& target, SourceLines& lines) {
  std::vector<MachineFunction> functions;
  for (const ListedFunction& listed : all) {
    if (!wanted.contains(listed.name)) continue;
    MachineFunction function{short_kernel_name(listed.name), target, {}};
    for (const ListedInstruction& i : listed.instructions) {
      SourcePlace place;
      if (!is_library(i.file))
        place = {.file = i.file, .line = i.line, .text = lines.text(i.file, i.line)};
      function.instructions.push_back({i.address, i.text, place});
    }
    functions.push_back(std::move(function));
  }
  return functions;
}

// llvm-objdump's text of a code object for AMD, whose debug information has the lines.
std::vector<MachineFunction> of_code_object(const std::string& text, const CodeObject& object,
                                            const std::set<std::string>& wanted,
                                            const CodeAddress& begin, SourceLines& lines) {
  const auto symbols = functions_of(ElfObject(object.bytes));
  std::vector<MachineFunction> functions;
  for (const ListedFunction& listed : listed_by_objdump(text)) {
    const auto symbol = symbols.find(listed.address);
    if (symbol != symbols.end() && wanted.contains(symbol->second))
      functions.push_back(with_lines(listed, object.target, begin, lines));
  }
  return functions;
}

// The target, or the first of those that the code is for. Throws Error(unsupported) for another.
std::string chosen_target(const std::vector<CodeObject>& objects, const std::string& target,
                          const fs::path& module) {
  std::set<std::string> targets;
  for (const CodeObject& object : objects) targets.insert(object.target);
  if (target.empty() && !targets.empty()) return *targets.begin();
  if (targets.contains(target)) return target;
  throw Error(Outcome::unsupported, fmt::format("{} has code for {}, none for '{}'",
                                                module.string(), fmt::join(targets, ", "), target));
}

std::vector<MachineFunction> of_gpu(const fs::path& module, const Platform& platform,
                                    const std::string& variant, const std::string& asked,
                                    std::string_view bytes) {
  const auto objects = code_objects(bytes, module);
  const std::string target = chosen_target(objects, asked, module);
  std::vector<std::string> kernels;
  for (const KernelResources& kernel : read_kernel_resources(module)) {
    if (kernel.target == target) kernels.push_back(kernel.name);
  }
  const auto launched = launched_kernels(module, variant, kernels);
  const std::set<std::string> wanted(launched.begin(), launched.end());
  const TemporaryFolder folder("hippuzzle-code-");
  SourceLines lines;
  std::vector<MachineFunction> functions;
  for (const CodeObject& object : objects) {
    if (object.target != target) continue;
    const fs::path file = folder.path() / "code.o";
    replace_file(file, std::string(object.bytes));
    const std::string text = disassembled(file, platform);
    const auto listed = listed_by_nvdisasm(text);
    const CodeAddress begin{module.string(), 0,
                            static_cast<uint64_t>(object.bytes.data() - bytes.data()),
                            object.bytes.size()};
    std::ranges::move(listed.empty() ? of_code_object(text, object, wanted, begin, lines)
                                     : of_cubin(listed, wanted, target, lines),
                      std::back_inserter(functions));
  }
  return functions;
}

}  // namespace

std::vector<MachineFunction> machine_code(const fs::path& module, const Platform& platform,
                                          const std::string& variant, const std::string& target) {
  const auto bytes = read_file(module);
  if (!bytes) throw Error(Outcome::load_failed, fmt::format("{} cannot be read", module.string()));
  auto functions = platform.is_simulated ? of_host(module, platform, variant, *bytes)
                                         : of_gpu(module, platform, variant, target, *bytes);
  if (functions.empty()) {
    throw Error(Outcome::load_failed, fmt::format("no kernel's code is found in what {} has of {}",
                                                  disassembler_of(platform).name, module.string()));
  }
  return functions;
}

}  // namespace hippuzzle
