// `hippuzzle p16 --tiled`: one command for each puzzle that is found.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/app/run/session.hpp"
#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/verdict/verdict_formats.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/text/shell_word.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle::commands {
namespace {

// The state of one puzzle's command between parsing and running.
struct PuzzleState {
  CatalogEntry entry;
  std::vector<VariantRef> chosen;
  RunSettings settings;
  OutputSettings output;
  int screen = 0;  // columns that a report is folded for, as `watch` shows it; 0 for none
};

// The options of this command that a command which shows more of a failure has to repeat.
std::string options_of(const RunSettings& settings) {
  std::string options;
  if (settings.solution) options += " --solution";
  if (settings.workspace) options += " --workspace " + shell_word(*settings.workspace);
  if (settings.seed != RunSettings{}.seed) options += fmt::format(" --seed {}", settings.seed);
  return options;
}

VerdictStyle style_of(const PuzzleState& state, const Look& look) {
  VerdictStyle style{.columns = {},
                     .brief = !logging::shows(logging::Level::info),
                     .options = options_of(state.settings),
                     .colour = look.colour};
  if (state.screen > 0) {
    style.columns = static_cast<size_t>(state.screen);
    style.brief = true;
  } else if (look.folds && !logging::shows(logging::Level::debug)) {
    style.columns = look.columns;
  }
  return style;
}

VerdictOutputs make_outputs(const PuzzleState& state) {
  return {choose_outputs(state.output, run_format_names()),
          [&](const std::string& format, const Look& look) {
            return format == "json" ? make_verdict_json()
                                    : make_verdict_text(style_of(state, look));
          }};
}

// "one thread per output element …  [2 x 2 output; grid 1, block 3 x 3]"
std::string help_of(const VariantRef& ref) {
  const hippuzzle_variant& variant = *ref.variant;
  const hippuzzle_extents extents = ref.extents();
  const hippuzzle_launch_configuration c = variant.configure(&extents);
  std::vector<std::string> shapes;
  for (const uint32_t b : outputs(variant))
    shapes.push_back(to_string(variant.buffers[b].shape(&extents)));
  return fmt::format("{} [{} output; grid {}, block {}]", variant.summary,
                     fmt::join(shapes, " and "), dimensions(c.grid.x, c.grid.y, c.grid.z),
                     dimensions(c.block.x, c.block.y, c.block.z));
}

void add_options(Command command, PuzzleState& state, const std::string& id,
                 const Catalog& catalog) {
  add_puzzle_options(command, state.settings);
  add_outputs(command, state.output, run_format_names());
  command.option("--screen", state.screen, "").group(hidden);
  state.entry = catalog.open(id);
  command.description(fmt::format("{}: {}", id, state.entry.title));
  command.footer("");
  for (const VariantRef& ref : state.entry.refs) {
    if (ref.flag.empty()) {
      command.footer(help_of(ref));
      continue;
    }
    command
        .flag(
            fmt::format("--{}", ref.flag), [&] { state.chosen.push_back(ref); }, help_of(ref))
        .group("Variants, all of them by default, and the example's launch configuration");
  }
}

Outcome run_puzzle(const PuzzleState& state, const GlobalOptions& globals) {
  if (state.screen > 0) logging::fold_to(static_cast<size_t>(state.screen));
  auto learner = Learner::here(globals.catalog(), state.settings);
  say_whose_kernels_run(learner, state.settings);
  const std::string& id = state.entry.refs.front().puzzle->id();
  VerdictOutputs outputs = make_outputs(state);
  Session session(
      globals.search_path(), state.settings,
      [&](const VariantResult& result) { outputs.result(result); }, learner ? &*learner : nullptr);
  try {
    if (learner && learner->solves(id)) learner->require_started(id);
    session.run(state.chosen.empty() ? state.entry.refs : state.chosen);
  } catch (const Error& error) {
    if (error.outcome() != Outcome::not_started) throw;
    session.add(state.entry.id, error);
  }
  outputs.end({session.results(), session.worst_outcome()});
  return session.worst_outcome();
}

}  // namespace

bool means_puzzle(const std::string& name, const GlobalOptions& globals) {
  const auto ids = globals.catalog().ids();
  const auto& words = globals.early().command_line;
  if (std::ranges::find(ids, name) == ids.end()) return false;
  const auto named = std::ranges::find(words, name);
  if (named == words.end()) return false;
  if (std::find_first_of(named + 1, words.end(), ids.begin(), ids.end()) != words.end()) {
    return false;  // it is about another puzzle
  }
  return std::ranges::any_of(globals.catalog().open(name).refs, [&](const VariantRef& ref) {
    return std::find(named + 1, words.end(), "--" + ref.flag) != words.end();
  });
}

void add_puzzles(Command app, const GlobalOptions& globals) {
  const auto& words = globals.early().command_line;
  for (const std::string& id : globals.catalog().all_ids()) {
    if (std::ranges::find(words, id) == words.end()) {
      app.mention(id);
      continue;
    }
    const bool is_command =
        std::ranges::any_of(all, [&](const CommandEntry& entry) { return entry.name == id; });
    if (is_command && !means_puzzle(id, globals)) continue;
    auto state = std::make_shared<PuzzleState>();
    const Command command = app.subcommand(id, "", hidden);  // `hippuzzle list` shows them
    command.prepare(
        [command, state, id, &globals] { add_options(command, *state, id, globals.catalog()); });
    command.act([state, &globals] { return run_puzzle(*state, globals); });
  }
}

}  // namespace hippuzzle::commands
