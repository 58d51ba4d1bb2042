// `hippuzzle help check` prints the same as `hippuzzle check --help`; the parser handles it
// (parser.cpp). This command handles unknown names only.
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
