// `hippuzzle occupancy p16`: how many blocks of a launch fit a multiprocessor.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "cli/app/learner/explained_words.hpp"
#include "cli/app/measure/bench_run.hpp"
#include "cli/app/measure/occupancy_run.hpp"
#include "cli/app/run/sizes.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/output_options.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/occupancy/occupancy_report.hpp"

namespace hippuzzle::commands {
namespace {

struct OccupancyState {
  PuzzleArgument puzzle;
  MeasureSettings settings;  // its variants and sizes
  OccupancySettings of;
  std::optional<std::string> threads, shared_bytes;  // whole numbers
  OutputSettings output;
};

unsigned number(const std::string& text) {
  return static_cast<unsigned>(std::min(std::stoull(text), 1ull << 31));  // more than any has
}

// The outcome if a kernel fits none of the devices that are shown; else passed.
Outcome outcome_of(const std::vector<LaunchedKernel>& kernels, Outcome where_none_fits) {
  std::map<std::string, bool> fits;
  for (const LaunchedKernel& k : kernels) {
    bool& fits_one = fits[k.variant + ' ' + k.size + ' ' + k.name];
    fits_one = fits_one || k.occupancy.impossible.empty();
  }
  const bool all_fit = std::ranges::all_of(fits, [](const auto& kernel) { return kernel.second; });
  return all_fit ? Outcome::passed : where_none_fits;
}

// Prints the occupancy of a block of the given size, whatever the block computes.
Outcome run_of_any_block(const OccupancyState& state, const GlobalOptions& globals) {
  if (!state.threads) {
    throw Error(Outcome::usage,
                "neither a puzzle nor a block is named; name a puzzle, or give a block's threads: "
                "hippuzzle occupancy --threads 256");
  }
  if (!state.settings.variants.empty() || !state.settings.sizes.empty()) {
    throw Error(Outcome::usage, "--variant and --size belong to a puzzle; name it");
  }
  const unsigned threads = number(*state.threads);
  const unsigned shared_bytes = state.shared_bytes ? number(*state.shared_bytes) : 0;
  const Occupancies blocks{
      "", occupancies_of_block(threads, shared_bytes, state.of.devices, globals.search_path())};
  write_result(state.output, occupancy_formats(), blocks);
  return outcome_of(blocks.kernels, Outcome::usage);
}

Outcome run_occupancy(OccupancyState& state, const GlobalOptions& globals) {
  if (state.puzzle.id.empty()) return run_of_any_block(state, globals);
  const auto refs =
      choose_variants(state.puzzle.entry(globals), state.puzzle.flags, state.settings.variants);
  const auto sizes = read_sizes(state.settings.sizes, *refs.front().variant);
  if (state.threads) state.of.threads = number(*state.threads);
  if (state.shared_bytes) state.of.shared_bytes = number(*state.shared_bytes);
  const RunSettings& run = state.settings.run;
  auto learner = Learner::of(refs.front().puzzle->id(), globals.catalog(), run);
  say_whose_kernels_run(globals.catalog(), run);
  std::vector<LaunchedKernel> kernels;
  for (size_t i = 0; i < std::max<size_t>(sizes.size(), 1); ++i) {
    if (!sizes.empty()) state.of.extents = &sizes[i];
    for (LaunchedKernel& kernel :
         occupancies(refs, state.of, globals.search_path(), learner ? &*learner : nullptr))
      kernels.push_back(std::move(kernel));
  }
  const Occupancies launched{state.puzzle.id, std::move(kernels),
                             learner ? Kernels::yours : Kernels::reference};
  write_result(state.output, occupancy_formats(), launched);
  say_where_words_are_explained(choose_outputs(state.output, names_of(occupancy_formats())),
                                "occupancy");
  return outcome_of(launched.kernels,
                    state.threads || state.shared_bytes ? Outcome::usage : Outcome::unsupported);
}

}  // namespace

void add_occupancy(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<OccupancyState>();
  add_puzzle_argument(command, state->puzzle, globals, Variants::as_flags)
      .description("the puzzle [none: blocks of --threads, on every known architecture]");
  add_variant_names(command, state->settings,
                    "of these only, with commas between them [all of them]");
  add_sizes(command, state->settings,
            "1024, or one number for each extent, with x between them; several with commas "
            "[the example's]");
  command
      .option("--device", state->of.devices,
              "a device or architecture by name, h200 or sm_90; may be repeated [the architectures "
              "of the modules' code]")
      .type_name("NAME")
      .repeatable();
  command.option("--threads", state->threads, "threads of a block [as the puzzle launches it]")
      .type_name("N")
      .check(at_least_one);
  command
      .option("--shared", state->shared_bytes,
              "bytes of shared memory that the launch adds to the kernel's declarations [as the "
              "puzzle launches it]")
      .type_name("BYTES")
      .check(whole_number);
  add_solution(command, state->settings.run, "read");
  add_workspace(command, state->settings.run, "read");
  add_outputs(command, state->output, names_of(occupancy_formats()));
  command.act([state, &globals] { return run_occupancy(*state, globals); });
}

}  // namespace hippuzzle::commands
