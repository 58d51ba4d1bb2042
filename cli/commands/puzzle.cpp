#include "cli/commands/puzzle.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli/app/session.hpp"
#include "engine/catalog/catalog.hpp"

namespace hippuzzle::commands {
namespace {

// What one puzzle's command keeps between parsing and running.
struct State {
  Chapter chapter;
  std::vector<Exercise> chosen;
  RunSettings settings;
};

std::string dimensions(hippuzzle_dim3 d) {
  if (d.z > 1) return fmt::format("{} x {} x {}", d.x, d.y, d.z);
  return d.y > 1 ? fmt::format("{} x {}", d.x, d.y) : fmt::format("{}", d.x);
}

// "one thread per output element …  [2 x 2 output; grid 1, block 3 x 3]"
std::string help_of(const Exercise& exercise) {
  const hippuzzle_variant& variant = *exercise.variant;
  const hippuzzle_extents extents = exercise.extents();
  const auto configuration = variant.configure(&extents);
  const auto shape = variant.buffers[output_buffer(variant)].shape(&extents);
  return fmt::format("{} [{} output; grid {}, block {}]", variant.summary, to_string(shape),
                     dimensions(configuration.grid), dimensions(configuration.block));
}

void add_variants(Command command, State& state, const std::string& id, const Book& book) {
  state.chapter = book.open(id);
  command.description(fmt::format("{}: {}", id, state.chapter.title));
  command.footer("");
  for (const Exercise& exercise : state.chapter.exercises) {
    if (exercise.flag.empty()) {
      command.footer(help_of(exercise));
      continue;
    }
    command
        .flag(
            fmt::format("--{}", exercise.flag), [&] { state.chosen.push_back(exercise); },
            help_of(exercise))
        .group("Variants, all of them by default, and the example's launch configuration");
  }
}

Outcome run(const State& state, const SearchPath& search_path) {
  auto learner =
      Learner::of(state.chapter.exercises.front().puzzle->id(), search_path, state.settings);
  const auto report = state.settings.json ? make_json_report() : make_text_report(Detail::full);
  Session session(search_path, state.settings, *report, learner ? &*learner : nullptr);
  session.run(state.chosen.empty() ? state.chapter.exercises : state.chosen);
  return session.finish();
}

}  // namespace

void setup_puzzles(Command app, const Globals& globals, Outcome& outcome) {
  for (const std::string& id : globals.book().ids()) {
    auto state = std::make_shared<State>();
    const Command command = app.subcommand(id, "", "");  // `hippuzzle list` shows them
    add_run_settings(command, state->settings,
                     "auto, cpu, nvidia or amd; several with commas [auto]");
    command.prepare(
        [command, state, id, &globals] { add_variants(command, *state, id, globals.book()); });
    command.act([state, &globals, &outcome] { outcome = run(*state, globals.search_path()); });
  }
}

}  // namespace hippuzzle::commands
