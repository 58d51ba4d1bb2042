#include "commands/bench.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>

#include "commands/bench_compare.hpp"
#include "commands/learner.hpp"
#include "commands/puzzle_argument.hpp"
#include "commands/run_settings.hpp"
#include "engine/backend.hpp"
#include "engine/benchmark.hpp"
#include "report/bench_report.hpp"
#include "suggest.hpp"
#include "view/progress_bar.hpp"

namespace hippuzzle::commands {
namespace {

struct State {
  PuzzleArgument puzzle;
  std::vector<std::string> variants;
  std::vector<std::string> sizes;
  RunSettings settings;
  double budget = 5;
  bool baseline = false, hot = false, cold = false, csv = false, compared = false;
};

std::vector<Exercise> chosen(const Chapter& chapter, const State& state) {
  std::vector<std::string> wanted = state.puzzle.flags;
  wanted.insert(wanted.end(), state.variants.begin(), state.variants.end());
  if (wanted.empty()) return chapter.exercises;
  std::vector<Exercise> all;
  for (const std::string& flag : wanted) {
    const auto found = std::ranges::find(chapter.exercises, flag, &Exercise::flag);
    if (found == chapter.exercises.end()) {
      std::vector<std::string> flags;
      for (const Exercise& exercise : chapter.exercises) flags.push_back(exercise.flag);
      const std::string best = nearest(flag, flags);
      throw Error(Outcome::usage,
                  fmt::format("{} has no variant '{}'; {}", chapter.id, flag,
                              best.empty() ? fmt::format("see `hippuzzle {} --help`", chapter.id)
                                           : fmt::format("did you mean '{}'?", best)));
    }
    all.push_back(*found);
  }
  return all;
}

// The first platform of --backend that has a device and the puzzle. What has neither is passed over
// for "auto", and said otherwise.
Candidate candidate(const State& state, const Globals& globals, Learner* learner,
                    const std::string& id) {
  const std::string backend =
      state.settings.backend.value_or(learner != nullptr ? learner->backend() : "auto");
  std::string passed_over;
  for (Choice& choice : choices(backend, globals.search_path(), id, state.settings.device)) {
    if (learner != nullptr) learner->take_part(choice, id);
    if (choice.candidate) {
      if (backend == "auto") spdlog::info("backend {}", choice.platform);
      return *choice.candidate;
    }
    passed_over +=
        fmt::format("{}{}: {}", passed_over.empty() ? "" : "; ", choice.platform, choice.why_not);
  }
  throw Error(Outcome::unsupported, passed_over);
}

std::unique_ptr<BenchReport> make_report(const State& state) {
  if (state.settings.json) return make_bench_json();
  return state.csv ? make_bench_csv() : make_bench_text();
}

Outcome run(const State& state, const Globals& globals) {
  const Chapter chapter = state.puzzle.chapter(globals);
  const std::vector<Exercise> exercises = chosen(chapter, state);
  const std::string id = exercises.front().puzzle->id();
  std::vector<hippuzzle_extents> extents;  // all of them read before anything is begun
  for (const std::string& size : state.sizes) {
    extents.push_back(parse_size(size, *exercises.front().variant));
  }
  auto learner = Learner::here(globals.search_path(), state.settings);
  if (learner) learner->require_started(id);
  const Candidate on = candidate(state, globals, learner ? &*learner : nullptr, id);
  if (extents.empty()) {
    extents.push_back(
        parse_size(on.platform == "cpu" ? "256" : "1024", *exercises.front().variant));
  }

  BenchOptions options;
  options.seed = state.settings.seed;
  options.timeout = state.settings.options().timeout;
  options.in_process = state.settings.in_process;
  options.cold = !state.hot;
  options.baseline = state.baseline;
  options.budget_seconds = state.budget;

  const auto report = make_report(state);
  std::vector<Outcome> outcomes;
  for (const hippuzzle_extents& e : extents) {
    Bench bench;
    {
      ProgressBar bar;
      bench = benchmark(exercises, e, on, options, [&](const std::string& step, double fraction) {
        bar.show(fmt::format("{}: {}", size_text(e), step), fraction);
      });
    }
    report->size(bench);
    for (const Measured& m : bench.results) {
      // A library that is not there is no failure of what was to be measured.
      if (!m.is_baseline || m.outcome != Outcome::unsupported) outcomes.push_back(m.outcome);
    }
  }
  return worst(outcomes);
}

std::string positive_seconds(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool ok = !text.empty() && *end == '\0' && value > 0 && value <= 86'400;
  return ok ? "" : fmt::format("expected seconds between 0 and 86400, found '{}'", text);
}

}  // namespace

void setup_bench(Command app, const Globals& globals, Outcome& outcome) {
  auto state = std::make_shared<State>();
  state->settings.timeout_seconds = 60;
  const Command command = app.subcommand("bench", "Measure a puzzle's variants, correct first");
  add_puzzle_argument(command, state->puzzle, globals, Variants::as_flags);
  command
      .option("--variant", state->variants,
              "measure these only, with commas between them [all of them]")
      .type_name("NAME")
      .repeatable();
  command
      .option("--size", state->sizes,
              "sizes with commas between them: 1024,4096x4096x512 [1024, on the CPU 256]")
      .type_name("SIZE")
      .repeatable();
  command.flag("--baseline", state->baseline,
               "measure the vendor's BLAS as well, in the same turns");
  command.flag("--cold", state->cold, "flush the caches before each launch [so]");
  command.flag("--hot", state->hot, "leave the caches as the same launch left them");
  command
      .option("--budget", state->budget,
              "seconds that measuring a size may take, if it is not sure before [5]")
      .type_name("SECONDS")
      .check(positive_seconds);
  add_run_settings(command, state->settings, "auto, cpu, nvidia or amd [auto]");
  command.flag("--csv", state->csv, "print a line of comma-separated values a variant");
  setup_bench_compare(command, state->compared, outcome);
  command.act([state, &globals, &outcome] {
    if (state->compared) return;
    if (state->puzzle.id.empty()) {
      throw Error(Outcome::usage, "`hippuzzle bench` needs a puzzle, such as p16, or `compare`");
    }
    outcome = run(*state, globals);
  });
}

}  // namespace hippuzzle::commands
