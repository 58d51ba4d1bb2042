// `hippuzzle bench p16 --size 1024 --baseline`: measures variants; `bench compare OLD NEW` says
// what became faster.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <regex>

#include "cli/app/learner/explained_words.hpp"
#include "cli/app/measure/bench_run.hpp"
#include "cli/app/measure/device_here.hpp"
#include "cli/app/measure/launch_model_run.hpp"
#include "cli/app/measure/scaling_run.hpp"
#include "cli/app/measure/visible_devices.hpp"
#include "cli/app/run/runner_choice.hpp"
#include "cli/app/run/sizes.hpp"
#include "cli/args/bench_settings.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/bench/bench_plot.hpp"
#include "cli/report/bench/bench_report.hpp"
#include "cli/report/bench/launch_model_report.hpp"
#include "cli/report/bench/scaling_report.hpp"
#include "cli/terminal/charts/gnuplot.hpp"
#include "engine/judge/catalog/device_list.hpp"
#include "engine/performance/bench/shapes.hpp"
#include "engine/platforms/platforms.hpp"
#include "support/files/cache_folder.hpp"

namespace hippuzzle::commands {
namespace {

constexpr double sustained_seconds = 0.4;  // of a trial; each variant has two

// "random:SEED:N" as seed and count, or nullopt for the name of a file.
std::optional<std::pair<uint64_t, unsigned>> random_grid(const std::string& text) {
  if (!text.starts_with("random:")) return std::nullopt;
  constexpr unsigned long long most_shapes = 10'000;
  static const std::regex form("random:([0-9]{1,18}):([0-9]{1,5})");
  std::smatch parts;
  if (std::regex_match(text, parts, form)) {
    const unsigned long long count = std::stoull(parts[2]);
    if (count > 0 && count <= most_shapes) {
      return std::pair(std::stoull(parts[1]), static_cast<unsigned>(count));
    }
  }
  throw Error(Outcome::usage,
              fmt::format("'{}' is no grid of shapes; write random:SEED:N with up to "
                          "{} shapes, such as random:1:40",
                          text, most_shapes));
}

// The sizes that the user asked for. Throws Error(usage).
std::vector<hippuzzle_extents> sizes_asked_for(const BenchSettings& state,
                                               const hippuzzle_variant& variant) {
  if (!state.shapes) return read_sizes(state.measure.sizes, variant);
  const auto grid = random_grid(*state.shapes);
  if (!grid) return shapes_in_file(*state.shapes, variant);
  if (variant.product == nullptr) {
    throw Error(Outcome::usage,
                "random shapes are for products, and this puzzle computes none; write "
                "its sizes into a file");
  }
  return random_shapes(grid->first, grid->second);
}

// Predictions alone, for a device that is not here.
Outcome explain_elsewhere(const BenchSettings& state, const GlobalOptions& globals,
                          const std::vector<VariantRef>& refs) {
  if (!state.explain) {
    throw Error(
        Outcome::usage,
        fmt::format("bench measures on a device that is here, not on '{}'; give its number, "
                    "or --explain for a model's prediction",
                    state.device));
  }
  if (state.baseline || state.sustained || state.shapes || !state.measure.plots.empty()) {
    throw Error(Outcome::usage,
                fmt::format("nothing is measured on '{}', which is not here; leave out --baseline, "
                            "--sustained, --shapes and --plot",
                            state.device));
  }
  const ModelledDevice device = modelled_by_name(globals.search_path(), state.device);
  const auto sizes = or_default(sizes_asked_for(state, *refs.front().variant),
                                *refs.front().variant, device.platform);
  std::vector<ExplainedSize> explained;
  for (const hippuzzle_extents& extents : sizes) {
    explained.push_back(explain_size(globals.search_path(), refs, extents, device));
  }
  write_result(state.output, explanation_formats(), explained);
  return Outcome::passed;
}

// The sizes in tiles of this side; 0 leaves it to the puzzle. Throws Error(usage).
std::vector<hippuzzle_extents> in_tiles(uint64_t side, std::vector<hippuzzle_extents> sizes,
                                        const std::vector<VariantRef>& refs) {
  if (side == 0) return sizes;
  for (const VariantRef& ref : refs) {
    if (ref.variant->tile != nullptr) continue;
    throw Error(Outcome::usage, fmt::format("the kernels of {} are not compiled for a tile; leave "
                                            "out --tile",
                                            ref.id));
  }
  for (hippuzzle_extents& extents : sizes) extents.n[HIPPUZZLE_TILE_EXTENT] = side;
  return sizes;
}

// Each size on one of the devices and on all, with --scaling on all numbers in between.
Outcome run_scaling(const BenchSettings& state, const GlobalOptions& globals,
                    const std::vector<VariantRef>& refs, const Chosen& chosen,
                    const BenchOptions& options, const std::vector<hippuzzle_extents>& sizes) {
  const std::vector<int> devices = device_list(*state.devices);
  require_shown(globals.search_path(), chosen.candidate.platform, devices.size());
  const std::vector<std::string>& plots = state.measure.plots;
  if (!plots.empty() && sizes.size() > 1) {
    throw Error(Outcome::usage, "--plot draws the scaling of one size; give one --size");
  }
  const auto outputs = open_outputs(choose_outputs(state.output, names_of(scaling_formats())));
  std::vector<Outcome> outcomes;
  for (const hippuzzle_extents& extents : sizes) {
    const Scaling scaling = measure_scaling(refs, extents, chosen, options,
                                            runner_choice(state.measure.run, chosen.whose()),
                                            devices, device_counts(devices.size(), state.scaling));
    write_result(outputs, scaling_formats(), scaling);
    for (const std::string& file : plots) plot_scaling(scaling, file);
    outcomes.push_back(outcome_of(scaling));
  }
  return worst(outcomes);
}

// The shipped kernels' table of ways on a device where they have a choice.
std::optional<WayTable> way_table(const GlobalOptions& globals, const std::vector<VariantRef>& refs,
                                  const Chosen& chosen) {
  const Candidate& on = chosen.candidate;
  if (chosen.learner || is_simulated(on.platform) || !on.emulator.empty()) return std::nullopt;
  const auto* model = way_model_of(globals.search_path(), refs.front());
  if (model == nullptr) return std::nullopt;
  const DeviceDescription device = device_here(globals.search_path(), on.platform, on.device);
  return WayTable(*model, cache_folder("ways"), refs.front().puzzle->id(),
                  modelled(device, on.platform), device.driver);
}

Outcome run_bench(BenchSettings& state, const GlobalOptions& globals) {
  refuse_contradictions(state);
  const auto choices = choose_outputs(state.output, bench_format_names());
  if (state.explain || state.devices)
    refuse_tables(choices, state.explain ? "--explain" : "--devices");
  const std::vector<VariantRef> refs =
      choose_variants(state.puzzle.entry(globals), state.puzzle.flags, state.measure.variants);
  if (!is_device_number(state.device)) return explain_elsewhere(state, globals, refs);
  state.measure.run.device = std::stoi(state.device);
  const hippuzzle_variant& first = *refs.front().variant;
  // Everything that the user wrote is checked before anything is measured.
  const std::vector<hippuzzle_extents> asked_for = sizes_asked_for(state, first);
  for (const std::string& file : state.measure.plots) require_plottable(file);
  if (state.devices) {
    const std::vector<int> devices = device_list(*state.devices);
    show_only(devices, devices.size());
  }
  Chosen chosen = choose_candidate(state.measure.run, globals, refs.front().puzzle->id());
  const Candidate& on = chosen.candidate;
  std::optional<ModelledDevice> asked_device;
  if (state.explain) {
    if (chosen.learner) {
      throw Error(Outcome::usage,
                  "--explain knows the reference's kernels, not yours; add --solution");
    }
    asked_device = modelled_here(globals.search_path(), on.platform, on.device);
    (void)explain_size(globals.search_path(), refs, refs.front().extents(), *asked_device);
  }
  const std::string sizes_of = on.emulator.empty() ? on.platform : cpu_platform().name;
  const std::vector<hippuzzle_extents> sizes_in_tiles =
      in_tiles(state.tile, or_default(asked_for, first, sizes_of), refs);
  compile_tiles(chosen, refs, sizes_in_tiles);

  BenchOptions options = bench_options(state.measure.run, state.measure.budget);
  options.cold = !state.hot;
  if (state.sustained) options.sustained_seconds = sustained_seconds;
  options.baseline = state.baseline;
  options.elements = state.elements;
  options.min_samples_hard = static_cast<uint32_t>(state.min_samples_hard);
  if (state.devices) {
    say_whose_kernels_run(globals.catalog(), state.measure.run);
    return run_scaling(state, globals, refs, chosen, options, sizes_in_tiles);
  }
  std::optional<WayTable> ways = way_table(globals, refs, chosen);
  options.ways = ways ? &*ways : nullptr;
  BenchOutputs outputs(choices, make_bench_format);
  say_whose_kernels_run(globals.catalog(), state.measure.run);
  std::vector<Bench> sizes;
  for (const hippuzzle_extents& extents : sizes_in_tiles) {
    sizes.push_back(measure_size(refs, extents, chosen, options,
                                 runner_choice(state.measure.run, chosen.whose())));
    std::optional<ExplainedSize> explained;
    if (asked_device) {
      explained = explain_size(globals.search_path(), refs, sizes.back().extents, *asked_device);
    }
    outputs.result({sizes.back(), explained ? &*explained : nullptr});
  }
  outputs.end(state.shapes ? std::optional(summarise_shapes(sizes)) : std::nullopt);
  say_where_words_are_explained(choices, "interval");
  for (const std::string& file : state.measure.plots) {
    state.shapes ? plot_over_operations(sizes, file) : plot_over_size(sizes, file);
  }
  return outcome_of(sizes);
}

}  // namespace

void add_bench(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<BenchSettings>();
  MeasureSettings& measure = state->measure;
  command.subcommands_are("compare");
  add_puzzle_argument(command, state->puzzle, globals, Variants::as_flags);
  add_variant_names(command, measure, "measure these only, with commas between them [all of them]");
  add_sizes(command, measure,
            "sizes with commas between them: 1024,4096x4096x512 [1024, on the CPU 256; the "
            "puzzle's largest case where it does not take that]");
  command
      .option(
          "--shapes", state->shapes,
          "a grid of shapes instead, with mean and worst ratio over the baseline, else over the "
          "first variant: a file with a size a line, or random:SEED:N")
      .type_name("FILE|random:SEED:N");
  command
      .option("--tile", state->tile, "the side of the tiles [as the puzzle takes it for the size]")
      .type_name("N")
      .check(whole_number);
  command
      .option("--elements", state->elements,
              "elements of each output to print next to the right values; --seed chooses them [0]")
      .type_name("N")
      .check(whole_number);
  command.flag("--baseline", state->baseline, "measure the vendor's BLAS as well, in the same run");
  command.flag("--explain", state->explain,
               "for variants tuned by a model: print the tiling it picks and the time it predicts");
  command.flag("--cold", state->cold, "flush the caches before each launch [default]");
  command.flag("--hot", state->hot, "do not flush the caches between launches");
  command.flag("--sustained", state->sustained,
               "measure launches without pauses as well, after the clock has settled");
  add_budget(command, measure,
             "at most this many seconds per size; stops earlier once the result is certain [5]");
  command
      .option("--min-samples", state->min_samples_hard,
              "samples to take of each variant, though the budget has ended [10, unless it ends]")
      .type_name("N")
      .check(at_least_one);
  add_backend(command, measure.run, one_backend());
  command
      .option("--device", state->device,
              fmt::format("{}; with --explain also the name of another device: {}",
                          number_of_the_device,
                          fmt::join(devices_by_data_sheet(globals.search_path()), ", ")))
      .type_name("N|NAME");
  command
      .option("--devices", state->devices,
              "several devices, such as 0,1,2,3: measure on the first and on all of them, and say "
              "what the others bring; on the CPU platform so many simulated ones")
      .type_name("N,N");
  command.flag("--scaling", state->scaling, "with --devices, measure all numbers of them");
  add_emulate(command, measure.run.emulate);
  add_measure_options(command, measure.run);
  add_outputs(command, state->output, bench_format_names());
  add_plots(command, measure,
            "draw all variants over size, of --shapes their ratios over operations: a file that "
            "ends in .svg or .png, - for the terminal; "
            "may be repeated");
  add_bench_rules(command);
  add_bench_compare(command.subcommand(
      "compare", "Say what is faster or slower in NEW than in OLD, both of `bench --json`"));
  command.act([state, &globals] { return run_bench(*state, globals); });
}

}  // namespace hippuzzle::commands
