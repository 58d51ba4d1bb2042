#include "engine/judge/check/gpu_compilers.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/debug_info/declarations.hpp"
#include "engine/debug_info/module_code.hpp"
#include "engine/judge/check/host_names.hpp"

namespace hippuzzle {
namespace {

// The bytes of static shared memory that ptxas accepts.
constexpr uint64_t most_static_shared = 48 * 1024;

constexpr std::string_view exceptions[] = {"__cxa_throw", "__cxa_allocate_exception",
                                           "__cxa_rethrow", "__cxa_begin_catch"};

// Marked with HIP_CPU_INTERNAL (<hip_cpu/internal.hpp>).
constexpr std::string_view internal_tag = "B16hip_cpu_internal";

bool may_be_macro(std::string_view word) {
  return word.size() > 1 &&
         std::ranges::none_of(word, [](unsigned char c) { return std::islower(c) != 0; }) &&
         std::ranges::any_of(word, [](unsigned char c) { return std::isupper(c) != 0; });
}

// The side of a program on which something stands, by the words of its declaration.
enum class Place {
  kernel,
  device,
  either,  // for host and device, or for any caller
  host,
  unknown
};

class Analysis {
 public:
  explicit Analysis(const std::filesystem::path& module)
      : module_(module.string()), code_(module), declared_(declarations_of(module)) {}

  std::vector<Finding> findings() {
    // Device functions that no kernel calls come last: a finding is reported for a kernel if
    // possible.
    for (const Place wanted : {Place::kernel, Place::device}) {
      for (const auto& [begin, function] : code_.functions()) {
        if (place_of_function(begin) != wanted) continue;
        const std::set<uint64_t> reached = reached_from(function);
        if (wanted == Place::kernel) look_at_shared_memory(function, reached);
        for (const uint64_t each : reached) look_at(code_.functions().at(each), function);
      }
    }
    return std::move(findings_);
  }

 private:
  Place place_of_function(uint64_t begin) {
    const auto [known, added] = places_.try_emplace(begin, Place::unknown);
    if (!added) return known->second;
    const auto found = declared_.functions.find(begin);
    if (found == declared_.functions.end()) return known->second;
    const Place place = place_of(found->second, true);
    return places_[begin] = place;
  }

  Place place_of(const Declaration& declaration, bool is_function) {
    std::set<std::string> words;
    for (const DeclaredAt& place : declaration.places) {
      if (place.line == 0) continue;
      if (is_library(place.file))
        return is_function ? place_in_library(declaration) : Place::unknown;
      words.insert(declaration.name);  // its place is known
      for (std::string& word : words_before(place, lines_)) words.insert(std::move(word));
    }
    if (words.empty()) return Place::unknown;
    if (words.contains("__global__")) return Place::kernel;
    if (words.contains("__host__") && words.contains("__device__")) return Place::either;
    for (const char* word : {"__device__", "__constant__", "__shared__", "__managed__"}) {
      if (words.contains(word)) return Place::device;
    }
    if (is_function &&
        (declaration.is_implicit || words.contains("constexpr") || words.contains("consteval")))
      return Place::either;
    if (declaration.is_implicit || words.size() == 1) return Place::unknown;
    words.erase(declaration.name);
    if (std::ranges::any_of(words, may_be_macro)) return Place::unknown;
    return is_function && is_declared_for_device(declaration) ? Place::device : Place::host;
  }

  // Functions of C++'s library belong to the host unless their declaration says otherwise. Nothing
  // is known about other libraries.
  Place place_in_library(const Declaration& declaration) {
    bool is_known = false;
    for (const DeclaredAt& place : declaration.places) {
      if (place.line == 0) continue;
      if (!is_host_library(place.file)) return Place::unknown;
      const std::vector<std::string> words = words_before(place, lines_);
      if (std::ranges::any_of(words, declares_for_all)) return Place::unknown;
      is_known |= place.column > 0;
    }
    return is_known && !declaration.is_implicit ? Place::host : Place::unknown;
  }

  bool is_of_library(uint64_t function) const {
    const auto found = declared_.functions.find(function);
    return found != declared_.functions.end() &&
           std::ranges::any_of(found->second.places, [](const DeclaredAt& place) {
             return place.line != 0 && is_library(place.file);
           });
  }

  // Whether a line of its files declares a function of its name with a qualifier: a definition need
  // not repeat it.
  bool is_declared_for_device(const Declaration& declaration) {
    for (const DeclaredAt& place : declaration.places) {
      for (int line = 1; line < place.line; ++line) {
        const std::string text = lines_.whole_line(place.file, line);
        if (text.find(" " + declaration.name + "(") != std::string::npos &&
            text.find("__device__") != std::string::npos)
          return true;
      }
    }
    return false;
  }

  std::set<uint64_t> reached_from(const CodeSymbol& root) {
    std::set<uint64_t> reached = {root.begin};
    std::vector<uint64_t> open = {root.begin};
    while (!open.empty()) {
      const uint64_t function = open.back();
      open.pop_back();
      for (const CodeReference& r : references(function)) {
        if (!r.is_call || !r.imported.empty()) continue;
        const Place place = place_of_function(r.target);
        const bool is_device = place == Place::device || place == Place::either;
        if (is_device && reached.insert(r.target).second) open.push_back(r.target);
      }
    }
    return reached;
  }

  const std::vector<CodeReference>& references(uint64_t function) {
    const auto [found, added] = references_.try_emplace(function);
    if (added) found->second = code_.references(code_.functions().at(function));
    return found->second;
  }

  void look_at(const CodeSymbol& function, const CodeSymbol& kernel) {
    const std::vector<CodeReference>& all = references(function.begin);
    for (const CodeReference& r : all) {
      if (!r.imported.empty()) {
        look_at_import(r, kernel);
      } else if (r.is_call) {
        if (place_of_function(r.target) == Place::host)
          add_call(kernel, r.behind, code_.functions().at(r.target).name, is_of_library(r.target));
      } else {
        look_at_variable(r, kernel, &r == &all.back() ? nullptr : &r + 1);
      }
    }
  }

  void look_at_import(const CodeReference& r, const CodeSymbol& kernel) {
    if (!r.is_call) {
      if (is_host_stream(r.imported))
        add(FindingKind::host_data, kernel, r.behind, plain_name(r.imported));
    } else if (std::ranges::count(exceptions, r.imported) != 0) {
      add(FindingKind::exception, kernel, r.behind,
          r.imported == "__cxa_begin_catch" ? "catch" : "throw");
    } else if (is_c_function_of_host(r.imported) || is_of_hip(r.imported)) {
      add(FindingKind::host_function, kernel, r.behind, r.imported);
    } else if (is_of_cxx_library(r.imported)) {
      add_call(kernel, r.behind, r.imported, true);
    }
  }

  // One library call a line is enough: constructors and destructors come with others.
  void add_call(const CodeSymbol& kernel, uint64_t behind, const std::string& function,
                bool is_library_call) {
    const std::string name = plain_name(function);
    if (is_library_call) {
      if (name.find("::~") != std::string::npos) return;
      const CodeAddress address{.module = module_, .offset = behind};
      const SourcePlace place = lines_.find(std::span(&address, 1));
      if (!library_calls_.emplace(place.file, place.line).second) return;
    }
    add(FindingKind::host_function, kernel, behind, name);
  }

  // next: the function's next reference after that one; null: nothing.
  void look_at_variable(const CodeReference& r, const CodeSymbol& kernel,
                        const CodeReference* next) {
    const CodeSymbol& variable = *code_.variable_at(r.target);
    const Declaration* declaration = declaration_of(variable);
    if (declaration == nullptr) return;
    if (next != nullptr && is_announced_write(r, *next) && is_constant_memory(*declaration, lines_))
      add(FindingKind::constant_write, kernel, next->behind, declaration->name);
    if (place_of(*declaration, false) != Place::host) return;
    // A constant that the file has no value of gets it when the host's program begins.
    if (!declaration->is_const || (!declaration->is_array && !code_.is_in_file(variable))) {
      add(FindingKind::host_data, kernel, r.behind, declaration->name);
    } else if (declaration->is_array) {
      add(FindingKind::host_table, kernel, r.behind, declaration->name);
    }
  }

  // Whether the compiler announces a write to that address: between the instruction that takes the
  // address and the call there is at most an index to add, and the move into the first argument.
  static bool is_announced_write(const CodeReference& address, const CodeReference& call) {
    constexpr uint64_t most_between = 12;  // bytes, with the call's own
    return call.is_call && call.imported.starts_with("__tsan_write") &&
           call.behind - address.behind <= most_between;
  }

  const Declaration* declaration_of(const CodeSymbol& variable) const {
    const auto placed = declared_.variables.find(variable.begin);
    if (placed != declared_.variables.end()) return &placed->second;
    const auto named = declared_.constants.find(variable.name);
    return named == declared_.constants.end() ? nullptr : &named->second;
  }

  void look_at_shared_memory(const CodeSymbol& kernel, const std::set<uint64_t>& reached) {
    uint64_t bytes = 0;
    for (const CodeSymbol& variable : code_.thread_locals()) {
      if (variable.name.find(internal_tag) != std::string::npos) continue;
      // A variable of a function with the mangled name _Z<f> is called _ZZ<f>E<variable>.
      bytes +=
          std::ranges::any_of(reached,
                              [&](uint64_t each) {
                                const std::string& function = code_.functions().at(each).name;
                                return function.starts_with("_Z") &&
                                       variable.name.starts_with("_ZZ" + function.substr(2) + "E");
                              })
              ? variable.bytes
              : 0;
    }
    if (bytes > most_static_shared)
      add(FindingKind::static_shared, kernel, kernel.begin + 1, std::to_string(bytes));
  }

  // Once for each place, whichever kernels reach it.
  void add(FindingKind kind, const CodeSymbol& kernel, uint64_t behind, std::string detail) {
    const CodeAddress address{.module = module_, .offset = behind};
    const SourcePlace place = lines_.find(std::span(&address, 1));
    if (!known_.emplace(kind, place.file, place.line, detail).second) return;
    Finding& finding = findings_.emplace_back();
    finding.kind = kind;
    finding.kernel = plain_name(kernel.name);
    if (kind == FindingKind::static_shared) {
      finding.part = LimitPart{{.most = most_static_shared}, std::stoull(detail)};
    } else {
      finding.detail = std::move(detail);
    }
    finding.case_index = unknown_case;
    finding.sides.push_back({.frames = {address}, .place = place});
  }

  std::string module_;
  ModuleCode code_;
  Declarations declared_;
  SourceLines lines_;
  std::map<uint64_t, Place> places_;
  std::map<uint64_t, std::vector<CodeReference>> references_;
  std::set<std::tuple<FindingKind, std::string, int, std::string>> known_;
  std::set<std::pair<std::string, int>> library_calls_;  // lines that have one
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> refused_by_gpu_compilers(const std::filesystem::path& module) {
  return Analysis(module).findings();
}

}  // namespace hippuzzle
