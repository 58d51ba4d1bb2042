#include "cli/commands/reset.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli/args/puzzle_argument.hpp"
#include "workspace/workspace.hpp"

namespace hippuzzle::commands {
namespace {

namespace fs = std::filesystem;

Outcome run(const PuzzleArgument& argument, const GlobalOptions& globals) {
  const Workspace workspace = Workspace::require();
  const Lesson lesson = argument.lesson(globals);
  const auto backup = workspace.reset(lesson);
  fmt::print("{} is the stub again", fs::proximate(workspace.kernels(lesson)).string());
  fmt::print("{}.\n", backup ? fmt::format("; yours is kept as {}", fs::proximate(*backup).string())
                             : std::string());
  return Outcome::passed;
}

}  // namespace

void setup_reset(Command app, const GlobalOptions& globals, Outcome& outcome) {
  auto argument = std::make_shared<PuzzleArgument>();
  const Command command = app.subcommand(
      "reset", "Restore a puzzle's stub and keep your file aside", "Working through the puzzles");
  add_puzzle_argument(command, *argument, globals, Variants::none).required();
  command.act([argument, &globals, &outcome] { outcome = run(*argument, globals); });
}

}  // namespace hippuzzle::commands
