#include "cli/commands/bench.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli/app/bench_run.hpp"
#include "cli/app/way_to_run.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/bench_compare.hpp"
#include "cli/report/bench_plot.hpp"
#include "cli/report/bench_report.hpp"
#include "cli/terminal/gnuplot.hpp"

namespace hippuzzle::commands {
namespace {

constexpr double sustained_seconds = 0.4;  // of a turn; each variant has two

struct State {
  PuzzleArgument puzzle;
  std::vector<std::string> variants, sizes, plots;
  RunSettings settings;
  double budget = 5;
  bool baseline = false, hot = false, cold = false, sustained = false, csv = false;
  bool compared = false;  // it was `bench compare`
};

std::unique_ptr<BenchReport> make_report(const State& state) {
  if (state.settings.json) return make_bench_json();
  return state.csv ? make_bench_csv() : make_bench_text();
}

void refuse_contradictions(const State& state) {
  if (state.puzzle.id.empty()) {
    throw Error(Outcome::usage, "`hippuzzle bench` needs a puzzle, such as p16, or `compare`");
  }
  if (state.hot && state.cold) {
    throw Error(Outcome::usage, "caches cannot be --cold and --hot at once; choose one");
  }
  if (state.csv && state.settings.json) {
    throw Error(Outcome::usage, "results cannot be --json and --csv at once; choose one");
  }
}

Outcome run(const State& state, const GlobalOptions& globals) {
  refuse_contradictions(state);
  const std::vector<VariantRef> refs =
      choose_variants(state.puzzle.entry(globals), state.puzzle.flags, state.variants);
  const hippuzzle_variant& first = *refs.front().variant;
  // All that the user wrote is read before anything is begun.
  const std::vector<hippuzzle_extents> asked_for = read_sizes(state.sizes, first);
  for (const std::string& file : state.plots) require_plottable(file);
  const Candidate on = choose_candidate(state.settings, globals, refs.front().puzzle->id());

  BenchOptions options = bench_options(state.settings, state.budget);
  options.cold = !state.hot;
  if (state.sustained) options.sustained_seconds = sustained_seconds;
  options.baseline = state.baseline;
  const auto report = make_report(state);
  std::vector<Bench> sizes;
  for (const hippuzzle_extents& extents : or_default(asked_for, first, on.platform)) {
    sizes.push_back(
        measure_size(refs, extents, on, options, way_to_run(state.settings.in_process)));
    report->size(sizes.back());
  }
  for (const std::string& file : state.plots) plot_over_size(sizes, file);
  return outcome_of(sizes);
}

}  // namespace

void setup_bench(Command app, const GlobalOptions& globals, Outcome& outcome) {
  auto state = std::make_shared<State>();
  state->settings.timeout_seconds = 60;
  const Command command = app.subcommand("bench", "Measure a puzzle's variants, correct first");
  command.subcommands_are("compare");
  add_puzzle_argument(command, state->puzzle, globals, Variants::as_flags);
  command
      .option("--variant", state->variants,
              "measure these only, with commas between them [all of them]")
      .type_name("NAME")
      .repeatable();
  command
      .option("--size", state->sizes,
              "sizes with commas between them: 1024,4096x4096x512 [1024, on the CPU 256]")
      .type_name("SIZE")
      .repeatable();
  command.flag("--baseline", state->baseline,
               "measure the vendor's BLAS as well, in the same turns");
  command.flag("--cold", state->cold, "flush the caches before each launch [so]");
  command.flag("--hot", state->hot, "leave the caches as the same launch left them");
  command.flag("--sustained", state->sustained,
               "measure launches without pauses as well, after the clock has settled");
  command
      .option("--budget", state->budget,
              "seconds that measuring a size may take, if it is not sure before [5]")
      .type_name("SECONDS")
      .check(seconds);
  add_run_settings(command, state->settings, "auto, cpu, nvidia or amd [auto]");
  command.flag("--csv", state->csv, "print a line of comma-separated values a variant");
  command
      .option("--plot", state->plots,
              "draw all variants over size: a file that ends in .svg or .png, - for the terminal; "
              "may be repeated")
      .type_name("FILE")
      .repeatable();
  setup_bench_compare(command, state->compared, outcome);
  command.act([state, &globals, &outcome] {
    if (!state->compared) outcome = run(*state, globals);
  });
}

}  // namespace hippuzzle::commands
