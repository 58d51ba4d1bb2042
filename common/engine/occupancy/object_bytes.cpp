#include "engine/occupancy/object_bytes.hpp"

#include <algorithm>

namespace hippuzzle {
namespace {

std::string_view c_string(std::string_view bytes, uint64_t offset) {
  const size_t end = offset < bytes.size() ? bytes.find('\0', offset) : bytes.npos;
  if (end == bytes.npos) throw std::runtime_error("a name in it has no end");
  return bytes.substr(offset, end - offset);
}

}  // namespace

ObjectBytes::ObjectBytes(std::string_view elf) : header_() {
  if (elf.substr(0, SELFMAG) != ELFMAG) throw std::runtime_error("it is no ELF file");
  header_ = read_as<Elf64_Ehdr>(elf, 0);
  const auto section_header = [&](uint64_t i) {
    return read_as<Elf64_Shdr>(elf, header_.e_shoff + i * header_.e_shentsize);
  };
  if (header_.e_shnum == 0) return;
  const Elf64_Shdr names = section_header(header_.e_shstrndx);
  const std::string_view name_bytes = slice(elf, names.sh_offset, names.sh_size);
  for (uint64_t i = 0; i < header_.e_shnum; ++i) {
    const Elf64_Shdr section = section_header(i);
    const bool is_empty = section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL;
    sections_.push_back(
        {c_string(name_bytes, section.sh_name), section,
         is_empty ? std::string_view() : slice(elf, section.sh_offset, section.sh_size)});
  }
}

const ObjectSection* ObjectBytes::find(std::string_view name) const {
  const auto found = std::ranges::find(sections_, name, &ObjectSection::name);
  return found == sections_.end() ? nullptr : &*found;
}

std::vector<ObjectSymbol> ObjectBytes::symbols() const {
  std::vector<ObjectSymbol> all;
  for (const ObjectSection& section : sections_) {
    const uint32_t type = section.header.sh_type;
    if ((type != SHT_SYMTAB && type != SHT_DYNSYM) || section.header.sh_link >= sections_.size())
      continue;
    const std::string_view names = sections_[section.header.sh_link].bytes;
    for (uint64_t i = 0; (i + 1) * sizeof(Elf64_Sym) <= section.bytes.size(); ++i) {
      const auto symbol = read_as<Elf64_Sym>(section.bytes, i * sizeof(Elf64_Sym));
      all.push_back({c_string(names, symbol.st_name), symbol});
    }
  }
  return all;
}

std::string_view ObjectBytes::at(uint64_t address, uint64_t size) const {
  for (const ObjectSection& s : sections_) {
    if ((s.header.sh_flags & SHF_ALLOC) == 0 || s.bytes.empty()) continue;
    if (address >= s.header.sh_addr && address - s.header.sh_addr < s.bytes.size())
      return slice(s.bytes, address - s.header.sh_addr, size);
  }
  throw std::runtime_error("it points to no part of itself");
}

std::string_view ObjectBytes::string_at(uint64_t address) const {
  for (const ObjectSection& s : sections_) {
    if ((s.header.sh_flags & SHF_ALLOC) != 0 && address >= s.header.sh_addr &&
        address - s.header.sh_addr < s.bytes.size())
      return c_string(s.bytes, address - s.header.sh_addr);
  }
  throw std::runtime_error("it points to no part of itself");
}

std::vector<Pointer> ObjectBytes::pointers() const {
  const bool arm = machine() == EM_AARCH64;
  const uint32_t relative = arm ? R_AARCH64_RELATIVE : R_X86_64_RELATIVE;
  const uint32_t global = arm ? R_AARCH64_GLOB_DAT : R_X86_64_GLOB_DAT;
  const uint32_t absolute = arm ? R_AARCH64_ABS64 : R_X86_64_64;
  std::vector<Pointer> all;
  for (const ObjectSection& s : sections_) {
    if (s.header.sh_type != SHT_RELA) continue;
    const std::string_view symbols =
        s.header.sh_link < sections_.size() ? sections_[s.header.sh_link].bytes : "";
    for (uint64_t i = 0; (i + 1) * sizeof(Elf64_Rela) <= s.bytes.size(); ++i) {
      const auto r = read_as<Elf64_Rela>(s.bytes, i * sizeof(Elf64_Rela));
      const uint64_t type = ELF64_R_TYPE(r.r_info);
      auto to = static_cast<uint64_t>(r.r_addend);
      if (type == global || type == absolute) {
        const auto symbol = read_as<Elf64_Sym>(symbols, ELF64_R_SYM(r.r_info) * sizeof(Elf64_Sym));
        if (symbol.st_shndx == SHN_UNDEF) continue;  // another object's
        to += symbol.st_value;
      } else if (type != relative) {
        continue;
      }
      all.push_back({r.r_offset, to});
    }
  }
  return all;
}

}  // namespace hippuzzle
