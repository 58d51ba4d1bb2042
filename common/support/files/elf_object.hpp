// 64-bit little-endian ELF objects in memory: mapped files, modules that were read whole, and the
// code objects inside them. Nothing in them is trusted: an offset outside throws
// std::runtime_error, without the file's name.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

inline std::string_view slice(std::string_view bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || bytes.size() - offset < size)
    throw std::runtime_error("it is cut off at byte " + std::to_string(offset));
  return bytes.substr(offset, size);
}

template <class T>
T read_as(std::string_view bytes, uint64_t offset) {
  T value;
  std::memcpy(&value, slice(bytes, offset, sizeof value).data(), sizeof value);
  return value;
}

struct ElfSection {
  std::string_view name;
  Elf64_Shdr header;
  std::string_view bytes;  // none of a section without bytes in the file
};

struct NamedSymbol {
  std::string_view name;
  Elf64_Sym symbol;
};

// A place that a loader fills in.
struct ElfRelocation {
  uint64_t address;  // of the place
  uint32_t type;     // R_…, by the object's machine
  uint64_t addend;
  std::optional<NamedSymbol> symbol;  // nullopt where it needs none
};

// A pointer that a loader fills in with an address of the object itself.
struct PointerInside {
  uint64_t address;  // of the pointer
  uint64_t to;       // the address in the object that it will hold
};

class ElfObject {
 public:
  // elf: of the whole object, kept by the caller. Throws when it does not begin with an ELF header;
  // its class, byte order and machine are still to be checked.
  explicit ElfObject(std::string_view elf);

  // Read at the first call: an object whose section headers are cut off still has its segments.
  const std::vector<ElfSection>& sections() const;
  const ElfSection* find(std::string_view name) const;  // nullptr when there is none

  std::vector<Elf64_Phdr> segments() const;
  std::string_view bytes_of(const Elf64_Phdr& segment) const;

  // The symbols of all tables, or of the tables of one type, SHT_SYMTAB or SHT_DYNSYM.
  std::vector<NamedSymbol> symbols() const;
  std::vector<NamedSymbol> symbols(uint32_t table_type) const;

  // The object's bytes at a virtual address.
  std::string_view at(uint64_t address, uint64_t size) const;
  std::string_view string_at(uint64_t address) const;

  // The relocations of all tables with addends.
  std::vector<ElfRelocation> relocations() const;
  std::vector<PointerInside> pointers() const;

  const Elf64_Ehdr& header() const { return header_; }
  uint16_t machine() const { return header_.e_machine; }

 private:
  void add_symbols(const ElfSection& table, std::vector<NamedSymbol>& all) const;
  NamedSymbol symbol(const ElfSection& table, uint64_t index) const;
  std::vector<ElfSection> read_sections() const;

  std::string_view elf_;
  Elf64_Ehdr header_;
  mutable std::optional<std::vector<ElfSection>> sections_;  // once they were asked for
};

}  // namespace hippuzzle
