#include "cli/app/learner/edition_here.hpp"

#include <system_error>

#include "cli/terminal/text/typed_command.hpp"
#include "workspace/workspace.hpp"

namespace hippuzzle {
namespace {

std::string edition_of_workspace(const std::string& named) {
  std::error_code missing;
  const auto here = std::filesystem::current_path(missing);
  if (missing) return "";
  try {
    const auto workspace = named.empty() ? Workspace::find(here) : Workspace::at(named);
    return workspace ? workspace->edition() : "";
  } catch (const std::exception&) {
    return "";
  }
}

}  // namespace

EarlyOptions in_edition_here(EarlyOptions early) {
  const std::string otherwise = edition_of_workspace(early.workspace);
  if (early.edition.empty()) {
    early.edition = otherwise;
  } else if (early.edition != otherwise) {
    set_typed_options("--edition " + early.edition);
  }
  return early;
}

}  // namespace hippuzzle
