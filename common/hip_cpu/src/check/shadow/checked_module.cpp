// The memory of a module, by its file and the loader.
#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "hip_cpu/check/shadow/checked_module.hpp"
#include "hip_cpu/simt/kernels/elf_symbols.hpp"
#include "hip_cpu/simt/settings.hpp"

// The C library's: the calling thread's storage of a module's thread-local variables.
extern "C" void* __tls_get_addr(std::size_t* module_and_offset);

namespace hip_cpu::check {
namespace {

std::string demangled(std::string_view mangled) {
  if (!mangled.starts_with("_Z")) return std::string(mangled);  // "s" is a type's code as well
  int status = 0;
  char* text = abi::__cxa_demangle(std::string(mangled).c_str(), nullptr, nullptr, &status);
  std::string name = text ? text : std::string(mangled);
  std::free(text);
  return name;
}

// "kernel<(Kind)0>" of "kernel<(Kind)0>(float*, int)".
std::string without_parameters(const std::string& function) {
  constexpr std::string_view nameless = "(anonymous namespace)";
  int depth = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    if (function.compare(i, nameless.size(), nameless) == 0) {
      i += nameless.size() - 1;
    } else if (function[i] == '<') {
      ++depth;
    } else if (function[i] == '>') {
      --depth;
    } else if (function[i] == '(' && depth == 0) {
      return function.substr(0, i);
    }
  }
  return function;
}

// "kernel(float*, int)::tile" is called tile.
std::string variable_name(std::string_view mangled) {
  const std::string name = demangled(mangled);
  const auto scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

// The functions of C and C++ by which a module's kernels may print. fprintf is not one of them:
// libraries write their messages to stderr by it, and only outside checked kernels.
bool is_for_printing(std::string_view name) {
  constexpr std::string_view names[] = {"printf",    "vprintf",   "puts",         "putchar",
                                        "fputs",     "fputc",     "fwrite",       "write",
                                        "_ZSt4cout", "_ZSt4cerr", "__assert_fail"};
  const std::string_view plain = name.substr(0, name.find('@'));
  return std::find(std::begin(names), std::end(names), plain) != std::end(names);
}

// The functions by which a module's kernels order accesses otherwise than by a block's barrier.
bool is_for_synchronising(std::string_view name) {
  constexpr std::string_view begins[] = {"__tsan_atomic", "hip_cpu_checked_warp_barrier",
                                         "hip_cpu_checked_release", "hip_cpu_checked_acquire"};
  return std::any_of(std::begin(begins), std::end(begins),
                     [name](std::string_view begin) { return name.starts_with(begin); });
}

// Marked with HIP_CPU_INTERNAL (<hip_cpu/internal.hpp>), where an ABI tag is part of the mangled
// name; or warpSize, which the linker copies into a program.
bool is_internal(std::string_view mangled) {
  return mangled.find("B16hip_cpu_internal") != std::string_view::npos ||
         mangled == "hip_cpu_warp_lanes";
}

// Around shared memory: at most the free space before device memory's first array.
constexpr std::size_t room = 4096;

}  // namespace

Module::Module(const void* inside) {
  Dl_info info{};
  if (dladdr(inside, &info) == 0 || !info.dli_fname) return;
  path_ = info.dli_fname;
  base_ = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  find_segments();
  if (data_bytes_ != 0) {
    data_ = std::make_shared<ShadowMemory>(data_begin_, data_bytes_, false);
    data_->set_state(data_begin_, data_bytes_, written);
  }
  shared_ = shadow_of_shared();
  read_symbols();
}

Module::Module(const Module& original)
    : original_(original.original_),
      path_(original.path_),
      base_(original.base_),
      data_(original.data_),
      prints_(original.prints_),
      synchronises_(original.synchronises_),
      shuffles_(original.shuffles_),
      functions_(original.functions_),
      virtual_tables_(original.virtual_tables_) {
  find_segments();
  shared_ = shadow_of_shared();
  const std::uintptr_t apart = tls_begin_ - original.tls_begin_;
  for (const auto& [begin, original_array] : original.arrays_) {
    Array array = original_array;
    if (array.shared) array.begin += apart;
    arrays_[array.begin] = array;
  }
  for (const std::uintptr_t begin : original.dynamic_) dynamic_.push_back(begin + apart);
  for (const std::uintptr_t begin : original.guards_) guards_.insert(begin + apart);
}

std::unique_ptr<ShadowMemory> Module::shadow_of_shared() const {
  if (tls_bytes_ == 0) return nullptr;
  // A program's own storage is surrounded by its libraries' storage; such a program brings room
  // with it.
  const std::size_t around = is_program_ ? 0 : room;
  return std::make_unique<ShadowMemory>(tls_begin_ - around, tls_bytes_ + 2 * around, true);
}

void Module::find_segments() {
  const auto visit = [](dl_phdr_info* info, std::size_t, void* self) {
    auto& module = *static_cast<Module*>(self);
    if (info->dlpi_addr != module.base_) return 0;
    module.is_program_ = info->dlpi_name == nullptr || *info->dlpi_name == '\0';
    for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
      const auto& segment = info->dlpi_phdr[i];
      const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
      if (segment.p_type == PT_LOAD) {
        module.bytes_ = std::max(module.bytes_, begin + segment.p_memsz - module.base_);
        if (segment.p_flags & PF_W) {
          module.data_begin_ = begin / 64 * 64;
          module.data_bytes_ = begin + segment.p_memsz - module.data_begin_;
        }
      } else if (segment.p_type == PT_TLS) {
        std::size_t place[2] = {info->dlpi_tls_modid, 0};
        module.tls_begin_ = reinterpret_cast<std::uintptr_t>(__tls_get_addr(place));
        module.tls_bytes_ = segment.p_memsz;
      }
    }
    return 1;
  };
  dl_iterate_phdr(visit, this);
}

void Module::read_symbols() {
  const ElfFile file(path_.c_str());
  for (const ElfSymbol& symbol : file.symbols()) {
    if (symbol.st_shndx == SHN_UNDEF) {
      prints_ |= !is_program_ && is_for_printing(file.name(symbol));
      shuffles_ |= file.name(symbol).starts_with("hip_cpu_checked_warp_shuffle");
      synchronises_ |= is_for_synchronising(file.name(symbol));
    }
    if (symbol.st_size == 0 || symbol.st_shndx == SHN_UNDEF) continue;
    const bool shared = type_of(symbol) == STT_TLS;
    if (type_of(symbol) == STT_FUNC) {
      const std::uintptr_t begin = base_ + symbol.st_value;
      (*functions_)[begin] = {std::string(file.name(symbol)), begin + symbol.st_size};
    }
    const std::uintptr_t begin = (shared ? tls_begin_ : base_) + symbol.st_value;
    if (shared && file.name(symbol).starts_with("_ZGV")) {
      guards_.insert(begin);
      continue;
    }
    const ShadowMemory* memory = shared ? shared_.get() : data_.get();
    if (!shared && type_of(symbol) != STT_OBJECT) continue;
    if (file.name(symbol).starts_with("_ZTV")) virtual_tables_[begin] = begin + symbol.st_size;
    if (!memory || !memory->contains(begin)) continue;
    const auto [at, added] = arrays_.try_emplace(
        begin,
        Array{variable_name(file.name(symbol)), begin, symbol.st_size, shared, false, false});
    at->second.internal = is_internal(file.name(symbol));
    // extern_shared.cmake places all dynamic arrays at one address. A function's own array has the
    // function's name in its own.
    const bool is_dynamic =
        shared && symbol.st_size == shared_bytes_per_block && !file.name(symbol).starts_with("_ZZ");
    if (is_dynamic && added) dynamic_.push_back(begin);
  }
}

const char* Module::function_name(std::uintptr_t address, const char* otherwise) const {
  const auto found = functions_->find(address);
  if (found == functions_->end()) return otherwise;
  // The launch's own loop, where a kernel has no address.
  if (found->second.name.starts_with("_ZN7hip_cpu11run_threads")) return otherwise;
  static auto& names = *new std::map<std::uintptr_t, std::string>;
  const auto [name, added] = names.try_emplace(address);
  if (added) {
    name->second = without_parameters(demangled(found->second.name));
    // A template's name begins with its return type.
    if (name->second.starts_with("void ")) name->second.erase(0, 5);
  }
  return name->second.c_str();
}

CodeRange Module::function_at(std::uintptr_t address) const {
  const auto after = functions_->upper_bound(address);
  if (after != functions_->begin()) {
    const auto& [begin, function] = *std::prev(after);
    if (address < function.end) return {begin, function.end};
  }
  return {address, address + 1};
}

bool Module::is_in_virtual_table(std::uintptr_t address) const {
  const auto after = virtual_tables_.upper_bound(address);
  return after != virtual_tables_.begin() && address < std::prev(after)->second;
}

bool Module::is_written_by_kernels(std::uintptr_t variable, std::size_t bytes) {
  if (written_by_kernels_.contains(variable)) return true;
  for (std::size_t i = 0; i < bytes; ++i) {
    if (data_->last_write(variable + i).time() == 0) continue;
    written_by_kernels_.insert(variable);
    return true;
  }
  return false;
}

void Module::begin_block(std::size_t dynamic_bytes) {
  shared_->histories().clear();
  for (auto& [begin, array] : arrays_) {
    if (!array.shared) continue;
    if (std::find(dynamic_.begin(), dynamic_.end(), begin) != dynamic_.end()) {
      if (array.bytes > dynamic_bytes)
        shared_->set_state(begin + dynamic_bytes, array.bytes - dynamic_bytes, outside);
      array.bytes = dynamic_bytes;
    }
    shared_->set_state(begin, array.bytes, array.internal ? written : unwritten);
    std::memset(reinterpret_cast<void*>(begin), array.internal ? 0 : poison, array.bytes);
  }
}

}  // namespace hip_cpu::check
