#include "cli/report/workspace_text.hpp"

#include <fmt/format.h>

namespace hippuzzle {
namespace {

std::string shown(const std::filesystem::path& path) {
  return std::filesystem::proximate(path).string();
}

}  // namespace

std::string workspace_made_text(const std::filesystem::path& folder, bool is_new) {
  const std::string name = std::filesystem::weakly_canonical(folder).string();
  if (!is_new) return fmt::format("{} is a workspace already.\n", name);
  return fmt::format(
      "{} is a workspace now. There, begin with:\n"
      "  hippuzzle start p01   puts the first puzzle's file into it\n"
      "  hippuzzle show p01    the lesson\n"
      "  hippuzzle watch p01   runs your kernel at every save\n",
      name);
}

std::string started_text(const std::string& id, const Lesson& lesson,
                         const std::filesystem::path& kernels, Workspace::Kernels state) {
  std::string text = shown(kernels);
  switch (state) {
    case Workspace::Kernels::missing:
      text += fmt::format(" is yours to {}.\n", lesson.has_gap() ? "fill in" : "mend");
      break;
    case Workspace::Kernels::untouched:
      text += " is there already, as the puzzle ships it.\n";
      break;
    case Workspace::Kernels::edited:
      text += fmt::format(
          " has your edits and was left as it is (`hippuzzle reset {}` restores the stub).\n", id);
      break;
  }
  return text + fmt::format(
                    "`hippuzzle show {0}` is the lesson, `hippuzzle watch {0}` runs it at every "
                    "save, `hippuzzle hint {0}` helps.\n",
                    id);
}

std::string reset_text(const std::filesystem::path& kernels,
                       const std::optional<std::filesystem::path>& backup) {
  return fmt::format("{} is the stub again{}.\n", shown(kernels),
                     backup ? fmt::format("; yours is kept as {}", shown(*backup)) : "");
}

std::string scaffold_text(const Scaffold& scaffold, const std::string& id) {
  std::string text = fmt::format(
      "made the puzzle {}, which doubles its input until you change it:\n", shown(scaffold.folder));
  for (const auto& file : scaffold.files) text += fmt::format("  {}\n", shown(file));
  if (scaffold.in_source_tree) {
    return text + fmt::format(
                      "`./dev run {0}` builds and runs it, `./dev lint` checks its shape, `./dev "
                      "test` its kernels.\n",
                      id);
  }
  return text + fmt::format(
                    "Build it with `cmake -B build && cmake --build build`, run it with `hippuzzle "
                    "--plugin-path build/lib/hippuzzle {}`.\n",
                    id);
}

}  // namespace hippuzzle
