// `hippuzzle help check`: what `hippuzzle check --help` prints. The parser reads it so
// (parser.cpp); this command is what is left: a name that nothing has.
#include <fmt/format.h>

#include <memory>

#include "cli/args/suggest.hpp"
#include "cli/commands/commands.hpp"
#include "support/outcome.hpp"

namespace hippuzzle::commands {

void add_help(Command command, const GlobalOptions& globals) {
  auto name = std::make_shared<std::string>();
  command.option("command", *name, "a command or a puzzle").type_name("NAME");
  command.act([name, &globals]() -> Outcome {
    std::vector<std::string> names = globals.catalog().all_ids();
    for (const CommandEntry& entry : all) names.emplace_back(entry.name);
    const std::string best = nearest(*name, names);
    throw Error(Outcome::usage,
                fmt::format("there is no puzzle or command '{}'; {}", *name,
                            best.empty() ? "see `hippuzzle --help`"
                                         : fmt::format("did you mean '{}'?", best)));
  });
}

}  // namespace hippuzzle::commands
