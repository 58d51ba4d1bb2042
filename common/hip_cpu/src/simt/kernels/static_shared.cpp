#include "hip_cpu/simt/kernels/static_shared.hpp"

#include <dlfcn.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "hip_cpu/simt/kernels/elf_symbols.hpp"

namespace hip_cpu {
namespace {

// A variable of a function with the mangled name _Z<f> is called _ZZ<f>E<variable>.
std::size_t sum_variables(const ElfFile& file, std::uintptr_t kernel) {
  std::string prefix;
  for (const ElfSymbol& symbol : file.symbols()) {
    const std::string_view name = file.name(symbol);
    if (type_of(symbol) == STT_FUNC && symbol.st_value == kernel && name.substr(0, 2) == "_Z")
      prefix = "_ZZ" + std::string(name.substr(2)) + "E";
  }
  if (prefix.empty()) return 0;
  std::size_t bytes = 0;
  for (const ElfSymbol& symbol : file.symbols())
    if (type_of(symbol) == STT_TLS && file.name(symbol).substr(0, prefix.size()) == prefix)
      bytes += symbol.st_size;
  return bytes;
}

std::size_t look_up(const Dl_info& module, const void* kernel) {
  const ElfFile file(module.dli_fname);
  // The symbols of an executable with fixed addresses are addresses; in other files they are
  // distances from the load address.
  const auto address = reinterpret_cast<std::uintptr_t>(kernel);
  const auto base = reinterpret_cast<std::uintptr_t>(module.dli_fbase);
  return sum_variables(file, file.has_fixed_addresses() ? address : address - base);
}

}  // namespace

std::size_t static_shared_bytes(const void* kernel) {
  Dl_info module{};
  if (dladdr(kernel, &module) == 0 || !module.dli_fname) return 0;
  // Keys have the path, because a module may be loaded where another one was.
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
