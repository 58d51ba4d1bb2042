#include "toolchain/dynamic_shared_memory.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "support/files/elf_object.hpp"
#include "support/files/mapped_file.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// Calls take(name, symbol) for each thread-local symbol of the file's tables of that type.
template <typename Take>
void for_each_thread_local(const fs::path& path, uint32_t table_type, const Take& take) {
  const MappedFile file(path);
  try {
    const ElfObject object(file.bytes());
    if (object.header().e_ident[EI_CLASS] != ELFCLASS64) throw std::runtime_error("it has 32 bits");
    for (const auto& [name, symbol] : object.symbols(table_type)) {
      if (ELF64_ST_TYPE(symbol.st_info) == STT_TLS) take(std::string(name), symbol);
    }
  } catch (const std::runtime_error&) {
    throw std::runtime_error(fmt::format("{} is no 64-bit ELF file", path.string()));
  }
}

}  // namespace

std::vector<std::string> undefined_thread_locals(const fs::path& object) {
  std::vector<std::string> names;
  for_each_thread_local(object, SHT_SYMTAB, [&](const std::string& name, const Elf64_Sym& symbol) {
    const bool standard_library = name.starts_with("_ZSt");
    if (symbol.st_shndx == SHN_UNDEF && !standard_library) names.push_back(name);
  });
  return names;
}

std::set<std::string> exported_thread_locals(const fs::path& library) {
  std::set<std::string> names;
  for_each_thread_local(library, SHT_DYNSYM, [&](const std::string& name, const Elf64_Sym& symbol) {
    if (symbol.st_shndx != SHN_UNDEF) names.insert(name);
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
