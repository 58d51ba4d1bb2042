#include "cli/commands/command_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "support/outcome.hpp"

namespace hippuzzle::commands {

Error not_built(const std::string& what) {
  return Error(Outcome::not_built,
               fmt::format("`hippuzzle {}` is not built yet; `./dev build` builds it", what));
}

void add_command(Command app, const CommandEntry& entry, std::span<const Adder> adders,
                 const GlobalOptions& globals) {
  const Command command = app.subcommand(entry.name, entry.summary, entry.heading);
  const auto adder = std::ranges::find(adders, std::string_view(entry.name),
                                       [](const Adder& a) { return std::string_view(a.name); });
  if (adder != adders.end()) {
    command.prepare([command, add = adder->add, &globals] { add(command, globals); });
    return;
  }
  command.takes_any_words();
  command.act([name = std::string(entry.name)]() -> Outcome { throw not_built(name); });
}

}  // namespace hippuzzle::commands
