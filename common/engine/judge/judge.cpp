#include "engine/judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "engine/judge/check/claimed_residency.hpp"
#include "engine/judge/check/compute_sanitizer.hpp"
#include "engine/judge/check/explain.hpp"
#include "engine/judge/check/gpu_compilers.hpp"
#include "engine/judge/verdict.hpp"
#include "engine/platforms/platforms.hpp"
#include "engine/results/finding_kinds.hpp"

namespace hippuzzle {
namespace {

Counted to_counted(hippuzzle_counted what) {
  switch (what) {
    case HIPPUZZLE_GLOBAL_READS:
      return Counted::global_reads;
    case HIPPUZZLE_GLOBAL_WRITES:
      return Counted::global_writes;
    case HIPPUZZLE_SHARED_READS:
      return Counted::shared_reads;
    case HIPPUZZLE_SHARED_WRITES:
      return Counted::shared_writes;
    case HIPPUZZLE_BARRIERS:
      return Counted::barriers;
    case HIPPUZZLE_BANK_CONFLICTS:
      return Counted::bank_conflicts;
    case HIPPUZZLE_GLOBAL_SECTORS:
      return Counted::global_sectors;
    case HIPPUZZLE_GLOBAL_REQUESTS:
      return Counted::global_requests;
    case HIPPUZZLE_ATOMICS:
      return Counted::atomics;
    case HIPPUZZLE_WARP_OPERATIONS:
      return Counted::warp_operations;
    case HIPPUZZLE_SHARED_BYTES:
      return Counted::shared_bytes;
    case HIPPUZZLE_ASYNC_COPY_BYTES:
      return Counted::async_copy_bytes;
    case HIPPUZZLE_OPEN_GROUP_READS:
      return Counted::open_group_reads;
    case HIPPUZZLE_MATRIX_OPERATIONS:
      return Counted::matrix_operations;
    case HIPPUZZLE_RESIDENT:
      break;
  }
  return Counted::resident;
}

// The variant's claims, as a runner is given them.
std::vector<CountLimit> limits_of(const hippuzzle_variant& variant,
                                  const hippuzzle_extents& extents) {
  std::vector<CountLimit> limits;
  for (const hippuzzle_claim& claim : std::span(variant.claims, variant.claim_count)) {
    CountLimit limit{.what = to_counted(claim.what), .in_all = claim.scope == HIPPUZZLE_IN_ALL};
    if (claim.most != nullptr) limit.most = claim.most(&extents);
    if (claim.least != nullptr) limit.least = claim.least(&extents);
    limits.push_back(limit);
  }
  return limits;
}

JobCase make_job_case(const Case& c, const hippuzzle_variant& variant, const RunMode& mode) {
  JobCase job_case = c.job;
  for (size_t b = 0; b < job_case.buffers.size(); ++b) {
    job_case.buffers[b].name = variant.buffers[b].name;
    job_case.buffers[b].type = variant.buffers[b].type;
    job_case.buffers[b].shape = c.shapes[b];
  }
  if (is_checked(mode)) job_case.limits = limits_of(variant, c.extents);
  return job_case;
}

RunCases make_task(const JudgeModule& puzzle, const hippuzzle_variant& variant, const CaseView& set,
                   const RunOptions& options) {
  RunCases task{.puzzle = puzzle.id(),
                .variant = variant.name,
                .required = required_capabilities(variant),
                .mode = options.mode,
                .devices = std::max(variant.devices, 1u)};
  for (const Case& c : set.cases) task.cases.push_back(make_job_case(c, variant, options.mode));
  return task;
}

// Whether the finding stopped a thread, whose part of the answer then says nothing.
bool stopped_a_thread(const Finding& f) {
  const std::string_view category = rule_of(f.kind).category;
  return category == "crash" || category == "devices" || f.kind == FindingKind::outside_shape ||
         f.get<BoundsPart>().has_stopped;
}

void leave_out_large_cases(CaseSet& set, uint64_t most_threads) {
  const auto is_large = [&](const Case& c) {
    const auto [grid, block, shared_bytes] = c.job.configuration;
    return uint64_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z > most_threads;
  };
  set.cases.erase(std::remove_if(set.cases.begin() + 1, set.cases.end(), is_large),
                  set.cases.end());
}

std::set<uint64_t> tiles_of(std::span<const Case> cases) {
  std::set<uint64_t> tiles;
  for (const Case& c : cases) tiles.insert(tile_of(c.extents));
  return tiles;
}

// Adds the results of further cases to a result that passed.
void take_over(VariantResult& result, VariantResult further) {
  result.outcome = further.outcome;
  result.reason = std::move(further.reason);
  result.advice = further.advice;
  result.ended_in_kernels = further.ended_in_kernels;
  result.checked = result.checked && further.checked;
  std::ranges::move(further.cases, std::back_inserter(result.cases));
  if (further.error_count() > 0) result.findings = std::move(further.findings);
}

// The names that the trace goes by, and the small inputs that its launches found.
void complete(Trace& trace, const VariantResult& result, const hippuzzle_variant& variant,
              const CaseView& set) {
  constexpr uint64_t most_elements = 4096;
  const Case& c = set.cases.front();
  trace.puzzle = result.puzzle;
  trace.variant = result.variant;
  trace.case_name = c.name;
  for (TracedLaunch& launch : trace.launches) {
    for (TracedArray& array : launch.arrays) {
      for (uint32_t b = 0; b < variant.buffer_count && !array.shared; ++b) {
        const hippuzzle_buffer& buffer = variant.buffers[b];
        if (buffer.name != array.name || !is_filled(buffer) ||
            element_count(c.shapes[b]) > most_elements)
          continue;
        array.inputs = to_doubles(buffer.type, set.first_contents(c, b));
      }
    }
  }
}

// Under the sanitizer's tools, each of which takes a run of its own.
void add_sanitizer_findings(const std::filesystem::path& tool, const Candidate& candidate,
                            const RunCases& task, const SharedMemory& memory,
                            const RunOptions& options, VariantResult& result) {
  if (result.outcome == Outcome::unsupported) return;
  const int slowdown = result.outcome == Outcome::timed_out ? 1 : sanitizer_slowdown;
  result.findings =
      sanitize(candidate, task, memory, tool, options.only, options.timeout * slowdown);
}

// Explains what was found and counted, where that is wanted, and leaves out the findings that were
// not asked for.
void explain(VariantResult& result, const hippuzzle_variant& variant, const CaseView& set,
             const RunOptions& options) {
  if (options.explains) {
    result.findings = explain(std::move(result.findings), variant, set, result.notes);
    explain(result.counts);
  }
  const std::vector<std::string>& only = options.only;
  if (!only.empty()) {
    std::erase_if(result.findings, [&](const Finding& f) {
      const FindingRule& rule = rule_of(f.kind);
      return std::ranges::find(only, rule.id) == only.end() &&
             std::ranges::find(only, rule.category) == only.end();
    });
  }
}

// The error to report where blocks wait for others, which a sample leaves out: nothing about the
// kernel.
std::optional<Error> waiting_in_sample(const VariantResult& result) {
  const auto waiting = std::ranges::find_if(
      result.findings, [](const Finding& f) { return f.get<RunawayPart>().in_sample; });
  if (waiting == result.findings.end()) return std::nullopt;
  const FindingSide& side = waiting->sides.at(0);
  const std::string sentence = fmt::format(
      "'{}' cannot be looked at on a sample of its blocks: block ({}) does not come to an end "
      "({}:{}), as where blocks wait for each other",
      waiting->kernel, fmt::join(side.block, ", "),
      std::filesystem::path(side.place.file).filename().string(), side.place.line);
  return Error(Outcome::unsupported, sentence, Advice{Advice::look_at_all_blocks});
}

// Errors are the verdict where the answer was right, or says nothing because of them.
void apply_findings(VariantResult& result, const RunMode& mode) {
  const size_t errors = result.error_count();
  if (errors == 0) return;
  const bool is_verdict =
      result.outcome == Outcome::passed ||
      (result.outcome == Outcome::crashed && std::holds_alternative<Sanitized>(mode)) ||
      (result.outcome == Outcome::wrong_answer &&
       std::ranges::any_of(result.findings, stopped_a_thread));
  if (!is_verdict) return;
  result.fail({Outcome::findings, fmt::format("{} finding{}", errors, errors == 1 ? "" : "s")});
}

}  // namespace

VariantResult judge(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                    const Candidate& candidate, const RunOptions& options, const RunJob& run_job) {
  CaseSet set =
      make_cases(variant, options.seed, options.example, WhichCases::judged, options.unforeseen);
  leave_out_large_cases(set, options.most_threads);
  const auto in_usual_tiles = [](const Case& c) { return tile_of(c.extents) == 0; };
  if (options.only_usual_tiles) std::erase_if(set.cases, std::not_fn(in_usual_tiles));
  const auto others = std::stable_partition(set.cases.begin(), set.cases.end(), in_usual_tiles);
  const auto usual = static_cast<size_t>(others - set.cases.begin());
  const std::span all(set.cases);
  const auto tiles = tiles_of(all.subspan(usual));
  if (!tiles.empty() && options.expect_tiles) options.expect_tiles(candidate, tiles);
  VariantResult result =
      judge_cases(puzzle, variant, candidate, options, {all.first(usual), set.memory}, run_job);
  result.case_count = static_cast<uint32_t>(all.size());
  if (usual == all.size() || result.outcome != Outcome::passed) return result;

  // The example is answered by now, so nobody waits for it while the rest is compiled.
  RunOptions further = options;
  further.quiet = true;
  if (auto* checked = std::get_if<Checked>(&further.mode)) checked->count_accesses = false;
  try {
    if (options.prepare_tiles) options.prepare_tiles(candidate, tiles);
    take_over(result, judge_cases(puzzle, variant, candidate, further,
                                  {all.subspan(usual), set.memory}, run_job));
  } catch (const Error& error) {
    result.fail(error);
  }
  return result;
}

VariantResult judge_cases(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                          const Candidate& candidate, const RunOptions& options,
                          const CaseView& set, const RunJob& run_job) {
  VariantResult result;
  result.puzzle = puzzle.id();
  result.variant = variant.name;
  result.platform = candidate.platform;
  result.emulated = !candidate.emulator.empty();
  result.module = candidate.module;
  result.seed = options.seed;
  for (const uint32_t b : outputs(variant))
    result.outputs.push_back({variant.buffers[b].name, variant.buffers[b].type});
  result.case_count = static_cast<uint32_t>(set.cases.size());

  Verdict verdict(variant, set, options.mode, result);
  const EventSink sink = [&](const Event& event) { verdict.read(event); };
  try {
    // Refused here if at all: a runner is not started for a file that is not a module of ours.
    require_note(candidate.module, HIPPUZZLE_KIND_KERNELS, candidate.platform, puzzle.id());
    const RunCases task = make_task(puzzle, variant, set, options);
    const Job job{.candidate = candidate, .quiet = options.quiet, .task = task};
    verdict.close(run_job(job, set.memory, options.timeout, sink), options.timeout);
    if (const auto* sanitized = std::get_if<Sanitized>(&options.mode)) {
      add_sanitizer_findings(sanitized->tool, candidate, task, set.memory, options, result);
    }
    std::ranges::move(broken_residency(variant, set, verdict.launches()),
                      std::back_inserter(result.findings));
    result.trace = verdict.trace();
    if (result.trace) complete(*result.trace, result, variant, set);
  } catch (const Error& error) {
    result.fail(error);
  }
  if (is_checked(options.mode)) {
    result.checked = result.outcome != Outcome::unsupported;
    if (options.asks_gpu_compilers && std::holds_alternative<Checked>(options.mode) &&
        is_simulated(candidate.platform)) {
      std::ranges::move(refused_by_gpu_compilers(candidate.module),
                        std::back_inserter(result.findings));
    }
    explain(result, variant, set, options);
    if (const auto waiting = waiting_in_sample(result)) {
      result.findings.clear();
      result.fail(*waiting);
    } else {
      apply_findings(result, options.mode);
    }
  }
  return result;
}

}  // namespace hippuzzle
