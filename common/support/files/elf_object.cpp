#include "support/files/elf_object.hpp"

#include <algorithm>

namespace hippuzzle {
namespace {

std::string_view c_string(std::string_view bytes, uint64_t offset) {
  const size_t end = offset < bytes.size() ? bytes.find('\0', offset) : bytes.npos;
  if (end == bytes.npos) throw std::runtime_error("a name in it has no end");
  return bytes.substr(offset, end - offset);
}

}  // namespace

ElfObject::ElfObject(std::string_view elf) : elf_(elf), header_() {
  if (elf.substr(0, SELFMAG) != ELFMAG) throw std::runtime_error("it is no ELF file");
  header_ = read_as<Elf64_Ehdr>(elf, 0);
}

const std::vector<ElfSection>& ElfObject::sections() const {
  if (!sections_) sections_ = read_sections();
  return *sections_;
}

std::vector<ElfSection> ElfObject::read_sections() const {
  std::vector<ElfSection> all;
  if (header_.e_shnum == 0) return all;
  const auto section_header = [&](uint64_t i) {
    return read_as<Elf64_Shdr>(elf_, header_.e_shoff + i * header_.e_shentsize);
  };
  const Elf64_Shdr names = section_header(header_.e_shstrndx);
  const std::string_view name_bytes = slice(elf_, names.sh_offset, names.sh_size);
  for (uint64_t i = 0; i < header_.e_shnum; ++i) {
    const Elf64_Shdr section = section_header(i);
    const bool is_empty = section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL;
    all.push_back(
        {c_string(name_bytes, section.sh_name), section,
         is_empty ? std::string_view() : slice(elf_, section.sh_offset, section.sh_size)});
  }
  return all;
}

const ElfSection* ElfObject::find(std::string_view name) const {
  const auto found = std::ranges::find(sections(), name, &ElfSection::name);
  return found == sections().end() ? nullptr : &*found;
}

std::vector<Elf64_Phdr> ElfObject::segments() const {
  std::vector<Elf64_Phdr> all;
  for (uint64_t i = 0; i < header_.e_phnum; ++i)
    all.push_back(read_as<Elf64_Phdr>(elf_, header_.e_phoff + i * sizeof(Elf64_Phdr)));
  return all;
}

std::string_view ElfObject::bytes_of(const Elf64_Phdr& segment) const {
  return slice(elf_, segment.p_offset, segment.p_filesz);
}

NamedSymbol ElfObject::symbol(const ElfSection& table, uint64_t index) const {
  const auto symbol = read_as<Elf64_Sym>(table.bytes, index * sizeof(Elf64_Sym));
  if (table.header.sh_link >= sections().size())
    throw std::runtime_error("its symbols have no names");
  return {c_string(sections()[table.header.sh_link].bytes, symbol.st_name), symbol};
}

void ElfObject::add_symbols(const ElfSection& table, std::vector<NamedSymbol>& all) const {
  for (uint64_t i = 0; (i + 1) * sizeof(Elf64_Sym) <= table.bytes.size(); ++i)
    all.push_back(symbol(table, i));
}

std::vector<NamedSymbol> ElfObject::symbols(uint32_t table_type) const {
  std::vector<NamedSymbol> all;
  for (const ElfSection& section : sections()) {
    if (section.header.sh_type == table_type) add_symbols(section, all);
  }
  return all;
}

std::vector<NamedSymbol> ElfObject::symbols() const {
  std::vector<NamedSymbol> all = symbols(SHT_SYMTAB);
  for (const NamedSymbol& dynamic : symbols(SHT_DYNSYM)) all.push_back(dynamic);
  return all;
}

std::string_view ElfObject::at(uint64_t address, uint64_t size) const {
  for (const ElfSection& s : sections()) {
    if ((s.header.sh_flags & SHF_ALLOC) == 0 || s.bytes.empty()) continue;
    if (address >= s.header.sh_addr && address - s.header.sh_addr < s.bytes.size())
      return slice(s.bytes, address - s.header.sh_addr, size);
  }
  throw std::runtime_error("it points to no part of itself");
}

std::string_view ElfObject::string_at(uint64_t address) const {
  for (const ElfSection& s : sections()) {
    if ((s.header.sh_flags & SHF_ALLOC) != 0 && address >= s.header.sh_addr &&
        address - s.header.sh_addr < s.bytes.size())
      return c_string(s.bytes, address - s.header.sh_addr);
  }
  throw std::runtime_error("it points to no part of itself");
}

std::vector<ElfRelocation> ElfObject::relocations() const {
  std::vector<ElfRelocation> all;
  for (const ElfSection& s : sections()) {
    if (s.header.sh_type != SHT_RELA) continue;
    for (uint64_t i = 0; (i + 1) * sizeof(Elf64_Rela) <= s.bytes.size(); ++i) {
      const auto r = read_as<Elf64_Rela>(s.bytes, i * sizeof(Elf64_Rela));
      ElfRelocation found{r.r_offset, static_cast<uint32_t>(ELF64_R_TYPE(r.r_info)),
                          static_cast<uint64_t>(r.r_addend), std::nullopt};
      if (ELF64_R_SYM(r.r_info) != STN_UNDEF) {
        if (s.header.sh_link >= sections().size())
          throw std::runtime_error("a relocation in it has no symbols");
        found.symbol = symbol(sections()[s.header.sh_link], ELF64_R_SYM(r.r_info));
      }
      all.push_back(found);
    }
  }
  return all;
}

std::vector<PointerInside> ElfObject::pointers() const {
  const bool arm = machine() == EM_AARCH64;
  const uint32_t relative = arm ? R_AARCH64_RELATIVE : R_X86_64_RELATIVE;
  const uint32_t global = arm ? R_AARCH64_GLOB_DAT : R_X86_64_GLOB_DAT;
  const uint32_t absolute = arm ? R_AARCH64_ABS64 : R_X86_64_64;
  std::vector<PointerInside> all;
  for (const ElfRelocation& r : relocations()) {
    if (r.type == relative) {
      all.push_back({r.address, r.addend});
    } else if ((r.type == global || r.type == absolute) && r.symbol &&
               r.symbol->symbol.st_shndx != SHN_UNDEF) {  // else another object's
      all.push_back({r.address, r.addend + r.symbol->symbol.st_value});
    }
  }
  return all;
}

}  // namespace hippuzzle
