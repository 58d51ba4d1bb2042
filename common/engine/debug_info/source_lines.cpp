#include "engine/debug_info/source_lines.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <span>

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

std::string demangled(const char* name) {
  if (name == nullptr) return "";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return text ? text.get() : name;
}

}  // namespace

bool is_library(const fs::path& file) {
  if (file.string().starts_with("/usr/")) return true;
  const std::string extension = file.extension();
  if (extension != ".hpp" && extension != ".h") return false;
  const std::string folder = file.parent_path().filename();
  return folder == "hip_cpu" || folder == "hip" || folder == "hippuzzle";
}

// One file's debug information.
class SourceLines::Module {
 public:
  explicit Module(const std::string& path) : dwfl_(dwfl_begin(&callbacks)) {
    if (dwfl_ == nullptr) return;
    module_ = dwfl_report_offline(dwfl_, "", path.c_str(), -1);
    dwfl_report_end(dwfl_, nullptr, nullptr);
    if (module_ != nullptr)
      dwfl_module_info(module_, nullptr, &base_, nullptr, nullptr, nullptr, nullptr, nullptr);
  }
  ~Module() {
    if (dwfl_ != nullptr) dwfl_end(dwfl_);
  }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  // Calls visit(place) for the line at the address, then for each call by which it was inlined,
  // until one returns true.
  template <class Visit>
  bool visit(uint64_t offset, const Visit& visit) const {
    if (module_ == nullptr) return false;
    const Dwarf_Addr address = base_ + offset - 1;  // in the call instruction
    if (is_implicit(address)) return false;
    Dwfl_Line* line = dwfl_module_getsrc(module_, address);
    if (line == nullptr) return false;
    SourcePlace place;
    const char* file = dwfl_lineinfo(line, nullptr, &place.line, &place.column, nullptr, nullptr);
    if (file == nullptr) return false;
    place.file = fs::path(absolute(line, file)).lexically_normal();
    place.function = demangled(dwfl_module_addrname(module_, address));
    if (visit(place)) return true;
    return visit_inlined(address, place, visit);
  }

 private:
  static std::string absolute(Dwfl_Line* line, const std::string& file) {
    if (file.starts_with('/')) return file;
    const char* folder = dwfl_line_comp_dir(line);
    return folder == nullptr ? file : (fs::path(folder) / file).string();
  }

  // The functions and inlined calls around an address, the innermost first.
  class Scopes {
   public:
    Scopes(Dwfl_Module* module, Dwarf_Addr address) {
      Dwarf_Addr bias = 0;
      unit_ = dwfl_module_addrdie(module, address, &bias);
      Dwarf_Die* dies = nullptr;
      const int count = unit_ == nullptr ? 0 : dwarf_getscopes(unit_, address - bias, &dies);
      dies_.reset(dies);
      all_ = {dies, static_cast<size_t>(std::max(count, 0))};
    }

    std::span<Dwarf_Die> all() const { return all_; }

    // The files that their attributes name by number; null when these are not known.
    Dwarf_Files* files() const {
      Dwarf_Files* files = nullptr;
      return unit_ != nullptr && dwarf_getsrcfiles(unit_, &files, nullptr) == 0 ? files : nullptr;
    }

   private:
    Dwarf_Die* unit_;
    std::unique_ptr<Dwarf_Die, decltype(&std::free)> dies_{nullptr, std::free};
    std::span<Dwarf_Die> all_;
  };

  // Whether the function around the address is the compiler's own, as the assignment of a struct:
  // its line is the struct's.
  bool is_implicit(Dwarf_Addr address) const {
    const Scopes scopes(module_, address);
    for (Dwarf_Die& scope : scopes.all()) {
      if (dwarf_tag(&scope) != DW_TAG_subprogram) continue;
      Dwarf_Attribute attribute;
      bool artificial = false;
      dwarf_formflag(dwarf_attr_integrate(&scope, DW_AT_artificial, &attribute), &artificial);
      return artificial;
    }
    return false;
  }

  template <class Visit>
  bool visit_inlined(Dwarf_Addr address, SourcePlace place, const Visit& visit) const {
    const Scopes scopes(module_, address);
    Dwarf_Files* const files = scopes.files();
    if (files == nullptr) return false;
    for (Dwarf_Die& scope : scopes.all()) {
      if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine) continue;
      Dwarf_Attribute attribute;
      Dwarf_Word file = 0, line = 0;
      if (dwarf_formudata(dwarf_attr(&scope, DW_AT_call_file, &attribute), &file) != 0 ||
          dwarf_formudata(dwarf_attr(&scope, DW_AT_call_line, &attribute), &line) != 0)
        continue;
      const char* name = dwarf_filesrc(files, file, nullptr, nullptr);
      if (name == nullptr) continue;
      place.file = fs::path(name).lexically_normal();
      place.line = static_cast<int>(line);
      place.column = 0;
      if (visit(place)) return true;
    }
    return false;
  }

  static inline const Dwfl_Callbacks callbacks = {
      dwfl_build_id_find_elf, dwfl_standard_find_debuginfo, dwfl_offline_section_address, nullptr};
  Dwfl* dwfl_;
  Dwfl_Module* module_ = nullptr;
  Dwarf_Addr base_ = 0;
};

SourceLines::SourceLines() = default;
SourceLines::~SourceLines() = default;

SourcePlace SourceLines::find(std::span<const CodeAddress> frames) {
  SourcePlace found;
  for (const CodeAddress& frame : frames) {
    auto& module = modules_[frame.module];
    if (!module) module = std::make_unique<Module>(frame.module);
    const bool is_kernel = module->visit(frame.offset, [&](const SourcePlace& place) {
      if (is_library(place.file)) return false;
      found = place;
      return true;
    });
    if (is_kernel) break;
  }
  found.text = text(found.file, found.line);
  return found;
}

std::string SourceLines::text(const std::string& file, int line) {
  if (line < 1) return "";
  const auto [at, added] = files_.try_emplace(file);
  if (added) {
    std::ifstream in(file);
    for (std::string text; std::getline(in, text);) at->second.push_back(text);
  }
  if (static_cast<size_t>(line) > at->second.size()) return "";
  const std::string& whole = at->second[static_cast<size_t>(line) - 1];
  const size_t first = whole.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return whole.substr(first, whole.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace hippuzzle
