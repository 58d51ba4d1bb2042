#include "cli/args/bench_settings.hpp"

#include <fmt/format.h>

#include "engine/platforms/platform.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

void refuse_contradictions(const BenchSettings& settings) {
  if (settings.puzzle.id.empty()) {
    throw Error(Outcome::usage, "`hippuzzle bench` needs a puzzle, such as p16, or `compare`");
  }
  if (settings.hot && settings.cold) {
    throw Error(Outcome::usage, "caches cannot be --cold and --hot at once; choose one");
  }
  const bool wants_times =
      settings.baseline || settings.sustained || settings.shapes || !settings.measure.plots.empty();
  const RunSettings& run = settings.measure.run;
  const char* const emulated = emulated_platform().name;
  if (run.emulate && (wants_times || run.backend.value_or(emulated) != emulated)) {
    throw Error(
        Outcome::usage,
        "an emulated GPU of AMD's has no times, so --emulate verifies variants alone; leave "
        "out --baseline, --sustained, --shapes, --plot and other backends");
  }
  if (settings.csv + settings.markdown + settings.measure.run.json > 1) {
    throw Error(
        Outcome::usage,
        "results cannot be printed as --json, --csv and --markdown at once; choose one, and "
        "write the others to files with --output");
  }
}

void refuse_what_explains_nothing(const BenchSettings& settings) {
  if (settings.csv || settings.markdown) {
    throw Error(Outcome::usage,
                fmt::format("{} has no place for --explain; leave one of the two out",
                            settings.csv ? "--csv" : "--markdown"));
  }
  if (settings.measure.run.emulate) {
    throw Error(Outcome::usage,
                "--explain speaks of what is measured, and an emulated GPU has no times; leave one "
                "of the two out");
  }
}

void refuse_what_scales_nothing(const BenchSettings& settings) {
  if (!settings.devices) {
    throw Error(Outcome::usage, "--scaling is over --devices; name them, such as 0,1,2,3");
  }
  if (settings.device != "0" || settings.csv || settings.markdown || !settings.outputs.empty() ||
      settings.shapes || settings.sustained || settings.explain || settings.measure.run.emulate) {
    throw Error(Outcome::usage,
                "--devices measures on one and on several devices and nothing else; leave out "
                "--device, --csv, --markdown, --output, --shapes, --sustained, --explain and "
                "--emulate");
  }
}

}  // namespace hippuzzle
