#include "engine/modules/watched_code/module_map.hpp"

#include <algorithm>

#include "support/files/elf_object.hpp"

namespace hippuzzle {

ModuleMap::ModuleMap(std::string_view module) {
  const ElfObject elf(module);
  Range fixed_after_loading{0, 0, {}};
  for (const Elf64_Phdr& segment : elf.segments()) {
    if (segment.p_type == PT_GNU_RELRO)
      fixed_after_loading = {segment.p_vaddr, segment.p_vaddr + segment.p_memsz};
  }
  for (const ElfSection& section : elf.sections()) {
    const Elf64_Shdr& header = section.header;
    if ((header.sh_flags & SHF_ALLOC) == 0 || (header.sh_flags & SHF_TLS) != 0) continue;
    const Range range{header.sh_addr, header.sh_addr + header.sh_size, section.bytes};
    const bool is_fixed =
        fixed_after_loading.contains(range.begin) && range.end <= fixed_after_loading.end;
    if ((header.sh_flags & SHF_WRITE) == 0 || is_fixed) constant_.push_back(range);
    if ((header.sh_flags & SHF_EXECINSTR) == 0) continue;
    code_.push_back(range);
    if (section.name != ".text") start_files_.push_back(range);
  }
  for (const NamedSymbol& symbol : elf.symbols(SHT_SYMTAB)) {
    if (ELF64_ST_TYPE(symbol.symbol.st_info) != STT_FUNC) continue;
    if (symbol.symbol.st_shndx == SHN_UNDEF) continue;
    const auto [named, is_new] = functions_.try_emplace(symbol.symbol.st_value, symbol.name);
    if (!is_new) named->second = std::min(named->second, std::string_view(symbol.name));
  }
  for (const ElfRelocation& relocation : elf.relocations()) {
    const bool is_outside = relocation.symbol && relocation.symbol->symbol.st_shndx == SHN_UNDEF;
    const bool is_address = relocation.type == R_X86_64_GLOB_DAT ||
                            relocation.type == R_X86_64_JUMP_SLOT || relocation.type == R_X86_64_64;
    if (is_outside && is_address) imports_[relocation.address] = relocation.symbol->name;
    if (relocation.type == R_X86_64_RELATIVE) inside_[relocation.address] = relocation.addend;
    if (is_address && !is_outside && relocation.symbol)
      inside_[relocation.address] = relocation.symbol->symbol.st_value + relocation.addend;
  }
}

std::string_view ModuleMap::function_at(uint64_t address) const {
  const auto found = functions_.find(address);
  return found == functions_.end() ? "" : found->second;
}

bool ModuleMap::is_constant(uint64_t address, uint64_t bytes) const {
  return std::ranges::any_of(constant_, [&](const Range& range) {
    return range.contains(address) && bytes <= range.end - address;
  });
}

std::optional<std::string_view> ModuleMap::constant_text(uint64_t address) const {
  for (const Range& range : constant_) {
    if (!range.contains(address) || address - range.begin >= range.bytes.size()) continue;
    const std::string_view text = range.bytes.substr(address - range.begin);
    if (const size_t end = text.find('\0'); end != text.npos) return text.substr(0, end);
  }
  return std::nullopt;
}

std::string_view ModuleMap::imported_by(uint64_t pointer) const {
  const auto found = imports_.find(pointer);
  return found == imports_.end() ? "" : found->second;
}

std::optional<uint64_t> ModuleMap::pointed_to(uint64_t pointer) const {
  const auto found = inside_.find(pointer);
  return found == inside_.end() ? std::nullopt : std::optional(found->second);
}

bool ModuleMap::is_of_start_files(uint64_t address) const {
  return std::ranges::any_of(start_files_, [&](const Range& r) { return r.contains(address); });
}

bool ModuleMap::is_code(uint64_t address) const {
  return std::ranges::any_of(code_, [&](const Range& r) { return r.contains(address); });
}

}  // namespace hippuzzle
