// `hippuzzle record-findings p16 …`: the build's own command, hidden from help. Checks a puzzle's
// wrong kernels and records the findings, for the book.
#include <fmt/format.h>

#include <memory>

#include "cli/app/run/check_run.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/verdict/findings/wrong_kernels.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "engine/judge/child/child_runner.hpp"
#include "engine/judge/judge.hpp"
#include "engine/judge/known_mistakes.hpp"
#include "engine/platforms/platforms.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle::commands {
namespace {

namespace fs = std::filesystem;

struct RecordFindingsState {
  std::string id;
  std::string modules;               // <modules>/<name>/cpu/<id>.check.so
  std::vector<std::string> kernels;  // wrong/<name>.hip
  std::string output;
};

RunOptions checked_options() {
  RunOptions options;
  options.seed = recorded_seed;
  options.quiet = true;
  options.timeout = std::chrono::minutes(5);
  options.mode = Checked{.max_steps = 0,
                         .count_accesses = false,
                         .sample = {.seed = recorded_seed},
                         .schedules = {usual_schedules, recorded_seed}};
  return options;
}

Outcome run_record_findings(const RecordFindingsState& state, const SearchPath& search_path) {
  const auto judge_module = search_path.judge_module(state.id);
  const auto runtime = search_path.device_runtime(cpu_platform().name);
  if (!judge_module || !runtime) {
    throw Error(Outcome::load_failed,
                fmt::format("cannot check the wrong kernels of {}: its judge module or the CPU's "
                            "device runtime is not in {}; build them first",
                            state.id, search_path.describe()));
  }
  const JudgeModule puzzle(*judge_module, state.id);
  std::vector<WrongKernel> all;
  for (const fs::path kernel : state.kernels) {
    const fs::path module =
        fs::path(state.modules) / kernel.stem() / cpu_platform().name / (state.id + ".check.so");
    const Candidate candidate{
        .platform = cpu_platform().name, .module = fs::absolute(module), .runtime = *runtime};
    WrongKernel wrong{kernel.stem(), mistake_sentence(kernel), read_file(kernel).value_or(""), {}};
    for (const hippuzzle_variant& variant : puzzle.variants()) {
      RunOptions options = checked_options();
      options.only_usual_tiles = true;  // wrong kernels are not compiled to be checked in others
      wrong.results.push_back(judge(puzzle, variant, candidate, options, run_in_child));
      wrong.results.back().variant = variant.name;
    }
    all.push_back(std::move(wrong));
  }
  write_output_file(state.output, wrong_kernels_json(all));
  return Outcome::passed;
}

}  // namespace

void add_record_findings(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<RecordFindingsState>();
  command.option("id", state->id, "the puzzle").required();
  command.option("--modules", state->modules, "where the wrong kernels' modules are").required();
  command.option("--kernels", state->kernels, "the wrong kernels' sources");
  command.option("--output", state->output, "the file to write").required();
  command.act([state, &globals] { return run_record_findings(*state, globals.search_path()); });
}

}  // namespace hippuzzle::commands
