// `hippuzzle trace p16 --tiled --block 0,0`: the actions of a kernel's blocks, phase by phase.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/app/run/check_run.hpp"
#include "cli/app/trace/trace_run.hpp"
#include "cli/app/trace/trace_source.hpp"
#include "cli/args/index_value.hpp"
#include "cli/args/output_options.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lessons/lesson_text.hpp"
#include "cli/report/trace/trace_report.hpp"
#include "cli/report/trace/trace_steps.hpp"
#include "cli/report/verdict/findings/finding_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/pager.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle::commands {
namespace {

struct TraceState {
  PuzzleArgument argument;
  TraceSettings settings;
  std::vector<std::string> blocks;
  std::string thread;
  bool steps = false;
  OutputSettings output;
};

// A page has the blocks of a small grid to choose from.
constexpr size_t page_of_blocks = 500'000;

std::string known_backend(const std::string& word) {
  if (find_platform(word) != nullptr) return "";
  return fmt::format("there is no backend '{}'; traces are recorded on {}", word,
                     cpu_platform().name);
}

const VariantRef& only_variant(const TraceState& state, const CatalogEntry& entry) {
  const auto& flags = state.argument.flags;
  const auto asked = [&](const VariantRef& e) {
    return flags.empty() || std::ranges::find(flags, e.flag) != flags.end();
  };
  if (std::ranges::count_if(entry.refs, asked) == 1)
    return *std::ranges::find_if(entry.refs, asked);
  std::vector<std::string> names;
  for (const VariantRef& e : entry.refs) names.push_back("--" + e.flag);
  throw Error(Outcome::usage, fmt::format("a trace shows one variant of {}; choose one of {}",
                                          entry.id, fmt::join(names, ", ")));
}

bool asks_for(const std::vector<OutputChoice>& choices, const char* format) {
  return std::ranges::find(choices, format, &OutputChoice::format) != choices.end();
}

void show(const TraceState& state, std::vector<OutputChoice> choices, const TracedRun& traced) {
  if (state.steps && !asks_for(choices, "json")) {  // the sentences instead of the table
    std::erase_if(choices, [](const OutputChoice& choice) { return !choice.file; });
    print_paged(lesson_text(
        trace_title(traced.trace) + "\n\n" + trace_steps(traced.trace, StepSource::quoted, 2), {}));
  }
  PrintedTrace shown{traced.trace, {}, {}};
  if (traced.thread) shown.threads = {*traced.thread};
  if (asks_for(choices, "html")) shown.sources = kernel_sources(traced.trace);
  write_result(open_outputs(choices), trace_formats(), shown);
  for (const Finding& f : traced.findings)
    if (f.suppressed.empty()) logging::warning("{}", headline(f));
}

Outcome run_trace(TraceState& state, const GlobalOptions& globals) {
  const auto choices = choose_outputs(state.output, names_of(trace_formats()));
  const auto& backend = state.settings.run.backend;
  if (state.settings.run.emulate) {
    throw Error(
        Outcome::unsupported,
        "a trace shows what threads do between barriers, which the CPU platform records and "
        "the interpreter of AMD's instructions does not; leave out --emulate, or `hippuzzle "
        "check` with it");
  }
  if (backend && !is_simulated(*backend)) {
    throw Error(
        Outcome::unsupported,
        fmt::format("a trace is recorded on the CPU platform, not on '{}'; use --backend {}",
                    *backend, cpu_platform().name));
  }
  if (state.blocks.empty()) {
    state.blocks = {"0,0,0"};
    if (asks_for(choices, "html") && !asks_for(choices, "json")) {
      state.settings.page_bytes = page_of_blocks;
    }
  }
  for (const std::string& block : state.blocks) {
    const Index3 index = *parse_index(block);
    if (std::ranges::find(state.settings.blocks, index) == state.settings.blocks.end()) {
      state.settings.blocks.push_back(index);
    }
  }
  if (!state.thread.empty()) state.settings.thread = parse_index(state.thread);
  const CatalogEntry entry = state.argument.entry(globals);
  show(state, choices, record_trace(only_variant(state, entry), globals, state.settings));
  return Outcome::passed;
}

}  // namespace

void add_trace(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<TraceState>();
  add_puzzle_argument(command, state->argument, globals, Variants::as_flags).required();
  command
      .option("--block", state->blocks,
              "the block to show; repeat it for several [0,0,0; on a page all blocks of a small "
              "grid]")
      .type_name("X,Y,Z")
      .check(index_check);
  command
      .option("--case", state->settings.case_name,
              "the case, by its number or a part of its name [1, the example]")
      .type_name("CASE");
  command
      .option("--size", state->settings.size,
              "random inputs of this size instead of a case: 256, or one number for each "
              "extent, with x between them")
      .type_name("SIZE");
  command
      .option("--only-kernel", state->settings.kernel,
              "only this kernel, for a variant with several")
      .type_name("NAME");
  command.option("--thread", state->thread, "list every access of this thread")
      .type_name("X,Y,Z")
      .check(index_check);
  command.option("--backend", state->settings.run.backend, "cpu, the only platform with traces")
      .type_name("NAME")
      .check(known_backend);
  add_emulate(command, state->settings.run.emulate);
  state->settings.run.timeout_seconds = check_seconds;
  add_timeout(command, state->settings.run);
  add_seed(command, state->settings.run);
  add_solution(command, state->settings.run, "trace");
  add_workspace(command, state->settings.run, "trace");
  add_confined(command, state->settings.run);
  command.flag("--steps", state->steps, "tell it in numbered sentences, with the values");
  state->output.files_replace = true;
  add_outputs(command, state->output, names_of(trace_formats()));
  command.act([state, &globals] { return run_trace(*state, globals); });
}

}  // namespace hippuzzle::commands
