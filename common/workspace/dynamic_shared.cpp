#include "workspace/dynamic_shared.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <stdexcept>

#include "engine/support/text_file.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

class ElfFile {
 public:
  explicit ElfFile(const fs::path& path) : path_(path), bytes_(read_file(path).value_or("")) {
    header_ = at<Elf64_Ehdr>(0);
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 ||
        header_.e_ident[EI_CLASS] != ELFCLASS64) {
      refuse();
    }
  }

  // Calls visit with each symbol of the first table of that type and with the symbol's name.
  void symbols(uint32_t table_type,
               const std::function<void(const Elf64_Sym&, const std::string&)>& visit) const {
    for (uint64_t i = 0; i < header_.e_shnum; ++i) {
      const auto table = section(i);
      if (table.sh_type != table_type) continue;
      const auto names = section(table.sh_link);
      for (uint64_t at_byte = 0; at_byte < table.sh_size; at_byte += sizeof(Elf64_Sym)) {
        const auto symbol = at<Elf64_Sym>(table.sh_offset + at_byte);
        visit(symbol, name(names.sh_offset + symbol.st_name));
      }
      return;
    }
  }

 private:
  [[noreturn]] void refuse() const {
    throw std::runtime_error(fmt::format("{} is no 64-bit ELF file", path_.string()));
  }

  template <class T>
  T at(uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) refuse();
    T value;
    std::memcpy(&value, &bytes_[offset], sizeof value);
    return value;
  }

  Elf64_Shdr section(uint64_t index) const {
    return at<Elf64_Shdr>(header_.e_shoff + index * sizeof(Elf64_Shdr));
  }

  std::string name(uint64_t offset) const {
    const size_t end = bytes_.find('\0', offset);
    if (end == bytes_.npos) refuse();
    return bytes_.substr(offset, end - offset);
  }

  fs::path path_;
  std::string bytes_;
  Elf64_Ehdr header_;
};

bool is_thread_local(const Elf64_Sym& symbol) { return ELF64_ST_TYPE(symbol.st_info) == STT_TLS; }

}  // namespace

std::vector<std::string> undefined_thread_locals(const fs::path& object) {
  std::vector<std::string> names;
  ElfFile(object).symbols(SHT_SYMTAB, [&](const Elf64_Sym& symbol, const std::string& name) {
    const bool standard_library = name.starts_with("_ZSt");
    if (is_thread_local(symbol) && symbol.st_shndx == SHN_UNDEF && !standard_library) {
      names.push_back(name);
    }
  });
  return names;
}

std::set<std::string> exported_thread_locals(const fs::path& library) {
  std::set<std::string> names;
  ElfFile(library).symbols(SHT_DYNSYM, [&](const Elf64_Sym& symbol, const std::string& name) {
    if (is_thread_local(symbol) && symbol.st_shndx != SHN_UNDEF) names.insert(name);
  });
  return names;
}

std::string define_dynamic_shared(const std::vector<std::string>& names) {
  constexpr int bytes = 65536;
  std::string text = ".section .tbss,\"awT\",%nobits\n.balign 4096\n";
  for (const std::string& name : names) {
    text += fmt::format(".globl {0}\n.hidden {0}\n.type {0},%object\n.size {0},{1}\n{0}:\n", name,
                        bytes);
  }
  return text + fmt::format(".zero {}\n.section .note.GNU-stack,\"\",%progbits\n", bytes);
}

}  // namespace hippuzzle
