#include "toolchain/dynamic_shared.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "support/files/elf.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// The thread-local symbols of the file's table of that type.
std::vector<ElfSymbol> thread_locals(const fs::path& path, uint32_t table_type) {
  const ElfFile file(path);
  const bool is_64_bit = file.header() && file.header()->e_ident[EI_CLASS] == ELFCLASS64;
  auto symbols = is_64_bit ? file.symbols(table_type) : std::nullopt;
  if (!symbols) throw std::runtime_error(fmt::format("{} is no 64-bit ELF file", path.string()));
  std::erase_if(*symbols,
                [](const ElfSymbol& s) { return ELF64_ST_TYPE(s.symbol.st_info) != STT_TLS; });
  return *std::move(symbols);
}

}  // namespace

std::vector<std::string> undefined_thread_locals(const fs::path& object) {
  std::vector<std::string> names;
  for (const auto& [name, symbol] : thread_locals(object, SHT_SYMTAB)) {
    const bool standard_library = name.starts_with("_ZSt");
    if (symbol.st_shndx == SHN_UNDEF && !standard_library) names.push_back(name);
  }
  return names;
}

std::set<std::string> exported_thread_locals(const fs::path& library) {
  std::set<std::string> names;
  for (const auto& [name, symbol] : thread_locals(library, SHT_DYNSYM)) {
    if (symbol.st_shndx != SHN_UNDEF) names.insert(name);
  }
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
