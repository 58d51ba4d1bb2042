#include "engine/modules/module_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <stdexcept>
#include <string_view>

#include "support/files/elf_object.hpp"
#include "support/files/mapped_file.hpp"

namespace hippuzzle {
namespace {

// Functions of the C and C++ runtimes: functions that compilers call by themselves, printing (under
// other names where a compiler checks formats), arithmetic, and memory: a kernel may allocate it.
const std::set<std::string_view> allowed = {"_ITM_deregisterTMCloneTable",
                                            "_ITM_registerTMCloneTable",
                                            "__gmon_start__",
                                            "__cxa_finalize",
                                            "__tls_get_addr",
                                            "_Unwind_Resume",
                                            "__gxx_personality_v0",
                                            "__stack_chk_fail",
                                            "__assert_fail",
                                            "abort",
                                            "stderr",
                                            "stdout",
                                            "fprintf",
                                            "printf",
                                            "snprintf",
                                            "__fprintf_chk",
                                            "__printf_chk",
                                            "__snprintf_chk",
                                            "puts",
                                            "putchar",
                                            "fputs",
                                            "fputc",
                                            "fwrite",
                                            "memcpy",
                                            "memset",
                                            "memmove",
                                            "memcmp",
                                            "__memcpy_chk",
                                            "__memset_chk",
                                            "__memmove_chk",
                                            "sqrt",
                                            "sqrtf",
                                            "exp",
                                            "expf",
                                            "exp2",
                                            "exp2f",
                                            "log",
                                            "logf",
                                            "log2",
                                            "log2f",
                                            "pow",
                                            "powf",
                                            "sin",
                                            "sinf",
                                            "cos",
                                            "cosf",
                                            "tan",
                                            "tanf",
                                            "tanh",
                                            "tanhf",
                                            "fma",
                                            "fmaf",
                                            "fmax",
                                            "fmaxf",
                                            "fmin",
                                            "fminf",
                                            "floor",
                                            "floorf",
                                            "ceil",
                                            "ceilf",
                                            "round",
                                            "roundf",
                                            "rint",
                                            "rintf",
                                            "trunc",
                                            "truncf",
                                            "fmod",
                                            "fmodf",
                                            "erf",
                                            "erff",
                                            "hypot",
                                            "hypotf",
                                            "sincos",
                                            "sincosf",
                                            "asin",
                                            "asinf",
                                            "acos",
                                            "acosf",
                                            "atan",
                                            "atanf",
                                            "atan2",
                                            "atan2f",
                                            "sinh",
                                            "sinhf",
                                            "cosh",
                                            "coshf",
                                            "cbrt",
                                            "cbrtf",
                                            "exp10",
                                            "exp10f",
                                            "expm1",
                                            "expm1f",
                                            "log10",
                                            "log10f",
                                            "log1p",
                                            "log1pf",
                                            "lround",
                                            "lroundf",
                                            "lrint",
                                            "lrintf",
                                            "nearbyint",
                                            "nearbyintf",
                                            "remainder",
                                            "remainderf",
                                            "ldexp",
                                            "ldexpf",
                                            "blockDim",
                                            "blockIdx",
                                            "gridDim",
                                            "threadIdx",
                                            "hipGetLastError",
                                            "hipGetDevice",
                                            "hipDeviceGetAttribute",
                                            "hip_cpu_check_outside_shape",
                                            "hip_cpu_warp_lanes",
                                            "hip_cpu_yield",
                                            "hip_cpu_wait_at_barrier",
                                            "hip_cpu_arrive_at_barrier",
                                            "malloc",
                                            "free",
                                            "_Znwm",
                                            "_Znam",
                                            "_ZdlPv",
                                            "_ZdaPv",
                                            "_ZdlPvm",
                                            "_ZdaPvm",
                                            "__cxa_pure_virtual"};

// Functions of AMD's HIP runtime that compilers use in a module with kernels. Machine code computes
// and prints on the device, so the host part of a submission has less to ask for.
const std::set<std::string_view> allowed_of_amd = {"__hipPopCallConfiguration",
                                                   "__hipPushCallConfiguration",
                                                   "__hipRegisterFatBinary",
                                                   "__hipRegisterFunction",
                                                   "__hipRegisterVar",
                                                   "__hipUnregisterFatBinary",
                                                   "hipLaunchKernel",
                                                   "atexit",
                                                   "__cxa_atexit"};

// Functions of HIP for the CPU and of its checker that kernels and their launches call.
constexpr std::string_view allowed_beginnings[] = {
    "__tsan_",           "__sanitizer_cov_trace_pc",
    "hip_cpu_checked_",  "_ZN7hip_cpu",
    "_ZNK7hip_cpu",      "_ZTVN10__cxxabiv1",
    "__syncthreads",     "_Z16__syncthreads",
    "_Z17__syncthreads", "_Z19__syncthreads",
    "__syncwarp",        "__ubsan_handle_out_of_bounds"};

// Names that belong to the checker and to HIP for the CPU: a module that had its own would answer
// in their place.
constexpr std::string_view not_its_own[] = {"__tsan_", "__sanitizer_", "__ubsan_", "hip_cpu_"};

bool begins_with_any(std::string_view name, std::span<const std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](auto start) { return name.starts_with(start); });
}

// The C++ library's strings and exceptions, with which host functions report errors of HIP. A
// compiler that optimises less calls more of them.
constexpr std::string_view of_errors[] = {"_ZNSa",
                                          "_ZNKSa",
                                          "_ZNSt15__new_allocator",
                                          "_ZNSt7__cxx1112basic_string",
                                          "_ZNKSt7__cxx1112basic_string",
                                          "_ZNSt7__cxx119to_string",
                                          "_ZSt",
                                          "_ZTI",
                                          "_ZTV",
                                          "_ZNSt13runtime_error",
                                          "_ZNSt9exception",
                                          "_ZNKSt13runtime_error",
                                          "__cxa_",
                                          "_Znwm",
                                          "_ZdlPv",
                                          "strlen"};

bool is_allowed(std::string_view name, ModuleOf of, const std::set<std::string>& needed) {
  if (allowed.contains(name) || needed.contains(std::string(name))) return true;
  if (needed.contains("__cxa_throw") && name != "__cxa_atexit" && begins_with_any(name, of_errors))
    return true;
  return of == ModuleOf::amd ? allowed_of_amd.contains(name)
                             : begins_with_any(name, allowed_beginnings);
}

// The operators that have a word of their own; other names as a linker has them.
std::string as_written(std::string_view symbol) {
  if (symbol.starts_with("_Znw") || symbol.starts_with("_Zna")) return "new";
  if (symbol.starts_with("_Zdl") || symbol.starts_with("_Zda")) return "delete";
  return std::string(symbol);
}

bool is_imported(const NamedSymbol& symbol) {
  return symbol.symbol.st_shndx == SHN_UNDEF && !symbol.name.empty();
}

std::string fault_of_symbols(const ElfObject& elf, ModuleOf of, const std::set<std::string>& taken,
                             const std::set<std::string>& needed) {
  for (const NamedSymbol& symbol : elf.symbols(SHT_DYNSYM)) {
    if (!is_imported(symbol) || is_allowed(symbol.name, of, needed)) continue;
    return fmt::format("it uses `{}`, which a kernel has no need of", as_written(symbol.name));
  }
  for (const NamedSymbol& symbol : elf.symbols(SHT_SYMTAB)) {
    if (symbol.symbol.st_shndx == SHN_UNDEF) continue;
    if (ELF64_ST_TYPE(symbol.symbol.st_info) == STT_GNU_IFUNC) {
      return fmt::format(
          "`{}` is an indirect function, whose resolver would run while the module is opened",
          symbol.name);
    }
    const bool is_constructor = symbol.name == "tsan.module_ctor";
    if ((!is_constructor && begins_with_any(symbol.name, not_its_own)) ||
        taken.contains(std::string(symbol.name))) {
      return fmt::format("it has a `{}` of its own, a name that hippuzzle needs", symbol.name);
    }
  }
  return "";
}

// A shipped module begins with one function, and with one more of the checker, or of AMD's
// compiler, which registers the kernels; and ends with one. The code of C's start files
// in .init and .fini takes some 30 bytes at most.
std::string fault_of_initialisers(const ElfObject& elf, ModuleOf of) {
  constexpr uint64_t most_of_start_files = 64;
  const uint64_t most = sizeof(uint64_t) * (of == ModuleOf::cpu ? 1 : 2);
  if (elf.sections().empty()) return "it has no section headers";
  for (const auto& [name, section, bytes] : elf.sections()) {
    const bool begins = section.sh_type == SHT_INIT_ARRAY || section.sh_type == SHT_PREINIT_ARRAY;
    if ((begins && section.sh_size > most) ||
        (name == ".init" && section.sh_size > most_of_start_files) || name == ".ctors") {
      return "it runs code of its own before a kernel is launched (a constructor, or a variable "
             "outside functions that is computed)";
    }
    if ((section.sh_type == SHT_FINI_ARRAY && section.sh_size > sizeof(uint64_t)) ||
        (name == ".fini" && section.sh_size > most_of_start_files) || name == ".dtors") {
      return "it runs code of its own when it is closed (a destructor)";
    }
  }
  return "";
}

std::set<std::string> names_in(const std::filesystem::path& library) {
  std::set<std::string> names;
  const MappedFile file(library);
  try {
    for (const auto& [name, symbol] : ElfObject(file.bytes()).symbols(SHT_DYNSYM)) {
      const bool is_its_own = ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL;
      if (is_its_own && symbol.st_shndx != SHN_UNDEF) names.emplace(name);
    }
  } catch (const std::runtime_error&) {  // no library that could hand out names
  }
  return names;
}

}  // namespace

std::set<std::string> names_handed_out_by(const std::vector<std::filesystem::path>& libraries) {
  std::set<std::string> names;
  for (const auto& library : libraries) names.merge(names_in(library));
  return names;
}

std::set<std::string> functions_used_by(const std::optional<std::filesystem::path>& module) {
  std::set<std::string> names;
  if (!module) return names;
  const MappedFile file(*module);
  try {
    for (const NamedSymbol& symbol : ElfObject(file.bytes()).symbols(SHT_DYNSYM))
      if (is_imported(symbol)) names.emplace(symbol.name);
  } catch (const std::runtime_error&) {  // a module that nothing can open
  }
  return names;
}

std::string needless_function(const std::filesystem::path& module, ModuleOf of,
                              const std::set<std::string>& needed) {
  static const std::set<std::string_view> of_streams = {"_ZNSt8ios_base4InitC1Ev",
                                                        "_ZNSt8ios_base4InitD1Ev", "__cxa_atexit"};
  const MappedFile file(module);
  try {
    for (const NamedSymbol& symbol : ElfObject(file.bytes()).symbols(SHT_DYNSYM)) {
      if (!is_imported(symbol) || is_allowed(symbol.name, of, needed)) continue;
      if (of_streams.contains(symbol.name)) continue;
      return as_written(symbol.name);
    }
  } catch (const std::runtime_error&) {  // no module that a linker made
  }
  return "";
}

std::string module_fault(const std::filesystem::path& module, ModuleOf of,
                         const std::set<std::string>& taken, const std::set<std::string>& needed) {
  const MappedFile file(module);
  try {
    const ElfObject elf(file.bytes());
    const std::string symbols = fault_of_symbols(elf, of, taken, needed);
    return symbols.empty() ? fault_of_initialisers(elf, of) : symbols;
  } catch (const std::runtime_error& error) {
    return fmt::format("it is not a complete ELF shared library: {}", error.what());
  }
}

}  // namespace hippuzzle
