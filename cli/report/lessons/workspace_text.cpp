#include "cli/report/lessons/workspace_text.hpp"

#include <fmt/format.h>

#include "cli/terminal/text/typed_command.hpp"
#include "support/text/plain_text.hpp"

namespace hippuzzle {

std::string path_from_here(const std::filesystem::path& path) {
  return in_one_line(std::filesystem::proximate(path).string());
}

std::string workspace_made_text(const std::filesystem::path& folder, bool is_new) {
  const std::string name = in_one_line(std::filesystem::weakly_canonical(folder).string());
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
  std::string text = path_from_here(kernels);
  switch (state) {
    case Workspace::Kernels::missing:
      text += fmt::format(" is yours to {}.\n", lesson.has_gap() ? "fill in" : "fix");
      break;
    case Workspace::Kernels::untouched:
      text += " is there already, as the puzzle ships it.\n";
      break;
    case Workspace::Kernels::edited:
      text += fmt::format(
          " has your edits and was left as it is (`hippuzzle reset {}` restores the stub).\n", id);
      break;
  }
  return as_typed(
      text + fmt::format("`hippuzzle show {0}` is the lesson, `hippuzzle watch {0}` runs it at "
                         "every save, `hippuzzle hint {0}` helps.\n",
                         id));
}

std::string reset_text(const std::filesystem::path& kernels,
                       const std::optional<std::filesystem::path>& backup) {
  return fmt::format("{} is the stub again{}.\n", path_from_here(kernels),
                     backup ? fmt::format("; yours is kept as {}", path_from_here(*backup)) : "");
}

}  // namespace hippuzzle
