#include "cli/app/learner/edition_here.hpp"

#include <optional>
#include <system_error>

#include "cli/terminal/text/typed_command.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle {
namespace {

std::optional<Workspace> workspace_here(const std::string& named) {
  std::error_code missing;
  const auto here = std::filesystem::current_path(missing);
  if (missing) return std::nullopt;
  try {
    return named.empty() ? Workspace::find(here) : Workspace::at(named);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

EarlyOptions as_set_here(EarlyOptions early) {
  const auto workspace = workspace_here(early.workspace);
  const std::string otherwise = workspace ? workspace->edition() : "";
  if (workspace && early.workspace.empty()) early.more_puzzles = workspace->plugin_paths();
  if (early.edition.empty()) {
    early.edition = otherwise;
  } else if (early.edition != otherwise) {
    set_typed_options("--edition " + early.edition);
  }
  return early;
}

}  // namespace hippuzzle
