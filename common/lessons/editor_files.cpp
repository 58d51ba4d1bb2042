#include "lessons/editor_files.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string>
#include <vector>

#include "engine/platforms/platforms.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr const char* editorconfig = R"(root = true

[*]
charset = utf-8
end_of_line = lf
indent_style = space
indent_size = 2
insert_final_newline = true
trim_trailing_whitespace = true
)";

// Its own C++ engine does not read compile_flags.txt and would report errors that are none.
constexpr const char* code_settings = R"({
  "files.associations": { "*.hip": "cpp" },
  "C_Cpp.intelliSenseEngine": "disabled"
}
)";

constexpr const char* code_extensions = R"({
  "recommendations": ["llvm-vs-code-extensions.vscode-clangd"]
}
)";

void write_new(const fs::path& file, const std::string& text) {
  if (!fs::exists(file)) create_file(file, text);
}

// Headers that bindings.hip includes before the kernels.
std::vector<std::string> includes_of(const fs::path& puzzle) {
  std::vector<std::string> includes;
  std::istringstream lines(read_file(puzzle / "bindings.hip").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view directive = "#include ";
    if (!line.starts_with(directive)) continue;
    const std::string named = line.substr(directive.size());
    const size_t end = named.find_last_of(">\"");
    if (named.front() != '<' && named.front() != '"') continue;  // HIPPUZZLE_KERNELS
    includes.push_back(named.substr(1, end - 1));
  }
  return includes;
}

}  // namespace

void write_editor_settings(const fs::path& folder) {
  write_new(folder / ".editorconfig", editorconfig);
  write_new(folder / ".vscode/settings.json", code_settings);
  write_new(folder / ".vscode/extensions.json", code_extensions);
}

void write_compile_flags(const fs::path& folder, const fs::path& prefix, const fs::path& puzzle) {
  const bool has_host_code = fs::exists(folder / "puzzle.cpp");
  std::string flags = fmt::format(
      "-xc++\n-std=c++{}\n-Wall\n-Wextra\n-Wno-unused\n-Wunused-value\n-Wno-unused-parameter\n",
      has_host_code ? 20 : 17);
  try {
    for (const std::string& include : Toolchain::read(prefix, cpu_platform().name).include) {
      flags += fmt::format("-I{}\n", include);
    }
  } catch (const Error& error) {
    if (error.outcome() != Outcome::unsupported) throw;
    return;
  }
  flags += fmt::format("-I{}\n-DHIPPUZZLE_KERNELS=\"kernel.hip\"\n", puzzle.string());
  for (const std::string& include : includes_of(puzzle)) {
    flags += fmt::format("-include\n{}\n", include);
  }
  write_new(folder / "compile_flags.txt", flags);
}

}  // namespace hippuzzle
