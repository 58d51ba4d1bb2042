// `hippuzzle list`: the puzzles, their variants, and the platforms that each is built for.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/advice.hpp"
#include "cli/report/list_report.hpp"
#include "cli/terminal/logging.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/terminal/terminal.hpp"
#include "engine/catalog/backend.hpp"

namespace hippuzzle::commands {
namespace {

ListedPuzzle describe(const CatalogEntry& entry, const SearchPath& search_path) {
  ListedPuzzle listed{entry.id, entry.title, {}, {}};
  for (const VariantRef& ref : entry.refs) {
    if (!ref.flag.empty()) listed.variants.push_back(ref.flag);
  }
  const std::string module = entry.refs.front().puzzle->id();
  for (const char* platform : platforms) {
    if (search_path.kernel_module(platform, module)) listed.platforms.emplace_back(platform);
  }
  return listed;
}

// Columns of the terminal on standard output; no limit elsewhere.
size_t line_width() {
  return isatty(STDOUT_FILENO) != 0 ? static_cast<size_t>(terminal_size().columns)
                                    : std::numeric_limits<size_t>::max();
}

// A puzzle that was not built is named on standard error, too, and changes no outcome.
void name_unbuilt(const std::vector<std::string>& ids) {
  if (ids.empty()) return;
  logging::info("{}", in_words(fmt::format("not built: {}", fmt::join(ids, ", ")),
                               Advice{.kind = Advice::build_everything}));
}

// A module that cannot be opened is named on standard error and makes the outcome; the rest is
// listed.
Outcome run_list(bool json, const GlobalOptions& globals) {
  Outcome outcome = Outcome::passed;
  std::vector<ListedPuzzle> puzzles;
  const auto unbuilt = globals.catalog().unbuilt_ids();
  for (const std::string& id : globals.catalog().ids()) {
    if (std::ranges::find(unbuilt, id) != unbuilt.end()) continue;
    try {
      puzzles.push_back(describe(globals.catalog().open(id), globals.search_path()));
    } catch (const Error& error) {
      logging::error("{}", in_words(error));
      outcome = error.outcome();
    }
  }
  name_unbuilt(unbuilt);
  if (puzzles.empty() && unbuilt.empty() && outcome == Outcome::passed) {
    throw Error(Outcome::load_failed,
                fmt::format("there are no puzzles in {}; build some, or point "
                            "--plugin-path at them",
                            globals.search_path().describe()));
  }
  print(json ? list_json(puzzles) : list_text(puzzles, line_width()));
  return outcome;
}

}  // namespace

void add_list(Command command, const GlobalOptions& globals) {
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json,
               "print one JSON object: the puzzles, with their variants and platforms");
  command.act([json, &globals] { return run_list(*json, globals); });
}

}  // namespace hippuzzle::commands
