// `hippuzzle roofline p16`: a device's ceilings, and kernels under them.
#include <fmt/format.h>

#include <memory>

#include "cli/app/bench_run.hpp"
#include "cli/app/run_options.hpp"
#include "cli/app/way_to_run.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/advice.hpp"
#include "cli/report/roofline_report.hpp"
#include "cli/terminal/gnuplot.hpp"
#include "cli/terminal/logging.hpp"
#include "cli/terminal/progress_bar.hpp"
#include "engine/catalog/backend.hpp"
#include "engine/roofline/roofline.hpp"

namespace hippuzzle::commands {
namespace {

struct State {
  PuzzleArgument puzzle;
  MeasureSettings measure;
  std::string device = "0";
  bool again = false;
  bool measured = false;
};

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 6 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

DeviceDescription device_here(const State& state, const GlobalOptions& globals,
                              const std::string& platform) {
  const PlatformDescription description = describe_platform(platform, globals.search_path());
  const auto device = static_cast<size_t>(state.measure.run.device);
  if (device >= description.devices.size()) {
    throw Error(Outcome::unsupported,
                description.devices.empty()
                    ? description.why_unusable
                    : fmt::format("there is no {} device {}: the last one here is {}", platform,
                                  device, description.devices.size() - 1));
  }
  return description.devices[device];
}

// Returns the cached ceilings, or measures them.
Ceilings ceilings_here(const State& state, const GlobalOptions& globals,
                       const std::string& platform, const DeviceDescription& d) {
  if (!state.again) {
    if (const auto remembered = remembered_ceilings(platform, d)) return *remembered;
  }
  ProgressBar bar;
  return measure_ceilings(
      globals.search_path(), platform, state.measure.run.device, d,
      [&](const std::string& step, double fraction) { bar.show(step, fraction); });
}

// The first platform of --backend that a device may be on.
std::string platform_here(const State& state) {
  const std::string backend = state.measure.run.backend.value_or("auto");
  if (backend != "auto") {
    require_platform(backend);
    return backend;
  }
  for (const char* platform : platforms) {
    if (!missing_hardware(platform)) return platform;
  }
  return "cpu";
}

// For `hippuzzle roofline` without a puzzle.
Ceilings ceilings_here(const State& state, const GlobalOptions& globals) {
  const std::string platform = platform_here(state);
  return ceilings_here(state, globals, platform, device_here(state, globals, platform));
}

// Places a kernel under the device's roofs; warns, and places nothing, where the device lacks the
// roof that the kernel's arithmetic needs.
std::optional<Placed> place_or_say(const VariantRef& ref, const std::string& name,
                                   const hippuzzle_extents& extents, double milliseconds,
                                   const Ceilings& ceilings) {
  try {
    return place(*ref.variant, name, extents, milliseconds, ceilings);
  } catch (const Error& error) {
    if (error.outcome() != Outcome::unsupported) throw;
    logging::warning("{} is left out: {}", name, in_words(error));
    return std::nullopt;
  }
}

void show(const State& state, const Ceilings& ceilings, const std::string& size,
          const std::vector<Placed>& placed) {
  const std::string title = fmt::format("{} at {}", state.puzzle.id, size);
  if (state.measure.run.json) {
    print_roofline_json(ceilings, state.puzzle.id, size, placed);
  } else {
    print_roofline_text(ceilings, title, placed);
  }
  for (const std::string& file : state.measure.plots) plot_roofline(ceilings, title, placed, file);
}

// Adds the profiler's counts of one launch.
void count(const State& state, const VariantRef& ref, const hippuzzle_extents& extents,
           const Candidate& on, const Profiler& profiler, double milliseconds,
           const Ceilings& ceilings, Placed& placed) {
  ProgressBar bar;
  bar.show(fmt::format("{}: counting by {}", placed.name, profiler.name()), 0);
  try {
    add_measured(placed,
                 profile_launch(ref, extents, on, profiler, state.measure.run.seed,
                                run_options(state.measure.run).timeout),
                 milliseconds, ceilings);
  } catch (const Error& error) {
    throw Error(error.outcome(), fmt::format("'{}' was not counted: {}", placed.name, error.what()),
                error.advice());
  }
}

// Kernels that are measured here.
Outcome run_here(const State& state, const GlobalOptions& globals,
                 const std::vector<VariantRef>& refs) {
  const Candidate on = choose_candidate(state.measure.run, globals, refs.front().puzzle->id());
  const hippuzzle_variant& first = *refs.front().variant;
  const hippuzzle_extents extents =
      or_default(read_sizes(state.measure.sizes, first), first, on.platform)[0];
  const DeviceDescription device = device_here(state, globals, on.platform);
  std::unique_ptr<Profiler> profiler;
  if (state.measured) profiler = find_profiler(on.platform, device.architecture);
  if (profiler && on.platform == "amd") {
    logging::warning("counting by {} was written after its documentation and has never been run",
                     profiler->name());
  }
  const Ceilings ceilings = ceilings_here(state, globals, on.platform, device);
  const Bench bench =
      measure_size(refs, extents, on, bench_options(state.measure.run, state.measure.budget),
                   way_to_run(state.measure.run.in_process));
  std::vector<Placed> placed;
  for (size_t i = 0; i < refs.size(); ++i) {
    const Measurement& m = bench.results[i];
    if (m.time.count == 0) {
      logging::warning("{} is left out: {}: {}", m.name, to_string(m.outcome), reason_in_words(m));
    } else if (auto p = place_or_say(refs[i], m.name, extents, m.time.median, ceilings)) {
      placed.push_back(*std::move(p));
      if (profiler)
        count(state, refs[i], extents, on, *profiler, m.time.median, ceilings, placed.back());
    }
  }
  show(state, ceilings, bench.size, placed);
  const Outcome outcome = outcome_of({bench});
  return placed.empty() && outcome == Outcome::passed ? Outcome::unsupported : outcome;
}

// Kernels on a device that is known by its figures only.
Outcome run_elsewhere(const State& state, const GlobalOptions& globals,
                      const std::vector<VariantRef>& refs) {
  const Ceilings ceilings = ceilings_from_file(globals.search_path(), state.device);
  const hippuzzle_variant& first = *refs.front().variant;
  const hippuzzle_extents extents =
      state.measure.sizes.empty() ? first.example : read_sizes(state.measure.sizes, first)[0];
  std::vector<Placed> placed;
  for (const VariantRef& ref : refs) {
    const std::string name = ref.flag.empty() ? ref.id : ref.flag;
    if (const auto why_not = refusal(*ref.variant, extents)) {
      logging::warning("{} is left out: {}", name, *why_not);
    } else if (auto p = place_or_say(ref, name, extents, 0, ceilings)) {
      placed.push_back(*std::move(p));
    }
  }
  show(state, ceilings, size_text(extents), placed);
  return placed.empty() ? Outcome::unsupported : Outcome::passed;
}

Outcome run(State& state, const GlobalOptions& globals) {
  for (const std::string& file : state.measure.plots) require_plottable(file);
  const bool here = is_number(state.device);
  if (here) state.measure.run.device = std::stoi(state.device);
  if (state.measured && !here) {
    throw Error(
        Outcome::usage,
        fmt::format("--measured counts on a device that is here, not on '{}'; leave out one "
                    "of the two",
                    state.device));
  }
  if (state.measured && state.puzzle.id.empty()) {
    throw Error(Outcome::usage, "--measured counts what kernels do; name a puzzle");
  }
  if (state.puzzle.id.empty()) {
    show(state,
         here ? ceilings_here(state, globals)
              : ceilings_from_file(globals.search_path(), state.device),
         "", {});
    return Outcome::passed;
  }
  const auto refs =
      choose_variants(state.puzzle.entry(globals), state.puzzle.flags, state.measure.variants);
  if (read_sizes(state.measure.sizes, *refs.front().variant).size() > 1) {
    throw Error(Outcome::usage, "`hippuzzle roofline` places kernels at one --size at a time");
  }
  return here ? run_here(state, globals, refs) : run_elsewhere(state, globals, refs);
}

}  // namespace

void add_roofline(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<State>();
  MeasureSettings& measure = state->measure;
  add_puzzle_argument(command, state->puzzle, globals, Variants::as_flags);
  add_variant_names(command, measure, "place these only, with commas between them [all of them]");
  add_sizes(command, measure,
            "1024, or one number for each extent, with x between them [1024, on the CPU 256; on a "
            "device by name the example's]");
  command.flag("--measured", state->measured,
               "place them by what the GPU's counters say as well (needs ncu, on AMD rocprofv3)");
  command.flag("--again", state->again, "measure the ceilings though they are remembered");
  add_plots(command, measure,
            "draw it: a file that ends in .svg or .png, - for the terminal; may be repeated");
  add_budget(command, measure,
             "seconds that measuring the kernels may take, if it is not sure before [5]");
  add_backend(command, measure.run, one_backend);
  command
      .option("--device", state->device,
              "number of the device, as `hippuzzle devices` lists them, or the name of one that is "
              "not here: a100")
      .type_name("N|NAME");
  add_measure_options(command, measure.run);
  command.flag("--json", measure.run.json,
               "print one JSON object: the ceilings, and the kernels under them");
  command.act([state, &globals] { return run(*state, globals); });
}

}  // namespace hippuzzle::commands
