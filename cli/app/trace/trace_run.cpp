#include "cli/app/trace/trace_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/app/run/check_run.hpp"
#include "cli/app/run/run_settings.hpp"
#include "cli/app/trace/trace_limits.hpp"
#include "cli/report/verdict/findings/finding_text.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "engine/judge/cases/size.hpp"
#include "engine/judge/check/trace_array_names.hpp"
#include "engine/judge/judge_size.hpp"
#include "engine/protocol/trace_codec.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

// A quarter of a check's: far more than a page shows, and an endless kernel is told sooner.
constexpr uint64_t most_traced_steps = uint64_t{1} << 24;

// Whether the name has the text; a number not as a part of another, as 0 is one of 10.
bool has_part(const std::string& name, const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool is_number = std::ranges::all_of(text, is_digit);
  for (size_t at = name.find(text); at != name.npos; at = name.find(text, at + 1)) {
    const size_t end = at + text.size();
    const bool within_number =
        (at > 0 && is_digit(name[at - 1])) || (end < name.size() && is_digit(name[end]));
    if (!is_number || !within_number) return true;
  }
  return false;
}

// The number of the case that is asked for by its number, its name or a part of it.
size_t find_case(const std::string& asked, const CaseSet& set, const VariantRef& ref) {
  std::vector<size_t> found;
  std::vector<std::string> names;
  for (size_t number = 1; number <= set.cases.size(); ++number) {
    const std::string& name = set.cases[number - 1].name;
    if (asked == name || asked == std::to_string(number)) return number;
    if (has_part(name, asked)) found.push_back(number);
    names.push_back(fmt::format("{}: {}", number, name));
  }
  if (found.size() == 1) return found.front();
  throw Error(Outcome::usage,
              fmt::format("{} has {} case '{}'; choose one of {}", title(ref.id, ref.flag),
                          found.empty() ? "no" : "more than one", asked, fmt::join(names, "; ")));
}

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
  if (std::ranges::none_of(trace.launches, has_block)) require_block(trace.launches.front());
  for (const TracedLaunch& launch : trace.launches)
    require_phases(launch, "choose a smaller case with --case");
}

bool is_cut(const Trace& trace) {
  return std::ranges::any_of(trace.launches, &TracedLaunch::is_cut);
}

void require_end(const VariantResult& result) {
  for (const Finding& f : result.findings) {
    if (f.kind != FindingKind::runaway || f.sides.empty()) continue;
    const SourcePlace& place = f.sides.front().place;
    throw Error(Outcome::findings,
                fmt::format("there is no trace of a kernel that does not end: {} runs without end "
                            "at {}:{}",
                            describe_side(f, 0), place.file, place.line));
  }
  if (!result.trace) throw Error(result.outcome, result.reason, result.advice);
}

std::optional<uint32_t> flat_index(const std::optional<Index3>& thread, const Trace& trace) {
  if (!thread || trace.launches.empty()) return std::nullopt;
  return flat_thread(*thread, trace.launches.front());
}

// Each block's run has the findings of the case; with --size of the block alone.
void add_new(std::vector<Finding>& findings, std::vector<Finding> more) {
  for (Finding& finding : more) {
    const bool is_known = std::ranges::any_of(
        findings, [&](const Finding& known) { return headline(known) == headline(finding); });
    if (!is_known) findings.push_back(std::move(finding));
  }
}

CaseSet case_at(const VariantRef& ref, const std::string& size, uint64_t seed) {
  const hippuzzle_extents extents = parse_size(size, *ref.variant);
  if (const auto why = refusal(*ref.variant, extents)) {
    throw Error(Outcome::unsupported,
                fmt::format("at {} {}", size_text(extents, *ref.variant), *why));
  }
  uint64_t end = 0;
  Case c = plan_random_case(*ref.variant, extents, end);
  require_memory(end, true);
  c.is_judged = false;
  CaseSet set{{}, SharedMemory(end)};
  static_cast<void>(fill_random_inputs(*ref.variant, c, set.memory, seed));
  set.cases.push_back(std::move(c));
  return set;
}

// Whether what the block finds in memory may depend on the other blocks: a launch reads what the
// one before it left there, an atomic operation what others added.
bool depends_on_other_blocks(const VariantResult& result) {
  const auto has_atomics = [](const TracedLaunch& launch) {
    return std::ranges::any_of(launch.phases, [&](const TracedPhase& phase) {
      return std::ranges::any_of(phase.accesses, [&](const TracedAccess& access) {
        return access.access == Access::atomic && !launch.arrays.at(access.array).shared;
      });
    });
  };
  if (!result.trace) return result.advice && result.advice->kind == Advice::look_at_all_blocks;
  return result.trace->launches.size() > 1 ||
         std::ranges::any_of(result.trace->launches, has_atomics);
}

class TraceRecorder {
 public:
  TraceRecorder(const VariantRef& ref, const GlobalOptions& globals, const TraceSettings& settings)
      : ref_(ref),
        globals_(globals),
        settings_(settings),
        learner_(Learner::of(ref.puzzle->id(), globals.catalog(), settings.run)),
        cases_(settings.size.empty()
                   ? make_cases(*ref.variant, settings.run.seed, ref.example, WhichCases::all)
                   : case_at(ref, settings.size, settings.run.seed)),
        number_(settings.size.empty() ? find_case(settings.case_name, cases_, ref) : 1) {}

  TracedRun all() {
    for (const Index3& block : settings_.blocks) add(recorded(block));
    if (settings_.page_bytes > 0) add_other_blocks();
    run_.trace.puzzle = ref_.id;
    run_.trace.variant = ref_.flag;
    run_.trace.kernels = learner_ ? Kernels::yours : Kernels::reference;
    return std::move(run_);
  }

 private:
  VariantResult record(Traced mode) {
    RunOptions options = run_options(settings_.run);
    options.quiet = settings_.quiet;
    const auto run = [&] {
      return trace(ref_, globals_.search_path(), learner_ ? &*learner_ : nullptr, options, mode,
                   cases_, number_);
    };
    mode.runs_others = others_run_;
    VariantResult recorded = run();
    if (mode.block_alone && !others_run_ && depends_on_other_blocks(recorded)) {
      mode.runs_others = others_run_ = true;
      recorded = run();
    }
    require_end(recorded);
    return recorded;
  }

  bool is_too_much(const Trace& trace) const {
    return is_cut(trace) ||
           (settings_.keeps_to_page && to_json(trace).size() > settings_.page_bytes);
  }

  VariantResult recorded(const Index3& block) {
    Traced mode{
        .block = block, .block_alone = !settings_.size.empty(), .max_steps = most_traced_steps};
    VariantResult result = record(mode);
    // All threads, or a warp, or a thread: as many as can be held.
    for (const uint32_t threads : {result.trace->warp_lanes(), 1u}) {
      if (!is_too_much(*result.trace)) break;
      const uint32_t thread = flat_index(settings_.thread, *result.trace).value_or(0);
      mode.first_thread = thread / threads * threads;
      mode.thread_count = threads;
      result = record(mode);
    }
    choose_launches(*result.trace, settings_.kernel);
    name_arrays_by_source(*result.trace);
    return result;
  }

  void add(VariantResult result) {
    if (!run_.thread) run_.thread = flat_index(settings_.thread, *result.trace);
    run_.trace.case_name = result.trace->case_name;
    std::ranges::move(result.trace->launches, std::back_inserter(run_.trace.launches));
    add_new(run_.findings, std::move(result.findings));
  }

  std::array<uint32_t, 3> largest_grid() const {
    std::array<uint32_t, 3> grid = {1, 1, 1};
    for (const TracedLaunch& launch : run_.trace.launches) {
      for (size_t i = 0; i < grid.size(); ++i) grid[i] = std::max(grid[i], launch.grid[i]);
    }
    return grid;
  }

  void add_other_blocks() {
    const auto [x, y, z] = largest_grid();
    size_t bytes = to_json(run_.trace).size();
    for (uint64_t i = 0; i < uint64_t{x} * y * z; ++i) {
      const Index3 block = {static_cast<uint32_t>(i % x), static_cast<uint32_t>(i / x % y),
                            static_cast<uint32_t>(i / x / y)};
      if (std::ranges::find(settings_.blocks, block) != settings_.blocks.end()) continue;
      if (bytes >= settings_.page_bytes) return;
      VariantResult result = recorded(block);
      bytes += to_json(*result.trace).size();
      if (bytes <= settings_.page_bytes) add(std::move(result));
    }
  }

  const VariantRef& ref_;
  const GlobalOptions& globals_;
  const TraceSettings& settings_;
  std::optional<Learner> learner_;
  const CaseSet cases_;
  const size_t number_;
  bool others_run_ = false;  // of a size: only where the block that is shown depends on them
  TracedRun run_;
};

}  // namespace

TracedRun record_trace(const VariantRef& ref, const GlobalOptions& globals,
                       const TraceSettings& settings) {
  return TraceRecorder(ref, globals, settings).all();
}

}  // namespace hippuzzle
