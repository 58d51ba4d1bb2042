// `hippuzzle bench compare OLD NEW`: variants that became faster or slower, or stayed the same.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/bench/bench_changes.hpp"
#include "cli/report/bench/bench_report.hpp"
#include "cli/terminal/screen/logging.hpp"

namespace hippuzzle::commands {
namespace {

struct BenchCompareState {
  std::string before, after;
  std::optional<std::string> most_slower;  // per cent
  OutputSettings output;
};

// "5%" and "5" are 5; nothing for other text.
std::optional<double> percentage(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const std::string tail = end;
  if (end == text.c_str() || (!tail.empty() && tail != "%") || !(value >= 0 && value <= 1000)) {
    return std::nullopt;
  }
  return value;
}

std::string is_percentage(const std::string& text) {
  if (percentage(text)) return "";
  return fmt::format("expected a percentage from 0 to 1000, as in 5%, found '{}'", text);
}

// Changes whose whole interval is slower than that.
Outcome judge_changes(const std::vector<BenchChange>& changes, double most_slower) {
  std::vector<std::string> slower;
  for (const BenchChange& change : changes) {
    if (change.time.low <= 1 + most_slower / 100) continue;
    slower.push_back(
        fmt::format("{} {} at {} ({})", change.puzzle, change.variant, change.size, change.regime));
  }
  if (slower.empty()) return Outcome::passed;
  logging::error("{} of {} measurement{} {} more than {:g} % slower: {}", slower.size(),
                 changes.size(), changes.size() == 1 ? "" : "s", slower.size() == 1 ? "is" : "are",
                 most_slower, fmt::join(slower, ", "));
  return Outcome::findings;
}

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
  return state.most_slower ? judge_changes(changes, *percentage(*state.most_slower))
                           : Outcome::passed;
}

}  // namespace

void add_bench_compare(Command command) {
  auto state = std::make_shared<BenchCompareState>();
  command.option("old", state->before, "the earlier output of `hippuzzle bench --json`")
      .type_name("FILE")
      .required();
  command.option("new", state->after, "the later output").type_name("FILE").required();
  command
      .option("--fail-if-slower", state->most_slower,
              "exit with code 4 if a measurement is certainly slower by more than this")
      .type_name("PERCENT")
      .check(is_percentage);
  add_outputs(command, state->output, names_of(bench_changes_formats()));
  command.act([state] { return run_bench_compare(*state); });
}

}  // namespace hippuzzle::commands
