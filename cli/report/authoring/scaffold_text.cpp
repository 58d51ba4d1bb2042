#include "cli/report/authoring/scaffold_text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "cli/report/lessons/workspace_text.hpp"
#include "cli/terminal/text/shell_word.hpp"
#include "support/process/external_tool.hpp"

namespace hippuzzle {
namespace {

// A program as a shell in the current folder calls it: by its name where PATH leads to it,
// otherwise by its path.
std::string as_program(const std::filesystem::path& program) {
  std::error_code missing;
  const auto on_path = find_program(program.filename());
  if (on_path && std::filesystem::equivalent(*on_path, program, missing)) {
    return program.filename();
  }
  const std::filesystem::path near = std::filesystem::proximate(program, missing);
  if (*near.begin() != "..") return shell_word("./" + near.string());
  const bool is_far = *std::next(near.begin()) == "..";
  return shell_word((is_far ? program : near).string());
}

}  // namespace

// A new puzzle's commands work as they are printed, in the folder where they are printed.
std::string scaffold_text(const Scaffold& scaffold, const std::string& id,
                          const std::filesystem::path& prefix) {
  std::string text =
      fmt::format("made the puzzle {}, which doubles its input until you change it:\n",
                  path_from_here(scaffold.folder));
  for (const auto& file : scaffold.files) text += fmt::format("  {}\n", path_from_here(file));
  if (scaffold.source_tree) {
    const std::string dev = as_program(*scaffold.source_tree / "dev");
    return text +
           fmt::format(
               "`{0} run {1}` builds and runs it, `{0} lint` checks its shape, `{0} test` its "
               "kernels.\n",
               dev, id);
  }
  std::filesystem::path package = prefix;
  if (std::filesystem::exists(prefix / "CMakeCache.txt")) {
    package = prefix / "installed";
    text += fmt::format(
        "This hippuzzle runs from its build tree; puzzles elsewhere are built against an installed "
        "one:\n"
        "  cmake --build {0}\n"
        "  cmake --install {0} --prefix {1}\n",
        shell_word(prefix.string()), shell_word(package.string()));
  }
  const bool has_ninja = find_program("ninja").has_value();
  return text + fmt::format(
                    "Build it and run it, here:\n"
                    "  cmake -B build{} -D CMAKE_PREFIX_PATH={}\n"
                    "  cmake --build build\n"
                    "  {} --plugin-path build/lib/hippuzzle {}\n",
                    has_ninja ? " -G Ninja" : "", shell_word(package.string()),
                    as_program(package / "bin/hippuzzle"), id);
}

}  // namespace hippuzzle
