// The symbol table of a module's file, which the loader does not keep.
#pragma once

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace hip_cpu {

using ElfSymbol = ElfW(Sym);

inline unsigned type_of(const ElfSymbol& symbol) { return ELF64_ST_TYPE(symbol.st_info); }

// A file, mapped for reading. An unreadable, damaged or stripped file has no symbols.
class ElfFile {
 public:
  explicit ElfFile(const char* path);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  std::span<const ElfSymbol> symbols() const { return symbols_; }
  std::string_view name(const ElfSymbol& symbol) const;

  // Whether symbols hold addresses (an executable of the old kind) or distances from where the
  // module is loaded.
  bool has_fixed_addresses() const;

 private:
  // `count` objects at `offset`; null when they are not all in the file.
  template <typename T>
  const T* at(std::size_t offset, std::size_t count = 1) const;
  void find_symbols();

  std::string_view bytes_, names_;
  std::span<const ElfSymbol> symbols_;
};

}  // namespace hip_cpu
