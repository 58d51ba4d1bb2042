// `hippuzzle report results.json -o report.html`: results as one page that needs no other file.
#include <unistd.h>

#include <memory>

#include "cli/args/output_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/results/results_page.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "support/outcome.hpp"

namespace hippuzzle::commands {
namespace {

struct ReportState {
  std::vector<std::string> files;
  OutputSettings output;
  std::string title = "hippuzzle results";
};

// The outcome is about writing the page, not about the results in it.
Outcome run_report(const ReportState& state) {
  const auto choices = choose_outputs(state.output, names_of(page_formats()));
  if (state.output.files.empty() && isatty(STDOUT_FILENO) != 0) {
    throw Error(Outcome::usage,
                "a page is for a browser, not for a terminal; give its file with -o report.html");
  }
  const JoinedResults joined = join_results(state.files, for_page());
  for (const std::string& remark : joined.remarks) logging::warning("{}", remark);
  write_result(open_outputs(choices), page_formats(), ShownResults{joined, state.title});
  return Outcome::passed;
}

}  // namespace

void add_report(Command command, const GlobalOptions&) {
  auto state = std::make_shared<ReportState>();
  command
      .option("file", state->files, "results as JSON, of `hippuzzle run` or of `hippuzzle grade`")
      .type_name("FILE")
      .required();
  state->output.files_replace = true;
  add_outputs(command, state->output, names_of(page_formats()));
  command.option("--title", state->title, "of the page [hippuzzle results]").type_name("TEXT");
  command.act([state] { return run_report(*state); });
}

}  // namespace hippuzzle::commands
