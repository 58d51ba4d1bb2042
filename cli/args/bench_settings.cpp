#include "cli/args/bench_settings.hpp"

#include <fmt/format.h>

#include "engine/platforms/platforms.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr const char* no_times =
    "an emulated GPU of AMD's has no times, so --emulate verifies variants alone; leave out "
    "--baseline, --sustained, --shapes, --plot and other backends";

}  // namespace

void refuse_contradictions(const BenchSettings& settings) {
  if (settings.puzzle.id.empty()) {
    throw Error(Outcome::usage, "`hippuzzle bench` needs a puzzle, such as p16, or `compare`");
  }
  const RunSettings& run = settings.measure.run;
  const char* const emulated = emulated_platform().name;
  if (run.emulate && run.backend.value_or(emulated) != emulated) {
    throw Error(Outcome::usage, no_times);
  }
}

void refuse_tables(const std::vector<OutputChoice>& choices, const char* option) {
  for (const OutputChoice& choice : choices) {
    if (choice.format == "text" || choice.format == "json") continue;
    throw Error(Outcome::usage, fmt::format("{} has no place for {}; leave one of the two out",
                                            choice.format, option));
  }
}

void add_bench_rules(Command command) {
  command.named("--hot").excludes(command.named("--cold"),
                                  "caches cannot be --cold and --hot at once; choose one");
  command.named("--shapes")
      .excludes(command.named("--size"), "sizes come from --size or from --shapes; choose one");
  for (const char* name : {"--baseline", "--sustained", "--shapes", "--plot"}) {
    command.named("--emulate").excludes(command.named(name), no_times);
  }
  command.named("--explain")
      .excludes(command.named("--emulate"),
                "--explain speaks of what is measured, and an emulated GPU has no times; leave one "
                "of the "
                "two out");
  command.named("--scaling")
      .needs(command.named("--devices"), "--scaling is over --devices; name them, such as 0,1,2,3");
  for (const char* name : {"--device", "--shapes", "--sustained", "--explain", "--emulate"}) {
    command.named("--devices")
        .excludes(command.named(name),
                  "--devices measures on one and on several devices and nothing else; leave out "
                  "--device, "
                  "--shapes, --sustained, --explain and --emulate");
  }
}

}  // namespace hippuzzle
