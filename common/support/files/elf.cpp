#include "support/files/elf.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace hippuzzle {

ElfFile::ElfFile(const std::filesystem::path& path)
    : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  struct stat status = {};
  if (!is_open() || fstat(file_.get(), &status) != 0) return;
  size_ = static_cast<uint64_t>(status.st_size);
  const auto header = read_table<Elf64_Ehdr>(0, 1);
  if (header && std::memcmp(header->front().e_ident, ELFMAG, SELFMAG) == 0)
    header_ = header->front();
}

std::optional<std::string> ElfFile::read(uint64_t offset, uint64_t bytes) const {
  if (bytes > size_ || offset > size_ - bytes) return std::nullopt;
  std::string all(bytes, '\0');
  for (uint64_t done = 0; done < bytes;) {
    const ssize_t n =
        pread(file_.get(), &all[done], bytes - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return std::nullopt;  // it was cut off meanwhile
    done += static_cast<uint64_t>(n);
  }
  return all;
}

template <class T>
std::optional<std::vector<T>> ElfFile::read_table(uint64_t offset, uint64_t count) const {
  const auto bytes = count <= size_ / sizeof(T) ? read(offset, count * sizeof(T)) : std::nullopt;
  if (!bytes) return std::nullopt;
  std::vector<T> table(count);
  if (count > 0) std::memcpy(table.data(), bytes->data(), bytes->size());
  return table;
}

std::optional<std::vector<Elf64_Phdr>> ElfFile::segments() const {
  return read_table<Elf64_Phdr>(header_->e_phoff, header_->e_phnum);
}

std::optional<std::vector<Elf64_Shdr>> ElfFile::sections() const {
  return read_table<Elf64_Shdr>(header_->e_shoff, header_->e_shnum);
}

std::optional<std::vector<ElfSymbol>> ElfFile::symbols(uint32_t table_type) const {
  const auto all = sections();
  if (!all) return std::nullopt;
  for (const Elf64_Shdr& section : *all) {
    if (section.sh_type != table_type) continue;
    if (section.sh_link >= all->size()) return std::nullopt;
    const Elf64_Shdr& names_section = (*all)[section.sh_link];
    const auto names = read(names_section.sh_offset, names_section.sh_size);
    const auto table =
        read_table<Elf64_Sym>(section.sh_offset, section.sh_size / sizeof(Elf64_Sym));
    if (!names || !table) return std::nullopt;
    std::vector<ElfSymbol> symbols;
    for (const Elf64_Sym& symbol : *table) {
      const size_t end = names->find('\0', symbol.st_name);
      if (end == names->npos) return std::nullopt;
      symbols.push_back({names->substr(symbol.st_name, end - symbol.st_name), symbol});
    }
    return symbols;
  }
  return std::vector<ElfSymbol>();
}

}  // namespace hippuzzle
