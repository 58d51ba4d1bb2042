#include "engine/debug_info/source_lines.hpp"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <system_error>

#include "engine/debug_info/dwarf_module.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// Folders of headers that kernels are written with: the CPU platform's, HIP's and the puzzles'.
// They are known by name and not by path, since debug information names headers where a module's
// build found them: in a source tree, an installation, or on the machine of the module's author.
constexpr std::array library_folders = {"hip_cpu", "hip", "hippuzzle", "hippuzzle/layout_parts",
                                        "hippuzzle/matrix"};

// Folders with everything below them: the libraries' headers of programs, installed and in the
// source tree.
constexpr std::array libraries = {"/hip_libraries/", "/hip_cc/libraries/"};

// Paths that the system's headers and CUDA's begin with. A source tree may lie elsewhere below
// /usr.
constexpr std::array system_paths = {"/usr/include/", "/usr/lib/", "/usr/local/include/",
                                     "/usr/local/cuda"};

// A source's contents. A module may name any file: "" for a file that nobody wrote, such as a
// device, a pipe, or a file of the system that has no size.
std::string source_text(const fs::path& file) {
  constexpr uintmax_t largest = 16 << 20;
  std::error_code unknown;
  if (!fs::is_regular_file(file, unknown)) return "";
  const uintmax_t size = fs::file_size(file, unknown);
  if (unknown || size == 0 || size > largest) return "";
  std::string text(size, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<size_t>(in.gcount()));
  return text;
}

}  // namespace

bool is_library(const fs::path& file) {
  const auto begins_file = [&](const char* path) { return file.string().starts_with(path); };
  if (std::ranges::any_of(system_paths, begins_file)) return true;
  const auto is_below = [&](const char* folder) {
    return file.string().find(folder) != std::string::npos;
  };
  if (std::ranges::any_of(libraries, is_below)) return true;
  const std::string extension = file.extension();
  if (extension != ".hpp" && extension != ".h") return false;
  const std::string folder = "/" + file.parent_path().string();
  return std::ranges::any_of(
      library_folders, [&](const std::string& library) { return folder.ends_with("/" + library); });
}

// The place of a puzzle's source that is not where the module was built: with the puzzles that were
// installed with the module, prefix/lib/hippuzzle/<platform>/<id>.so. "" where it is not there.
fs::path installed_source(const fs::path& module, const fs::path& file) {
  const fs::path puzzles =
      module.parent_path().parent_path().parent_path().parent_path() / "share/hippuzzle/puzzles";
  std::error_code none;
  for (auto part = file.begin(); part != file.end(); ++part) {
    fs::path below;
    for (auto rest = part; rest != file.end(); ++rest) below /= *rest;
    if (below.is_relative() && fs::is_regular_file(puzzles / below, none)) return puzzles / below;
  }
  return "";
}

// One file's debug information.
class SourceLines::Module {
 public:
  explicit Module(const CodeAddress& a)
      : path_(a.module), dwarf_(a.module, a.object, a.object_bytes) {}

  // Calls visit(place) for the line at the address, then for each call by which it was inlined,
  // until one returns true.
  template <class Visit>
  bool visit(uint64_t offset, const Visit& visit) const {
    if (dwarf_.get() == nullptr) return false;
    const Dwarf_Addr address = dwarf_.base() + offset - 1;  // in the call instruction
    if (is_implicit(address)) return false;
    Dwfl_Line* line = dwfl_module_getsrc(dwarf_.get(), address);
    if (line == nullptr) return false;
    SourcePlace place;
    const char* file = dwfl_lineinfo(line, nullptr, &place.line, &place.column, nullptr, nullptr);
    if (file == nullptr) return false;
    place.file = here(fs::path(absolute(line, file)).lexically_normal());
    place.function = demangled(dwfl_module_addrname(dwarf_.get(), address));
    // Line 0: instructions of several lines became one, which lies in the innermost call all the
    // same.
    if (place.line > 0 && visit(place)) return true;
    return visit_inlined(address, place, visit);
  }

 private:
  std::string here(const fs::path& file) const {
    const auto [at, is_new] = files_.try_emplace(file.string(), file.string());
    std::error_code none;
    if (is_new && !fs::exists(file, none)) {
      if (const fs::path installed = installed_source(path_, file); !installed.empty()) {
        at->second = installed.string();
      }
    }
    return at->second;
  }

  static std::string absolute(Dwfl_Line* line, const std::string& file) {
    if (file.starts_with('/')) return file;
    const char* folder = dwfl_line_comp_dir(line);
    return folder == nullptr ? file : (fs::path(folder) / file).string();
  }

  // Whether the function around the address is the compiler's own, as the assignment of a struct:
  // its line is the struct's.
  bool is_implicit(Dwarf_Addr address) const {
    const DwarfScopes scopes(dwarf_, address);
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
    const DwarfScopes scopes(dwarf_, address);
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
      place.file = here(fs::path(name).lexically_normal());
      place.line = static_cast<int>(line);
      place.column = 0;
      if (visit(place)) return true;
    }
    return false;
  }

  fs::path path_;
  mutable std::map<std::string, std::string> files_;  // by the names in the debug information
  DwarfModule dwarf_;
};

SourceLines::SourceLines() = default;
SourceLines::~SourceLines() = default;

SourcePlace SourceLines::find(std::span<const CodeAddress> frames) {
  SourcePlace found;
  for (const CodeAddress& frame : frames) {
    auto& module = modules_[{frame.module, frame.object}];
    if (!module) module = std::make_unique<Module>(frame);
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
  const std::string whole = whole_line(file, line);
  const size_t first = whole.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return whole.substr(first, whole.find_last_not_of(" \t\r") - first + 1);
}

std::string SourceLines::whole_line(const std::string& file, int line) {
  if (line < 1) return "";
  const std::vector<std::string>& all = lines(file);
  if (static_cast<size_t>(line) > all.size()) return "";
  return all[static_cast<size_t>(line) - 1];
}

const std::vector<std::string>& SourceLines::lines(const std::string& file) {
  constexpr size_t longest = 4096;  // of a line that somebody reads; the rest is left out
  const auto [at, added] = files_.try_emplace(file);
  if (added) {
    std::istringstream in(source_text(file));
    for (std::string text; std::getline(in, text);) at->second.push_back(text.substr(0, longest));
  }
  return at->second;
}

}  // namespace hippuzzle
