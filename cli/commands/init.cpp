// `hippuzzle init [DIR]`: makes a workspace.
#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/lessons/workspace_text.hpp"
#include "cli/report/output.hpp"
#include "engine/platforms/platforms.hpp"
#include "lessons/editor_files.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle::commands {
namespace {

constexpr const char* new_settings =
    R"(# A hippuzzle workspace: `hippuzzle start p01` begins a puzzle here, `hippuzzle watch` runs your
# kernels at every save.

# Where `hippuzzle p01` runs your kernels: auto, {}.
backend = "auto"
)";

std::string settings_of(const std::string& edition) {
  return fmt::format(
      "{}\n# Whose ids, inputs and expected lines: current or classic.\nedition = \"{}\"\n"
      "\n# Folders with more puzzles, as --plugin-path takes them: "
      "[\"../mine/build/lib/hippuzzle\"].\n"
      "plugin-path = []\n",
      fmt::format(new_settings, platform_words()),
      edition.empty() ? std::string(this_edition) : edition);
}

}  // namespace

void add_init(Command command, const GlobalOptions& globals) {
  auto folder = std::make_shared<std::string>(".");
  command.option("folder", *folder, "where; made if it does not exist [.]").type_name("DIR");
  command.act([folder, &globals] {
    const bool is_new = Workspace::create(*folder, settings_of(globals.catalog().edition()));
    if (is_new) write_editor_settings(*folder);
    write_text(workspace_made_text(*folder, is_new));
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
