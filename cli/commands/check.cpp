// `hippuzzle check p16 [--tiled …]`: runs kernels that were compiled to be checked and says what is
// wrong with them beyond the answer.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <string_view>

#include "cli/app/learner/explained_words.hpp"
#include "cli/app/run/check_run.hpp"
#include "cli/app/run/named_mistakes.hpp"
#include "cli/app/run/run_settings.hpp"
#include "cli/app/run/session.hpp"
#include "cli/app/run/sizes.hpp"
#include "cli/app/trace/trace_source.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/output_options.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/trace/race_text.hpp"
#include "cli/report/verdict/findings/findings.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "engine/performance/roofline/device_ceilings.hpp"
#include "engine/platforms/platforms.hpp"
#include "engine/results/finding_kinds.hpp"

namespace hippuzzle::commands {
namespace {

using namespace std::string_view_literals;

struct CheckState {
  PuzzleArgument argument;
  RunSettings run;
  std::optional<std::string> only;  // with commas; otherwise all
  uint64_t max_steps = 0;
  uint64_t most = 20;
  bool counts = false, remarks = false;
  std::string device;                 // a GPU's number, or the name that remarks are about
  MeasureSettings measure;            // its sizes
  std::optional<std::string> blocks;  // a number
  uint64_t schedules = usual_schedules;
  std::optional<std::string> backend;  // else cpu, or amd where it is emulated
  OutputSettings output;
  bool explain = false;
  std::string html;  // the page of the first race that is explained
};

std::string known_rules(const std::string& list) {
  for (const std::string& word : comma_separated(list)) {
    const auto named = [&](const FindingRule& rule) {
      return word == rule.id || word == rule.category;
    };
    if (std::ranges::any_of(finding_rules(), named)) continue;
    return fmt::format("there is no kind of finding '{}', choose from {}", word,
                       fmt::join(finding_categories(), ", "));
  }
  return "";
}

std::string known_backend(const std::string& word) {
  if (find_platform(word) != nullptr) return "";
  return fmt::format("kernels are checked on {}, found '{}'", platform_words(), word);
}

VerdictOutputs make_outputs(const CheckState& state, const std::vector<OutputChoice>& choices) {
  const CheckReportStyle style{state.most, state.counts, state.counts || state.remarks};
  return {choices, [&](const std::string& format, const Look& look) {
            if (format == "sarif") return make_sarif();
            return format == "json" ? make_verdict_json() : make_check_text(style, look);
          }};
}

Outcome report_not_started(VerdictOutputs& outputs, const std::string& id, const Error& error) {
  const VariantResult result = failed_result(id, Kernels::yours, error);
  outputs.result(result);
  outputs.end({std::span(&result, 1), result.outcome});
  return result.outcome;
}

// SARIF holds findings alone.
void require_place(const std::vector<OutputChoice>& choices, const char* option,
                   const std::string& what) {
  if (std::ranges::find(choices, "sarif", &OutputChoice::format) == choices.end()) return;
  throw Error(Outcome::usage,
              fmt::format("SARIF has no place for {}; use {} with --format json", what, option));
}

// Nothing stands for the puzzle's own cases.
std::vector<std::optional<hippuzzle_extents>> sizes_of(const CheckState& state,
                                                       const hippuzzle_variant& variant) {
  std::vector<std::optional<hippuzzle_extents>> all;
  for (const hippuzzle_extents& size : read_sizes(state.measure.sizes, variant)) {
    all.emplace_back(size);
  }
  if (all.empty()) all.emplace_back();
  return all;
}

void say_what_is_not_explained(const VariantResult& result) {
  const auto others = std::ranges::count_if(
      result.findings, [](const Finding& f) { return rule_of(f.kind).category != "race"sv; });
  if (others == 0) return;
  logging::warning(
      "--explain explains races, and of {} finding{} {} {} of another kind; `hippuzzle trace` "
      "shows "
      "what threads do",
      result.findings.size(), result.findings.size() == 1 ? "" : "s", others,
      others == 1 ? "is" : "are");
}

// The page of the first race that is explained.
void write_page(const std::string& file, const std::vector<VariantResult>& results) {
  for (const VariantResult& result : results) {
    const auto race = std::ranges::find(result.explained, "", &ExplainedRace::why_not);
    if (race == result.explained.end()) continue;
    write_output_file(file, race_page(*race, kernel_sources(race->trace)));
    return;
  }
  logging::warning("no race is explained, so '{}' is not written", file);
}

// A device's data sheet, for remarks. Throws Error(usage) with the names that there are.
MemoryRates memory_rates(const SearchPath& search_path, const std::string& device) {
  std::string name = device;
  std::ranges::transform(name, name.begin(),  // H200 is h200
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const Ceilings sheet = ceilings_from_file(search_path, name);
  return {sheet.device, sheet.value("l2"), sheet.value("shared")};
}

// A number selects a GPU, and a name a data sheet.
bool is_named(const std::string& device) {
  return !device.empty() && !whole_number(device).empty();
}

void say_which_word_is_explained(const std::vector<OutputChoice>& choices,
                                 const std::vector<VariantResult>& results, bool counts) {
  for (const VariantResult& result : results) {
    const std::string rule = first_rule(result.findings);
    if (!rule.empty()) return say_where_words_are_explained(choices, rule);
  }
  if (counts) say_where_words_are_explained(choices, "sector");
}

Outcome run_check(CheckState& state, const GlobalOptions& globals) {
  const auto choices = choose_outputs(state.output, check_format_names());
  const std::string backend =
      state.backend.value_or(state.run.emulate ? emulated_platform().name : cpu_platform().name);
  if ((backend == emulated_platform().name) != state.run.emulate.has_value()) {
    throw Error(Outcome::usage,
                state.run.emulate ? "--emulate is about AMD's GPUs; leave out --backend"
                                  : "AMD's kernels are checked on an emulated GPU; add --emulate");
  }
  const bool counts = state.counts || state.remarks;
  if (counts && !is_simulated(backend)) {
    throw Error(Outcome::usage,
                "--counts works on the CPU platform only; leave out --backend and --emulate");
  }
  if ((state.blocks || !state.measure.sizes.empty()) && !is_simulated(backend)) {
    throw Error(
        Outcome::usage,
        "--size and --blocks work on the CPU platform only; leave out --backend and --emulate");
  }
  if (counts) require_place(choices, state.counts ? "--counts" : "--remarks", "counts");
  if (state.explain && !is_simulated(backend)) {
    throw Error(Outcome::usage,
                "--explain works on the CPU platform only, which traces what threads do; leave out "
                "--backend and --emulate");
  }
  if (state.explain) require_place(choices, "--explain", "explanations");
  MemoryRates rates;
  if (is_named(state.device)) {
    if (!counts)
      throw Error(Outcome::usage,
                  fmt::format("--device {}: the name of a device is for remarks; add --remarks",
                              state.device));
    rates = memory_rates(globals.search_path(), state.device);
  } else if (!state.device.empty()) {
    state.run.device = std::stoi(state.device);
  }
  const CatalogEntry entry = state.argument.entry(globals);
  VerdictOutputs outputs = make_outputs(state, choices);
  const std::string& id = entry.refs.front().puzzle->id();
  auto here = Learner::here(globals.catalog(), state.run);
  say_whose_kernels_run(here, state.run);
  Learner* learner = here && here->solves(id) ? &*here : nullptr;
  try {
    if (learner != nullptr) learner->require_started(id);
  } catch (const Error& error) {
    return report_not_started(outputs, entry.id, error);
  }
  std::optional<uint64_t> blocks;
  if (state.blocks) blocks = std::stoull(*state.blocks);
  CheckSettings settings{state.only ? comma_separated(*state.only) : std::vector<std::string>{},
                         state.max_steps,
                         backend,
                         wanted_device(state.run),
                         counts,
                         {},
                         blocks,
                         static_cast<uint32_t>(state.schedules)};
  NamedMistakes mistakes(globals.search_path(), learner);
  std::vector<VariantResult> results;
  std::vector<Outcome> outcomes;
  for (const auto& size : sizes_of(state, *entry.refs.front().variant)) {
    settings.size = size;
    for (const VariantRef& ref : entry.refs) {
      const auto& flags = state.argument.flags;
      if (!flags.empty() && std::ranges::find(flags, ref.flag) == flags.end()) continue;
      results.push_back(
          check(ref, globals.search_path(), learner, run_options(state.run), settings));
      outcomes.push_back(results.back().outcome);
      results.back().rates = rates;
      if (settings.only.empty() && !blocks) mistakes.add_to(results.back(), ref);
      if (state.explain) {
        explain_races(results.back(), ref, globals.search_path(), learner, run_options(state.run),
                      settings, state.most);
        say_what_is_not_explained(results.back());
      }
      if (learner != nullptr && settings.only.empty() && !size && !blocks) {
        learner->record(ref.puzzle->id(), ref.variant->name, results.back());
      }
      outputs.result(results.back());
    }
  }
  outputs.end({results, worst(outcomes)});
  say_which_word_is_explained(choices, results, counts);
  if (!state.html.empty()) write_page(state.html, results);
  return worst(outcomes);
}

}  // namespace

void add_check(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<CheckState>();
  add_puzzle_argument(command, state->argument, globals, Variants::as_flags).required();
  command.option("--only", state->only, "kinds of findings, separated by commas")
      .type_name("KIND")
      .check(known_rules);
  command
      .option("--backend", state->backend,
              "cpu; nvidia: on a GPU, under compute-sanitizer; amd: with --emulate [cpu]")
      .type_name("NAME")
      .check(known_backend);
  command
      .option("--device", state->device,
              "number of the GPU, as `hippuzzle devices` lists them; with --remarks or --counts "
              "also the name of a device: h200, a100, …")
      .type_name("N|NAME");
  add_emulate(command, state->run.emulate);
  command.option("--max", state->most, "show at most N findings per variant [20]")
      .type_name("N")
      .check(whole_number);
  command
      .option("--steps", state->max_steps, "basic blocks that a thread may run through [67108864]")
      .type_name("N")
      .check(positive_number);
  state->run.timeout_seconds = check_seconds;
  add_timeout(command, state->run);
  add_seed(command, state->run);
  add_solution(command, state->run, "check");
  add_workspace(command, state->run, "check");
  add_confined(command, state->run);
  command.flag("--counts", state->counts,
               "show what kernels ask of memory, in the example or at --size: accesses, requests, "
               "bank conflicts");
  command.flag("--remarks", state->remarks,
               "list, line by line, the memory traffic that a correct kernel could avoid: sectors, "
               "bank conflicts, idle lanes, repeated accesses; --counts lists it too");
  add_sizes(command, state->measure,
            "random inputs of this size in place of the puzzle's cases: 256, or one number for "
            "each extent, with x between them; several with commas");
  command
      .option("--blocks", state->blocks,
              "check at most N blocks of each launch, 0 for all [all; with --counts and --size at "
              "least 64]")
      .type_name("N")
      .check(whole_number);
  command
      .option("--schedules", state->schedules,
              "how many orders of blocks and threads to try for kernels whose result may depend on "
              "the order; 1: by number only [3]")
      .type_name("N")
      .check(at_least_one);
  command.flag("--explain", state->explain,
               "of a race, look for the smallest launch that shows it, and show both accesses as "
               "`hippuzzle trace` does");
  command
      .option("--html", state->html,
              "with --explain: write the trace of the first race to this file, as a page")
      .type_name("FILE")
      .needs(command.named("--explain"),
             "--html writes the page of an explained race; add --explain");
  add_outputs(command, state->output, check_format_names());
  command.act([state, &globals] { return run_check(*state, globals); });
}

}  // namespace hippuzzle::commands
