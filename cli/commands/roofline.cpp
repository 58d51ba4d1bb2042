// `hippuzzle roofline p16`: a device's ceilings, and kernels under them.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>

#include "cli/app/learner/explained_words.hpp"
#include "cli/app/measure/bench_run.hpp"
#include "cli/app/measure/roofline_run.hpp"
#include "cli/app/measure/visible_devices.hpp"
#include "cli/app/run/sizes.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/output_options.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/roofline/links_report.hpp"
#include "cli/report/roofline/roofline_report.hpp"
#include "cli/report/roofline/sharding_report.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "cli/terminal/charts/gnuplot.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "engine/judge/catalog/device_list.hpp"

namespace hippuzzle::commands {
namespace {

constexpr const char* divides_over_several =
    "--devices divides a product over two or more devices that are here; leave out --count, "
    "--device and --measured";

struct RooflineState {
  PuzzleArgument puzzle;
  RooflineSettings settings;
  std::optional<std::string> blocks;   // a number
  std::optional<std::string> count;    // of devices, a number
  std::optional<std::string> devices;  // numbers with commas between them
  bool links = false;
  OutputSettings output;
  std::vector<OutputChoice> choices;  // of output
  std::string device = "0";           // a number, or the name of a device elsewhere
};

void show(const RooflineState& state, const Roofline& roofline, const Catalog& catalog) {
  const auto& [ceilings, size, kernels, placed, outcome] = roofline;
  const PlacedKernels shown{ceilings, state.puzzle.id, size, placed, kernels, catalog};
  write_result(open_outputs(state.choices), roofline_formats(), shown);
  say_where_words_are_explained(state.choices, placed.empty() ? "roof" : "binds");
  for (const std::string& file : state.settings.measure.plots) plot_roofline(shown, file);
}

void show_divided(const RooflineState& state, const Divided& divided) {
  if (!state.settings.measure.plots.empty() && divided.products.size() > 1) {
    throw Error(Outcome::usage,
                fmt::format("--plot draws one product, and these variants compute {} (one for each "
                            "arithmetic); choose by --variant",
                            divided.products.size()));
  }
  std::vector<PrintedDivision> shown;
  for (const auto& [product, variants, shardings, measured] : divided.products) {
    const ShardingTitle title{divided.size, fmt::format("{}", fmt::join(variants, ", "))};
    shown.push_back({state.puzzle.id, title, product, shardings, divided.ceilings, measured});
  }
  write_result(open_outputs(state.choices), division_formats(), shown);
  for (const PrintedDivision& product : shown) {
    for (const std::string& file : state.settings.measure.plots) plot_shardings(product, file);
  }
}

// The value of --count: a number of devices that a product may be divided over.
unsigned devices_asked_for(const RooflineState& state, bool here) {
  constexpr unsigned long long most = 4096;
  const unsigned long long count = std::stoull(*state.count);
  if (count == 0 || count > most) {
    throw Error(Outcome::usage, fmt::format("--count {}: a product is divided over 1 to {} devices",
                                            *state.count, most));
  }
  if (here) {
    throw Error(
        Outcome::usage,
        "--count divides a product over devices of a data sheet; name one with --device, or "
        "devices that are here with --devices 0,1");
  }
  return static_cast<unsigned>(count);
}

// The value of --devices.
std::vector<int> devices_to_divide_over(const RooflineState& state) {
  std::vector<int> devices = device_list(*state.devices);
  if (devices.size() < 2) throw Error(Outcome::usage, divides_over_several);
  return devices;
}

void refuse_contradictions(const RooflineState& state, bool here) {
  if (state.settings.counters && !here) {
    throw Error(
        Outcome::usage,
        fmt::format("--measured counts on a device that is here, not on '{}'; leave out one "
                    "of the two",
                    state.device));
  }
}

Outcome run_links(const RooflineState& state, const GlobalOptions& globals) {
  if (!is_device_number(state.device)) {
    throw Error(Outcome::usage,
                fmt::format("--links measures devices that are here, not '{}'; its data sheet's "
                            "links are in `hippuzzle roofline gemm --device {} --count 8`",
                            state.device, state.device));
  }
  const Links links = links_here(state.settings, globals);
  write_result(open_outputs(state.choices), links_formats(), links);
  for (const std::string& file : state.settings.measure.plots) plot_links(links, file);
  return Outcome::passed;
}

// None without a puzzle.
std::vector<VariantRef> chosen_variants(const RooflineState& state, const GlobalOptions& globals) {
  if (state.puzzle.id.empty()) return {};
  const MeasureSettings& measure = state.settings.measure;
  const auto refs =
      choose_variants(state.puzzle.entry(globals), state.puzzle.flags, measure.variants);
  if (read_sizes(measure.sizes, *refs.front().variant).size() > 1) {
    throw Error(Outcome::usage, "`hippuzzle roofline` places kernels at one --size at a time");
  }
  return refs;
}

// One word is a command and a puzzle.
void say_which_is_meant(const GlobalOptions& globals) {
  const auto ids = globals.catalog().ids();
  if (std::ranges::find(ids, "roofline") == ids.end()) return;
  const CatalogEntry entry = globals.catalog().open("roofline");
  logging::info("this shows the roofs of a device; `hippuzzle {}` runs the puzzle of the same name",
                title(entry.id, entry.refs.front().flag));
}

Outcome run_roofline(RooflineState& state, const GlobalOptions& globals) {
  for (const std::string& file : state.settings.measure.plots) require_plottable(file);
  state.choices = choose_outputs(state.output, names_of(roofline_formats()));
  if (state.blocks) state.settings.blocks = std::stoull(*state.blocks);
  std::ranges::transform(state.device, state.device.begin(),  // A100 is a100
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool here = is_device_number(state.device);
  if (here) state.settings.measure.run.device = std::stoi(state.device);
  if (state.links) return run_links(state, globals);
  refuse_contradictions(state, here);
  const std::vector<VariantRef> refs = chosen_variants(state, globals);
  if (state.devices) {
    show_divided(state, divided_here(devices_to_divide_over(state), state.settings, globals, refs));
    return Outcome::passed;
  }
  if (state.count) {
    const unsigned count = devices_asked_for(state, here);
    show_divided(state, divided_over(count, state.device, state.settings, globals, refs));
    return Outcome::passed;
  }
  const Roofline roofline = !here ? roofline_of(state.device, state.settings, globals, refs)
                            : refs.empty() ? roofline_here(state.settings, globals)
                                           : roofline_here(state.settings, globals, refs);
  if (refs.empty()) say_which_is_meant(globals);
  show(state, roofline, globals.catalog());
  return roofline.outcome;
}

}  // namespace

void add_roofline(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<RooflineState>();
  MeasureSettings& measure = state->settings.measure;
  add_puzzle_argument(command, state->puzzle, globals, Variants::as_flags);
  add_variant_names(command, measure, "place these only, with commas between them [all of them]");
  add_sizes(command, measure,
            "1024, or one number for each extent, with x between them [1024, on the CPU 256; on a "
            "device by name the example's]");
  command.flag("--measured", state->settings.counters,
               "also place them by the GPU's counters (needs ncu, on AMD rocprofv3)");
  command.flag(
      "--links", state->links,
      "measure the links of the devices that are here: to the host, in pairs, all at once, "
      "and the vendor's collectives");
  command
      .option("--blocks", state->blocks,
              "count so many blocks of a launch, 0 for all [as many as take seconds]")
      .type_name("N")
      .check(whole_number);
  command
      .option("--count", state->count,
              "divide the product over so many devices of that name, and place it under the roofs "
              "of their links, memories and arithmetic; runs nothing")
      .type_name("N")
      .check(whole_number);
  command
      .option("--devices", state->devices,
              "the same over devices that are here, such as 0,1,2,3: measures their roofs, their "
              "links and the variants that use several")
      .type_name("N,N");
  command.flag("--again", state->settings.again, "measure the ceilings though they are remembered");
  add_plots(command, measure,
            "draw it: a file that ends in .svg or .png, - for the terminal; may be repeated");
  add_budget(
      command, measure,
      "at most this many seconds for the kernels; stops earlier once the result is certain [5]");
  add_backend(command, measure.run, one_backend());
  command
      .option("--device", state->device,
              fmt::format("number of the device, as `hippuzzle devices` lists them, or the name of "
                          "another device: {}",
                          fmt::join(devices_by_data_sheet(globals.search_path()), ", ")))
      .type_name("N|NAME");
  add_measure_options(command, measure.run);
  const Option puzzle = command.named("puzzle");
  command.named("--links").excludes(
      puzzle, "--links measures devices and no puzzle; leave one of the two out");
  command.named("--count").needs(puzzle, "--count divides a product; name a puzzle, such as gemm");
  command.named("--measured")
      .needs(puzzle, "--measured counts the operations of kernels; name a puzzle");
  const Option devices = command.named("--devices");
  devices.needs(puzzle, "--devices divides a product; name a puzzle, such as gemm");
  for (const char* name : {"--count", "--device", "--measured"}) {
    devices.excludes(command.named(name), divides_over_several);
  }
  add_outputs(command, state->output, names_of(roofline_formats()));
  command.act([state, &globals] { return run_roofline(*state, globals); });
}

}  // namespace hippuzzle::commands
