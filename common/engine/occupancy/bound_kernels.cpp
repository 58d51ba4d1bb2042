#include "engine/occupancy/bound_kernels.hpp"

#include <fmt/format.h>
#include <hippuzzle/kernels.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/files/elf_object.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

// The host's code and tables, and their references.
class HostCode {
 public:
  explicit HostCode(const ElfObject& object) : object_(object) {
    for (const PointerInside& p : object.pointers()) pointers_[p.address] = p.to;
    for (const NamedSymbol& s : object.symbols()) {
      const auto& [name, symbol] = s;
      if (symbol.st_shndx == SHN_UNDEF || symbol.st_value == 0) continue;
      addresses_[std::string(name)] = symbol.st_value;
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size > 0)
        ends_[symbol.st_value] = symbol.st_value + symbol.st_size;
    }
  }

  bool has_functions() const { return !ends_.empty(); }

  // 0 when there is no such symbol.
  uint64_t address_of(const std::string& name) const { return value(addresses_, name); }

  // The value that the pointer at that address will hold; 0 when there is none.
  uint64_t pointer_at(uint64_t address) const { return value(pointers_, address); }

  // The functions and other addresses that the function refers to, itself or through functions that
  // it refers to.
  std::set<uint64_t> reachable(uint64_t from) const {
    std::set<uint64_t> seen = {from};
    std::vector<uint64_t> left = {from};
    while (!left.empty()) {
      const uint64_t begin = left.back();
      left.pop_back();
      const uint64_t end = value(ends_, begin);
      if (end == 0) continue;  // no function
      for_each_reference(object_.at(begin, end - begin), begin, [&](uint64_t to) {
        if (seen.insert(to).second) left.push_back(to);
      });
    }
    return seen;
  }

 private:
  template <class Key>
  static uint64_t value(const std::map<Key, uint64_t>& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? 0 : found->second;
  }

  // x86-64 code names addresses by their 32-bit distance from the next instruction: the target of a
  // call or jump, and an operand in memory. lea takes the operand's address; other instructions
  // load an address from a table of pointers. Data that look like such an instruction name no
  // address of interest.
  template <class Visit>
  void for_each_reference(std::string_view code, uint64_t begin, Visit visit) const {
    const auto byte = [&](uint64_t at) { return static_cast<uint8_t>(code[at]); };
    for (uint64_t i = 1; i + 4 <= code.size(); ++i) {
      const uint64_t to = begin + i + 4 + static_cast<uint64_t>(int64_t{read_as<int32_t>(code, i)});
      const uint8_t last = byte(i - 1), before = i > 1 ? byte(i - 2) : 0;
      const bool is_jump =
          last == 0xe8 || last == 0xe9 || (before == 0x0f && (last & 0xf0) == 0x80);
      const bool is_memory = (last & 0xc7) == 0x05;
      if (is_jump) visit(to);
      if (!is_memory) continue;
      if (before == 0x8d) visit(to);
      if (const uint64_t pointed = pointer_at(to); pointed != 0) visit(pointed);
    }
  }

  const ElfObject& object_;
  std::map<uint64_t, uint64_t> pointers_;  // by their addresses
  std::map<std::string, uint64_t> addresses_;
  std::map<uint64_t, uint64_t> ends_;  // of functions, by their first addresses
};

// The address of the variant's launch function, in the table that the module exports.
uint64_t launch_function(const ElfObject& object, const HostCode& code,
                         const std::string& variant) {
  const uint64_t entry = code.address_of(HIPPUZZLE_KERNELS_SYMBOL);
  if (entry == 0) throw std::runtime_error("it exports no kernels");
  const auto header = read_as<hippuzzle_kernels>(object.at(entry, sizeof(hippuzzle_kernels)), 0);
  const uint64_t table = code.pointer_at(entry + offsetof(hippuzzle_kernels, kernels));
  for (uint64_t i = 0; i < header.kernel_count; ++i) {
    const uint64_t at = table + i * header.kernel_size;
    const uint64_t name = code.pointer_at(at + offsetof(hippuzzle_kernel, variant));
    if (name != 0 && object.string_at(name) == variant)
      return code.pointer_at(at + offsetof(hippuzzle_kernel, launch));
  }
  throw std::runtime_error(fmt::format("it binds no variant '{}'", variant));
}

}  // namespace

std::vector<std::string> launched_kernels(const std::filesystem::path& module,
                                          const std::string& variant,
                                          const std::vector<std::string>& kernels) try {
  const auto bytes = read_file(module);
  if (!bytes) throw std::runtime_error("it cannot be opened");
  const ElfObject object(*bytes);
  const HostCode code(object);
  const uint64_t launch = launch_function(object, code, variant);
  if (object.machine() != EM_X86_64 || !code.has_functions()) return kernels;
  const std::set<uint64_t> reachable = code.reachable(launch);
  std::vector<std::string> launched;
  // On the host, a kernel has the name of its stub (nvcc) or of its handle (hipcc).
  std::ranges::copy_if(kernels, std::back_inserter(launched), [&](const std::string& kernel) {
    return reachable.contains(code.address_of(kernel));
  });
  return launched.empty() ? kernels : launched;
} catch (const std::exception& error) {
  throw Error(Outcome::load_failed,
              fmt::format("{} cannot be read for its launches: {}", module.string(), error.what()));
}

}  // namespace hippuzzle
