// `hippuzzle bench compare OLD NEW`: variants that became faster or slower, or stayed the same.
#include <fmt/format.h>

#include <memory>

#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/bench/bench_changes.hpp"
#include "cli/report/bench/bench_report.hpp"

namespace hippuzzle::commands {
namespace {

struct BenchCompareState {
  std::string before, after;
  OutputSettings output;
};

Outcome run_bench_compare(const BenchCompareState& state) {
  const std::vector<Bench> before = read_bench_json(state.before);
  const std::vector<BenchChange> changes = bench_changes(before, read_bench_json(state.after));
  if (changes.empty()) {
    throw Error(Outcome::usage,
                fmt::format("'{}' and '{}' have no measurement in common; both need the same "
                            "variant, size, device and caches",
                            state.before, state.after));
  }
  write_result(state.output, bench_changes_formats(), changes);
  return Outcome::passed;
}

}  // namespace

void add_bench_compare(Command command) {
  auto state = std::make_shared<BenchCompareState>();
  command.option("old", state->before, "the earlier output of `hippuzzle bench --json`")
      .type_name("FILE")
      .required();
  command.option("new", state->after, "the later output").type_name("FILE").required();
  add_outputs(command, state->output, names_of(bench_changes_formats()));
  command.act([state] { return run_bench_compare(*state); });
}

}  // namespace hippuzzle::commands
