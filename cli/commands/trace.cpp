// `hippuzzle trace p16 --tiled --block 0,0`: what one block of a kernel does, phase by phase.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/app/check_run.hpp"
#include "cli/app/run_options.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/finding_text.hpp"
#include "cli/report/trace_report.hpp"
#include "cli/terminal/logging.hpp"
#include "cli/terminal/output_file.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/terminal/terminal.hpp"
#include "engine/protocol/trace_codec.hpp"

namespace hippuzzle::commands {
namespace {

using Index = std::array<uint32_t, 3>;

struct State {
  PuzzleArgument argument;
  RunSettings run;
  std::string block = "0,0,0", thread, kernel, html;
  std::string case_name = "1";
};

std::optional<Index> parse_index(const std::string& text) {
  const std::vector<std::string> words = comma_separated(text);
  Index index = {};
  if (words.size() > index.size()) return std::nullopt;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() > 9 || !whole_number(words[i]).empty()) return std::nullopt;
    index[i] = static_cast<uint32_t>(std::stoul(words[i]));
  }
  return index;
}

std::string index_check(const std::string& text) {
  if (parse_index(text)) return "";
  return fmt::format("expected x, x,y or x,y,z, such as 0,1, found '{}'", text);
}

const VariantRef& only_variant(const State& state, const CatalogEntry& entry) {
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

// The number of the case that is asked for by its number, its name or a part of it.
size_t find_case(const std::string& asked, const CaseSet& set, const VariantRef& ref) {
  std::vector<size_t> found;
  std::vector<std::string> names;
  for (size_t number = 1; number <= set.cases.size(); ++number) {
    const std::string& name = set.cases[number - 1].name;
    if (asked == name || asked == std::to_string(number)) return number;
    if (name.find(asked) != std::string::npos) found.push_back(number);
    names.push_back(fmt::format("{}: {}", number, name));
  }
  if (found.size() == 1) return found.front();
  const std::string title = ref.flag.empty() ? ref.id : fmt::format("{} --{}", ref.id, ref.flag);
  throw Error(Outcome::usage, fmt::format("{} case of {} is called '{}'; choose one of {}",
                                          found.empty() ? "no" : "more than one", title, asked,
                                          fmt::join(names, "; ")));
}

std::string dimensions(const Index& d) { return fmt::format("{} x {} x {}", d[0], d[1], d[2]); }

// Keeps the launches that can be shown. Throws when none can, or one is too large.
void choose_launches(Trace& trace, const std::string& kernel) {
  std::vector<std::string> names;
  for (const TracedLaunch& launch : trace.launches) names.push_back(launch.kernel);
  if (!kernel.empty())
    std::erase_if(trace.launches, [&](const TracedLaunch& l) { return l.kernel != kernel; });
  if (trace.launches.empty()) {
    if (names.empty()) throw Error(Outcome::wrong_answer, "no kernel was launched");
    throw Error(Outcome::usage, fmt::format("no kernel '{}' was launched; choose one of {}", kernel,
                                            fmt::join(names, ", ")));
  }
  const auto has_block = [](const TracedLaunch& l) { return l.has_block; };
  if (std::ranges::none_of(trace.launches, has_block)) {
    const TracedLaunch& first = trace.launches.front();
    throw Error(Outcome::usage,
                fmt::format("block ({}) is outside the grid: '{}' has {} blocks",
                            fmt::join(trace.block, ", "), first.kernel, dimensions(first.grid)));
  }
  for (const TracedLaunch& launch : trace.launches) {
    if (!launch.is_too_large) continue;
    throw Error(Outcome::unsupported,
                fmt::format("'{}' is too large to be traced: the block makes more than {} accesses "
                            "to memory, or holds more than {} MiB over its phases; choose a "
                            "smaller case with --case",
                            launch.kernel, most_traced_accesses, most_traced_bytes >> 20));
  }
}

void require_end(const VariantResult& result) {
  for (const Finding& f : result.findings) {
    if (f.kind != FindingKind::runaway || f.sides.empty()) continue;
    const SourcePlace& place = f.sides.front().place;
    throw Error(Outcome::findings,
                fmt::format("there is no trace of a kernel that does not end: {} runs on and on at "
                            "{}:{}",
                            describe_side(f, 0), place.file, place.line));
  }
  if (!result.trace) throw Error(result.outcome, result.reason, result.advice);
}

std::optional<uint32_t> shown_thread(const State& state, const Trace& trace) {
  if (state.thread.empty()) return std::nullopt;
  const Index asked = *parse_index(state.thread);
  for (const TracedLaunch& launch : trace.launches) {
    const Index& size = launch.block;
    if (asked[0] < size[0] && asked[1] < size[1] && asked[2] < size[2])
      return (asked[2] * size[1] + asked[1]) * size[0] + asked[0];
    throw Error(Outcome::usage,
                fmt::format("thread ({}) is outside the block: '{}' has {} threads a block",
                            fmt::join(asked, ", "), launch.kernel, dimensions(size)));
  }
  return std::nullopt;
}

Outcome run(const State& state, const GlobalOptions& globals) {
  if (state.run.backend && *state.run.backend != "cpu") {
    throw Error(Outcome::unsupported,
                fmt::format("a trace is recorded on the CPU platform, not on '{}'; use --backend "
                            "cpu",
                            *state.run.backend));
  }
  const CatalogEntry entry = state.argument.entry(globals);
  const VariantRef& ref = only_variant(state, entry);
  auto learner = Learner::of(ref.puzzle->id(), globals.search_path(), state.run);

  const CaseSet cases = make_cases(*ref.variant, state.run.seed, ref.example);
  VariantResult result = trace(ref, globals.search_path(), learner ? &*learner : nullptr,
                               run_options(state.run), Traced{.block = *parse_index(state.block)},
                               cases, find_case(state.case_name, cases, ref));
  require_end(result);
  Trace& trace = *result.trace;
  trace.puzzle = ref.id;
  trace.variant = ref.flag;
  choose_launches(trace, state.kernel);
  const auto thread = shown_thread(state, trace);

  if (!state.html.empty()) write_output_file(state.html, trace_page(trace));
  if (state.run.json) {
    print(to_json(trace) + "\n");
  } else if (state.html.empty()) {
    print(trace_text(trace, {thread, wants_colour(stdout), terminal_size().columns}));
  }
  for (const Finding& f : result.findings)
    if (f.suppressed.empty()) logging::warning("{}", headline(f));
  return Outcome::passed;
}

}  // namespace

void add_trace(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<State>();
  add_puzzle_argument(command, state->argument, globals, Variants::as_flags).required();
  command.option("--block", state->block, "the block that is shown [0,0,0]")
      .type_name("X,Y,Z")
      .check(index_check);
  command
      .option("--case", state->case_name,
              "the case, by its number or a part of its name [1, the example]")
      .type_name("CASE");
  command.option("--kernel", state->kernel, "of a variant with several launches, this kernel's")
      .type_name("NAME");
  command.option("--thread", state->thread, "list all that this thread does")
      .type_name("X,Y,Z")
      .check(index_check);
  command.option("--backend", state->run.backend, "cpu, the only one that records")
      .type_name("NAME");
  add_seed(command, state->run);
  add_solution(command, state->run, "trace");
  command.flag("--json", state->run.json, "print the trace as one JSON document");
  command.option("--html", state->html, "write a page with a slider over the phases to this file")
      .type_name("FILE");
  command.act([state, &globals] { return run(*state, globals); });
}

}  // namespace hippuzzle::commands
