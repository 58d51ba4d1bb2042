// `hippuzzle run 'p*'`: everything that patterns or a suite name, one result a variant and backend,
// in the formats that were asked for, and a summary.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/app/batch/batch.hpp"
#include "cli/app/batch/shard_options.hpp"
#include "cli/app/run/suite.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"

namespace hippuzzle::commands {
namespace {

struct RunState {
  BatchSettings batch;
  std::optional<std::string> suite, shard;
  OutputSettings output;
  bool dry_run = false;
};

std::vector<ResultOutput> make_outputs(const std::vector<OutputChoice>& choices) {
  std::vector<ResultOutput> outputs;
  for (const OutputChoice& choice : choices) {
    const Look look = choice.file ? Look{} : standard_look();
    outputs.emplace_back(make_result_format(choice.format, look), choice.file);
  }
  return outputs;
}

// Options on the command line win over the suite's options.
void take_suite(BatchSettings& batch, const Suite& suite) {
  if (batch.patterns.empty()) batch.patterns = suite.puzzles;
  if (batch.variants.empty()) batch.variants = suite.variants;
  if (batch.tags.empty()) batch.tags = suite.tags;
  if (!batch.run.backend) batch.run.backend = suite.backends;
}

bool types_edition(const EarlyOptions& options) {
  return std::ranges::any_of(options.command_line, [](const std::string& word) {
    return word == "--edition" || word.starts_with("--edition=");
  });
}

Outcome run_batch(RunState& state, const GlobalOptions& globals) {
  const auto choices = choose_outputs(state.output, result_format_names());
  BatchSettings& batch = state.batch;
  // The edition that is typed wins over the suite's, and that over the workspace's, which a command
  // that repeats one run here need not name.
  const bool typed = types_edition(globals.early());
  const std::string edition_here = typed ? "" : globals.early().edition;
  std::string edition = globals.early().edition;
  if (state.suite) {
    const Suite suite = Suite::read(*state.suite, globals.catalog());
    take_suite(batch, suite);
    if (!typed) edition = suite.edition.value_or(edition_here);
  }
  if (batch.patterns.empty() && (batch.last_failed || !batch.tags.empty())) batch.patterns = {"*"};
  if (batch.patterns.empty()) {
    throw Error(
        Outcome::usage,
        "no pattern is given; name puzzles, as in `hippuzzle run 'p*'`, a --tag or a --suite");
  }
  for (const auto& path : globals.early().plugin_paths) {
    batch.before_puzzle.insert(batch.before_puzzle.end(), {"--plugin-path", path.string()});
  }
  if (edition != edition_here)
    batch.before_puzzle.insert(batch.before_puzzle.end(), {"--edition", edition});
  const bool of_suite = edition != globals.early().edition;
  const Catalog suites(globals.search_path(), of_suite ? edition : "");
  const Catalog& catalog = of_suite ? suites : globals.catalog();
  batch.shard = Shard::choose(state.shard);
  if (batch.last_failed && batch.shard.count > 1) {
    throw Error(Outcome::usage,
                "each machine records only its own failures, so they cannot be divided into "
                "shards; leave out --last-failed or --shard");
  }
  std::vector<ResultOutput> outputs;
  if (!state.dry_run) outputs = make_outputs(choices);
  Batch planned(batch, globals.search_path(), catalog, outputs);
  if (!state.dry_run) return planned.run();
  for (const std::string& line : planned.plan()) write_text(line + '\n');
  return Outcome::passed;
}

void add_batch_options(Command command, RunState& state) {
  constexpr const char* heading = "Options of the batch";
  BatchSettings& batch = state.batch;
  command.option("--variant", batch.variants, "only variants of this name or pattern")
      .type_name("NAME")
      .repeatable()
      .group(heading);
  command
      .option("--tag", batch.tags,
              "only puzzles and variants with this tag; `hippuzzle list --tags` shows the tags")
      .type_name("TAG")
      .repeatable()
      .group(heading);
  command
      .option("--suite", state.suite,
              "smoke, pages, classic, all, a unit of the course such as warps, or a file of "
              "your own")
      .type_name("NAME")
      .group(heading);
  command.option("--jobs", batch.jobs, "worker processes; a GPU has one at a time [1]")
      .type_name("N")
      .check(at_least_one)
      .group(heading);
  command.option("--repeat", batch.repeat, "how many times each is run [1]")
      .type_name("N")
      .check(at_least_one)
      .group(heading);
  command
      .flag("--all", batch.all,
            "fail for puzzles of a pattern that are not started or not built, too")
      .group(heading);
  command.flag("--fail-fast", batch.fail_fast, "begin nothing more after a failure").group(heading);
  command.flag("--shuffle", batch.shuffle, "in an order that --seed decides").group(heading);
  command.flag("--last-failed", batch.last_failed, "only failures of the last run here")
      .group(heading);
  add_shard(command, state.shard, batch.durations, heading);
  command.flag("--dry-run", state.dry_run, "print the plan, and run nothing").group(heading);
  add_outputs(command, state.output, result_format_names(), heading);
}

}  // namespace

void add_run(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<RunState>();
  command.option("pattern", state->batch.patterns, "a puzzle, or a pattern such as 'p*'");
  add_batch_options(command, *state);
  add_run_options(command, state->batch.run);
  command.act([state, &globals] { return run_batch(*state, globals); });
}

}  // namespace hippuzzle::commands
