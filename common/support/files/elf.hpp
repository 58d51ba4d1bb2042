// 64-bit ELF files, read by offset. Nothing in a file is trusted: what lies outside it is absent.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

struct ElfSymbol {
  std::string name;
  Elf64_Sym symbol;
};

class ElfFile {
 public:
  explicit ElfFile(const std::filesystem::path& path);

  bool is_open() const { return file_.get() >= 0; }
  uint64_t size() const { return size_; }  // in bytes

  // nullopt when the file does not begin with an ELF header. Its class, byte order and machine are
  // still to be checked.
  const std::optional<Elf64_Ehdr>& header() const { return header_; }

  // The segments that the header names; nullopt when the table is cut off. With a header only.
  std::optional<std::vector<Elf64_Phdr>> segments() const;
  std::optional<std::vector<Elf64_Shdr>> sections() const;

  // The symbols of the first table of that type, SHT_SYMTAB or SHT_DYNSYM; none without such a
  // table, nullopt when it or its names are cut off. With a header only.
  std::optional<std::vector<ElfSymbol>> symbols(uint32_t table_type) const;

  // Reads that range of the file.
  std::optional<std::string> read(uint64_t offset, uint64_t bytes) const;

 private:
  template <class T>
  std::optional<std::vector<T>> read_table(uint64_t offset, uint64_t count) const;

  FileDescriptor file_;
  uint64_t size_ = 0;
  std::optional<Elf64_Ehdr> header_;
};

}  // namespace hippuzzle
