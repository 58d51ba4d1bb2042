// `hippuzzle merge a.json b.json`: the results of several machines as one file, each exactly once.
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/results/joined_results.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/screen/standard_output.hpp"

namespace hippuzzle::commands {
namespace {

struct MergeState {
  std::vector<std::string> files, outputs;
};

Outcome run_merge(const MergeState& state) {
  const JoinedResults joined = join_results(state.files);
  for (const std::string& remark : joined.remarks) logging::warning("{}", remark);
  for (const std::string& output : state.outputs) {
    write_output_file(output, output.ends_with(".csv") ? joined_csv(joined) : joined_json(joined));
  }
  if (state.outputs.empty()) print(joined_json(joined));
  return joined.outcome();
}

}  // namespace

void add_merge(Command command, const GlobalOptions&) {
  auto state = std::make_shared<MergeState>();
  command
      .option("file", state->files, "results as JSON, of `hippuzzle run` or of `hippuzzle grade`")
      .type_name("FILE")
      .required();
  command
      .option("-o,--output", state->outputs,
              "write to FILE instead of standard output: JSON, or with .csv a line a student")
      .type_name("FILE")
      .repeatable();
  command.act([state] { return run_merge(*state); });
}

}  // namespace hippuzzle::commands
