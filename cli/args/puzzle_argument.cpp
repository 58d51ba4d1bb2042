#include "cli/args/puzzle_argument.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/args/suggest.hpp"

namespace hippuzzle {
namespace {

bool exists(const GlobalOptions& globals, const std::string& id) {
  const auto ids = globals.catalog().all_ids();
  return std::ranges::find(ids, id) != ids.end();
}

void add_variants(Command command, PuzzleArgument& argument, const GlobalOptions& globals) {
  const auto ids = globals.catalog().all_ids();
  const auto& words = globals.early().command_line;
  auto behind = std::ranges::find(words, command.name());  // which may be a puzzle's as well
  if (behind != words.end()) ++behind;
  const auto named = std::find_first_of(behind, words.end(), ids.begin(), ids.end());
  if (named == words.end()) return;
  for (const VariantRef& ref : globals.catalog().open(*named).refs) {
    const std::string flag = ref.flag;
    if (flag.empty() || command.takes("--" + flag)) continue;  // the command's own option stays
    command
        .flag(
            "--" + flag, [&argument, flag] { argument.flags.push_back(flag); },
            ref.variant->summary)
        .group(fmt::format("Variants of {}", *named));
  }
}

}  // namespace

CatalogEntry PuzzleArgument::entry(const GlobalOptions& globals) const {
  if (!exists(globals, id)) {
    const std::string best = nearest(id, globals.catalog().ids());
    throw Error(Outcome::usage,
                fmt::format("there is no puzzle '{}'; {}", id,
                            best.empty() ? "see `hippuzzle list`"
                                         : fmt::format("did you mean '{}'?", best)));
  }
  return globals.catalog().open(id);
}

Option add_puzzle_argument(Command command, PuzzleArgument& argument, const GlobalOptions& globals,
                           Variants variants) {
  const Option option = command.option("puzzle", argument.id, "the puzzle");
  if (variants == Variants::none) return option.type_name(puzzle_type);
  command.prepare_last(
      [command, &argument, &globals] { add_variants(command, argument, globals); });
  return option.type_name(puzzle_with_variants_type);
}

}  // namespace hippuzzle
