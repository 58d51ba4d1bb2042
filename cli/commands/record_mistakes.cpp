// `hippuzzle record-mistakes p16 …`: the build's own command, hidden from help. Runs a puzzle's
// wrong kernels on the CPU and records their results; it also checks the kernels that it is told
// to, which give right answers, and records the findings.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "cli/app/run/check_run.hpp"
#include "cli/commands/commands.hpp"
#include "engine/judge/cases/judge_module.hpp"
#include "engine/judge/child/child_runner.hpp"
#include "engine/judge/judge.hpp"
#include "engine/judge/known_mistakes.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle::commands {
namespace {

namespace fs = std::filesystem;

struct RecordMistakesState {
  std::string id;
  std::string modules;               // <modules>/<name>/cpu/<id>.so
  std::vector<std::string> kernels;  // wrong/<name>.hip
  std::vector<std::string> checked;  // "<name>:<variant>"; <modules>/<name>/cpu/<id>.check.so
  std::string output;
};

// A whole check, as by `hippuzzle check`, and the one that a run makes: a claim's number differs if
// only some blocks are checked.
void record_findings(KnownMistakes& mistakes, const std::string& sentence, const VariantRef& ref,
                     const fs::path& root) {
  const SearchPath with_kernel({root});
  RunOptions options;
  options.seed = recorded_seed;
  options.quiet = true;
  options.timeout = std::chrono::minutes(5);
  VariantResult whole = check(ref, with_kernel, nullptr, options, {});
  VariantResult quick = quick_check(ref, with_kernel, nullptr, options);
  for (VariantResult* result : {&whole, &quick}) {
    result->variant = ref.variant->name;
    mistakes.record(sentence, *result);
  }
}

Outcome run_record_mistakes(const RecordMistakesState& state, const SearchPath& search_path) {
  const auto judge_module = search_path.judge_module(state.id);
  const auto runtime = search_path.device_runtime(cpu_platform().name);
  if (!judge_module || !runtime) {
    throw Error(
        Outcome::load_failed,
        fmt::format("cannot record the mistakes of {}: its judge module or the CPU's device "
                    "runtime is not in {}; build them first",
                    state.id, search_path.describe()));
  }
  const auto module_of_judge = std::make_shared<const JudgeModule>(*judge_module, state.id);
  const JudgeModule& puzzle = *module_of_judge;
  RunOptions options;
  options.seed = recorded_seed;
  KnownMistakes mistakes;
  for (const fs::path kernel : state.kernels) {
    const fs::path module =
        fs::path(state.modules) / kernel.stem() / cpu_platform().name / (state.id + ".so");
    const Candidate candidate{
        .platform = cpu_platform().name, .module = fs::absolute(module), .runtime = *runtime};
    for (const hippuzzle_variant& variant : puzzle.variants()) {
      mistakes.record(mistake_sentence(kernel),
                      judge(puzzle, variant, candidate, options, run_in_child));
      const std::string name = fmt::format("{}:{}", kernel.stem().string(), variant.name);
      if (std::ranges::find(state.checked, name) != state.checked.end()) {
        record_findings(mistakes, mistake_sentence(kernel),
                        {module_of_judge, &variant, state.id, variant.name, {}},
                        fs::absolute(fs::path(state.modules) / kernel.stem()));
      }
    }
  }
  mistakes.save(state.output);
  return Outcome::passed;
}

}  // namespace

void add_record_mistakes(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<RecordMistakesState>();
  command.option("id", state->id, "the puzzle").required();
  command.option("--modules", state->modules, "where the wrong kernels' modules are").required();
  command.option("--kernels", state->kernels, "the wrong kernels' sources");
  command.option("--checked", state->checked,
                 "the kernels and variants, kernel:variant, whose mistake only a check finds");
  command.option("--output", state->output, "the file to write").required();
  command.act([state, &globals] { return run_record_mistakes(*state, globals.search_path()); });
}

}  // namespace hippuzzle::commands
