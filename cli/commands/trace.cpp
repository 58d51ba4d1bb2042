// `hippuzzle trace p16 --tiled --block 0,0`: what blocks of a kernel do, phase by phase.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/app/trace/trace_run.hpp"
#include "cli/app/trace/trace_source.hpp"
#include "cli/args/index_value.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lessons/lesson_text.hpp"
#include "cli/report/trace/trace_report.hpp"
#include "cli/report/trace/trace_steps.hpp"
#include "cli/report/verdict/findings/finding_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/screen/pager.hpp"
#include "cli/terminal/screen/standard_output.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "engine/platforms/platform.hpp"
#include "engine/protocol/trace_codec.hpp"

namespace hippuzzle::commands {
namespace {

struct TraceState {
  PuzzleArgument argument;
  TraceSettings settings;
  std::vector<std::string> blocks;
  std::string thread, html;
  bool steps = false;
};

// A page has the blocks of a small grid to choose from.
constexpr size_t page_of_blocks = 500'000;

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

void show(const TraceState& state, const TracedRun& traced) {
  if (!state.html.empty())
    write_output_file(state.html, trace_page(traced.trace, kernel_sources(traced.trace)));
  if (state.settings.run.json) {
    print(to_json(traced.trace) + "\n");
  } else if (state.steps) {
    print_paged(lesson_text(
        trace_title(traced.trace) + "\n\n" + trace_steps(traced.trace, StepSource::quoted, 2), {}));
  } else if (state.html.empty()) {
    TraceStyle style{{}, wants_colour(stdout), terminal_size().columns};
    if (traced.thread) style.threads = {*traced.thread};
    print(trace_text(traced.trace, style));
  }
  for (const Finding& f : traced.findings)
    if (f.suppressed.empty()) logging::warning("{}", headline(f));
}

Outcome run_trace(TraceState& state, const GlobalOptions& globals) {
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
    if (!state.html.empty() && !state.settings.run.json) state.settings.page_bytes = page_of_blocks;
  }
  for (const std::string& block : state.blocks) {
    const Index3 index = *parse_index(block);
    if (std::ranges::find(state.settings.blocks, index) == state.settings.blocks.end()) {
      state.settings.blocks.push_back(index);
    }
  }
  if (!state.thread.empty()) state.settings.thread = parse_index(state.thread);
  const CatalogEntry entry = state.argument.entry(globals);
  show(state, record_trace(only_variant(state, entry), globals, state.settings));
  return Outcome::passed;
}

}  // namespace

void add_trace(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<TraceState>();
  add_puzzle_argument(command, state->argument, globals, Variants::as_flags).required();
  command
      .option("--block", state->blocks,
              "a block that is shown, several by giving it several times [0,0,0; in a page those "
              "of a small grid]")
      .type_name("X,Y,Z")
      .check(index_check);
  command
      .option("--case", state->settings.case_name,
              "the case, by its number or a part of its name [1, the example]")
      .type_name("CASE");
  command
      .option("--size", state->settings.size,
              "random inputs of this size in place of a case: 256, or one number for each "
              "extent, with x between them")
      .type_name("SIZE");
  command
      .option("--kernel", state->settings.kernel,
              "of a variant with several launches, this kernel's")
      .type_name("NAME");
  command.option("--thread", state->thread, "list all that this thread does")
      .type_name("X,Y,Z")
      .check(index_check);
  command.option("--backend", state->settings.run.backend, "cpu, the only one that records")
      .type_name("NAME");
  add_emulate(command, state->settings.run.emulate);
  add_seed(command, state->settings.run);
  add_solution(command, state->settings.run, "trace");
  add_workspace(command, state->settings.run, "trace");
  command.flag("--json", state->settings.run.json, "print the trace as one JSON document");
  command.flag("--steps", state->steps, "tell it in numbered sentences, with the values");
  command.option("--html", state->html, "write a page with a slider over the phases to this file")
      .type_name("FILE");
  command.act([state, &globals] { return run_trace(*state, globals); });
}

}  // namespace hippuzzle::commands
