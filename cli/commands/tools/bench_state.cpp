#include "cli/commands/tools/bench_state.hpp"

#include <fmt/format.h>

#include "engine/support/outcome.hpp"

namespace hippuzzle::commands {

void refuse_contradictions(const BenchState& state) {
  if (state.puzzle.id.empty()) {
    throw Error(Outcome::usage, "`hippuzzle bench` needs a puzzle, such as p16, or `compare`");
  }
  if (state.hot && state.cold) {
    throw Error(Outcome::usage, "caches cannot be --cold and --hot at once; choose one");
  }
  const bool wants_times =
      state.baseline || state.sustained || state.shapes || !state.measure.plots.empty();
  const RunSettings& run = state.measure.run;
  if (run.emulate && (wants_times || run.backend.value_or("amd") != "amd")) {
    throw Error(
        Outcome::usage,
        "an emulated GPU of AMD's has no times, so --emulate verifies variants alone; leave "
        "out --baseline, --sustained, --shapes, --plot and other backends");
  }
  if (state.csv + state.markdown + state.measure.run.json > 1) {
    throw Error(
        Outcome::usage,
        "results cannot be printed as --json, --csv and --markdown at once; choose one, and "
        "write the others to files with --output");
  }
}

void refuse_what_explains_nothing(const BenchState& state) {
  if (state.csv || state.markdown) {
    throw Error(Outcome::usage,
                fmt::format("{} has no place for --explain; leave one of the two out",
                            state.csv ? "--csv" : "--markdown"));
  }
  if (state.measure.run.emulate) {
    throw Error(Outcome::usage,
                "--explain speaks of what is measured, and an emulated GPU has no times; leave one "
                "of the two out");
  }
}

void refuse_what_scales_nothing(const BenchState& state) {
  if (!state.devices) {
    throw Error(Outcome::usage, "--scaling is over --devices; name them, such as 0,1,2,3");
  }
  if (state.device != "0" || state.csv || state.markdown || !state.outputs.empty() ||
      state.shapes || state.sustained || state.explain || state.measure.run.emulate) {
    throw Error(Outcome::usage,
                "--devices measures on one and on several devices and nothing else; leave out "
                "--device, --csv, --markdown, --output, --shapes, --sustained, --explain and "
                "--emulate");
  }
}

}  // namespace hippuzzle::commands
