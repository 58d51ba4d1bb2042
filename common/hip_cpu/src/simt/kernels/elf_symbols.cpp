#include "hip_cpu/simt/kernels/elf_symbols.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

namespace hip_cpu {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);

ElfFile::ElfFile(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status {};
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    void* begin =
        mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    if (begin != MAP_FAILED)
      bytes_ = {static_cast<const char*>(begin), static_cast<std::size_t>(status.st_size)};
  }
  close(file);
  find_symbols();
}

ElfFile::~ElfFile() {
  if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

template <typename T>
const T* ElfFile::at(std::size_t offset, std::size_t count) const {
  if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return nullptr;
  return reinterpret_cast<const T*>(bytes_.data() + offset);
}

void ElfFile::find_symbols() {
  const auto* header = at<Header>(0);
  if (!header) return;
  const auto* sections = at<Section>(header->e_shoff, header->e_shnum);
  if (!sections) return;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    const Section& table = sections[i];
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= header->e_shnum) continue;
    const Section& names = sections[table.sh_link];
    const std::size_t count = table.sh_size / sizeof(ElfSymbol);
    const auto* begin = at<ElfSymbol>(table.sh_offset, count);
    const auto* text = at<char>(names.sh_offset, names.sh_size);
    if (!begin || !text) continue;
    symbols_ = {begin, count};
    names_ = {text, names.sh_size};
    return;
  }
}

std::string_view ElfFile::name(const ElfSymbol& symbol) const {
  if (symbol.st_name >= names_.size()) return {};
  const char* text = names_.data() + symbol.st_name;
  return {text, ::strnlen(text, names_.size() - symbol.st_name)};
}

bool ElfFile::has_fixed_addresses() const {
  const auto* header = at<Header>(0);
  return header && header->e_type == ET_EXEC;
}

}  // namespace hip_cpu
