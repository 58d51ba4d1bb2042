// `hippuzzle init [DIR]`: makes a workspace.
#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.hpp"
#include "workspace/workspace.hpp"

namespace hippuzzle::commands {
namespace {

constexpr const char* new_settings =
    R"(# A hippuzzle workspace: `hippuzzle start p01` begins a puzzle here, `hippuzzle watch` runs your
# kernels at every save.

# Where `hippuzzle p01` runs your kernels: auto, cpu, nvidia or amd.
backend = "auto"
)";

Outcome run(const std::string& folder) {
  const std::string shown = std::filesystem::weakly_canonical(folder).string();
  if (Workspace::create(folder, new_settings)) {
    fmt::print(
        "{} is a workspace now. There, begin with:\n"
        "  hippuzzle start p01   puts the first puzzle's file into it\n"
        "  hippuzzle show p01    the lesson\n"
        "  hippuzzle watch p01   runs your kernel at every save\n",
        shown);
  } else {
    fmt::print("{} is a workspace already.\n", shown);
  }
  return Outcome::passed;
}

}  // namespace

void add_init(Command command, const GlobalOptions&) {
  auto folder = std::make_shared<std::string>(".");
  command.option("folder", *folder, "where; made if it does not exist [.]").type_name("DIR");
  command.act([folder] { return run(*folder); });
}

}  // namespace hippuzzle::commands
