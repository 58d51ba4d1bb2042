#include "static_shared.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace hip_cpu {
namespace {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);

// A file, mapped for reading; empty when it cannot be read.
class MappedFile {
 public:
  explicit MappedFile(const char* path) {
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
  }
  ~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::size_t size() const { return bytes_.size(); }

  // `count` objects at `offset`; null when they are not all in the file.
  template <typename T>
  const T* at(std::size_t offset, std::size_t count = 1) const {
    if (offset > size() || count > (size() - offset) / sizeof(T)) return nullptr;
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }

 private:
  std::string_view bytes_;
};

struct Symbols {
  const Symbol* begin = nullptr;
  std::size_t count = 0;
  const char* names = nullptr;
  std::size_t name_bytes = 0;

  std::string_view name(const Symbol& symbol) const {
    if (symbol.st_name >= name_bytes) return {};
    const char* text = names + symbol.st_name;
    return {text, ::strnlen(text, name_bytes - symbol.st_name)};
  }
};

Symbols find_symbols(const MappedFile& file) {
  const auto* header = file.at<Header>(0);
  if (!header) return {};
  const auto* sections = file.at<Section>(header->e_shoff, header->e_shnum);
  if (!sections) return {};
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    const Section& table = sections[i];
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= header->e_shnum) continue;
    const Section& names = sections[table.sh_link];
    Symbols symbols;
    symbols.count = table.sh_size / sizeof(Symbol);
    symbols.begin = file.at<Symbol>(table.sh_offset, symbols.count);
    symbols.name_bytes = names.sh_size;
    symbols.names = file.at<char>(names.sh_offset, names.sh_size);
    if (symbols.begin && symbols.names) return symbols;
  }
  return {};
}

// A variable of a function with the mangled name _Z<f> is called _ZZ<f>E<variable>.
std::size_t sum_variables(const Symbols& symbols, std::uintptr_t kernel) {
  std::string prefix;
  for (const Symbol* symbol = symbols.begin; symbol != symbols.begin + symbols.count; ++symbol) {
    const std::string_view name = symbols.name(*symbol);
    if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_value == kernel &&
        name.substr(0, 2) == "_Z")
      prefix = "_ZZ" + std::string(name.substr(2)) + "E";
  }
  if (prefix.empty()) return 0;
  std::size_t bytes = 0;
  for (const Symbol* symbol = symbols.begin; symbol != symbols.begin + symbols.count; ++symbol)
    if (ELF64_ST_TYPE(symbol->st_info) == STT_TLS &&
        symbols.name(*symbol).substr(0, prefix.size()) == prefix)
      bytes += symbol->st_size;
  return bytes;
}

std::size_t look_up(const Dl_info& module, const void* kernel) {
  const MappedFile file(module.dli_fname);
  const auto* header = file.at<Header>(0);
  if (!header) return 0;
  // An executable with fixed addresses has them in its symbols; all else, distances from where it
  // is loaded.
  const auto address = reinterpret_cast<std::uintptr_t>(kernel);
  const auto base = reinterpret_cast<std::uintptr_t>(module.dli_fbase);
  return sum_variables(find_symbols(file), header->e_type == ET_EXEC ? address : address - base);
}

}  // namespace

std::size_t static_shared_bytes(const void* kernel) {
  Dl_info module{};
  if (dladdr(kernel, &module) == 0 || !module.dli_fname) return 0;
  // With the path, because a module may be loaded where another one was.
  using Key = std::pair<std::string, const void*>;
  static std::mutex mutex;
  static std::map<Key, std::size_t> known;
  const std::lock_guard lock(mutex);
  const Key key(module.dli_fname, kernel);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known[key] = look_up(module, kernel);
}

}  // namespace hip_cpu
