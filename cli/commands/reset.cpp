// `hippuzzle reset p14`: the stub again; an edited file is kept beside it.
#include <fmt/format.h>

#include <memory>

#include "cli/app/lesson_of.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "workspace/workspace.hpp"

namespace hippuzzle::commands {
namespace {

namespace fs = std::filesystem;

Outcome run(const PuzzleArgument& argument, const GlobalOptions& globals) {
  const Workspace workspace = Workspace::require();
  const Lesson lesson = lesson_of(argument, globals);
  const auto backup = workspace.reset(lesson);
  fmt::print("{} is the stub again", fs::proximate(workspace.kernels(lesson)).string());
  fmt::print("{}.\n", backup ? fmt::format("; yours is kept as {}", fs::proximate(*backup).string())
                             : std::string());
  return Outcome::passed;
}

}  // namespace

void add_reset(Command command, const GlobalOptions& globals) {
  auto argument = std::make_shared<PuzzleArgument>();
  add_puzzle_argument(command, *argument, globals, Variants::none).required();
  command.act([argument, &globals] { return run(*argument, globals); });
}

}  // namespace hippuzzle::commands
