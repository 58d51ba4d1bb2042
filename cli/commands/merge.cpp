// `hippuzzle merge a.json b.json`: the results of several machines as one file, each exactly once.
#include <memory>

#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/results/joined_results.hpp"
#include "cli/terminal/screen/logging.hpp"

namespace hippuzzle::commands {
namespace {

struct MergeState {
  std::vector<std::string> files;
  OutputSettings output;
};

Outcome run_merge(const MergeState& state) {
  const auto choices = choose_outputs(state.output, names_of(joined_formats()));
  const JoinedResults joined = join_results(state.files);
  for (const std::string& remark : joined.remarks) logging::warning("{}", remark);
  write_result(open_outputs(choices), joined_formats(), joined);
  return joined.outcome();
}

}  // namespace

void add_merge(Command command, const GlobalOptions&) {
  auto state = std::make_shared<MergeState>();
  command
      .option("file", state->files, "results as JSON, of `hippuzzle run` or of `hippuzzle grade`")
      .type_name("FILE")
      .required();
  state->output.files_replace = true;
  add_outputs(command, state->output, names_of(joined_formats()));
  command.act([state] { return run_merge(*state); });
}

}  // namespace hippuzzle::commands
