// `hippuzzle report results.json -o report.html`: results as one page that needs nothing beside it.
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/results/results_page.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/screen/standard_output.hpp"

namespace hippuzzle::commands {
namespace {

struct ReportState {
  std::vector<std::string> files;
  std::optional<std::string> output;
  std::string title = "hippuzzle results";
};

// The page is the outcome; what is in it is not.
Outcome run_report(const ReportState& state) {
  const JoinedResults joined = join_results(state.files, for_page());
  for (const std::string& remark : joined.remarks) logging::warning("{}", remark);
  const std::string page = results_page(joined, state.title);
  if (state.output) {
    write_output_file(*state.output, page);
  } else {
    print(page);
  }
  return Outcome::passed;
}

}  // namespace

void add_report(Command command, const GlobalOptions&) {
  auto state = std::make_shared<ReportState>();
  command
      .option("file", state->files, "results as JSON, of `hippuzzle run` or of `hippuzzle grade`")
      .type_name("FILE")
      .required();
  command.option("-o,--output", state->output, "write the page to FILE instead of standard output")
      .type_name("FILE");
  command.option("--title", state->title, "of the page [hippuzzle results]").type_name("TEXT");
  command.act([state] { return run_report(*state); });
}

}  // namespace hippuzzle::commands
