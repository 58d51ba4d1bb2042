#include "engine/judge/judge.hpp"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>

#include "engine/check/compute_sanitizer.hpp"
#include "engine/check/explain.hpp"
#include "engine/check/finding_text.hpp"
#include "engine/protocol/trace_codec.hpp"

namespace hippuzzle {
namespace {

// The variant's claims, as the runtime takes them.
std::vector<hip_cpu_limit> limits_of(const hippuzzle_variant& variant,
                                     const hippuzzle_extents& extents) {
  constexpr hip_cpu_counted counted[] = {HIP_CPU_GLOBAL_READS, HIP_CPU_GLOBAL_WRITES,
                                         HIP_CPU_SHARED_READS, HIP_CPU_SHARED_WRITES,
                                         HIP_CPU_BARRIERS,     HIP_CPU_BANK_CONFLICTS};
  std::vector<hip_cpu_limit> limits;
  for (const hippuzzle_claim& claim : std::span(variant.claims, variant.claim_count)) {
    limits.push_back({counted[claim.what - HIPPUZZLE_GLOBAL_READS], claim.scope == HIPPUZZLE_IN_ALL,
                      claim.most(&extents)});
  }
  return limits;
}

Job make_job(const JudgeModule& puzzle, const hippuzzle_variant& variant,
             const Candidate& candidate, const CaseView& set, const RunOptions& options) {
  Job job{puzzle.id(),        variant.name,
          candidate.platform, required_capabilities(variant),
          candidate.module,   candidate.runtime,
          candidate.device,   {},
          std::nullopt,       options.check && options.sanitizer.empty(),
          options.max_steps,  options.check && options.count,
          options.trace};
  job.quiet = options.quiet;
  for (const Case& c : set.cases) {
    JobCase& copy = job.cases.emplace_back(c.job);
    for (size_t b = 0; b < copy.buffers.size(); ++b) {
      copy.buffers[b].name = variant.buffers[b].name;
      copy.buffers[b].type = variant.buffers[b].type;
      copy.buffers[b].shape = c.shapes[b];
    }
    if (options.check) copy.limits = limits_of(variant, c.extents);
  }
  return job;
}

std::string describe(const BufferDamage& damage, const hippuzzle_variant& variant, const Case& c) {
  const hippuzzle_buffer& buffer = variant.buffers[damage.buffer];
  const uint64_t size = element_size(buffer.type);
  const uint64_t count = element_count(c.shapes[damage.buffer]);
  const uint64_t elements = (damage.guard.bytes + size - 1) / size;
  const uint64_t distance = damage.guard.first_offset / size;
  const auto where = damage.guard.before
                         ? fmt::format("in front of '{}' (index -{})", buffer.name, distance + 1)
                         : fmt::format("past the end of '{}' (index {} of {})", buffer.name,
                                       count + distance, count);
  return fmt::format("the kernel wrote {} element{} {}; guard the write with the size", elements,
                     elements == 1 ? "" : "s", where);
}

}  // namespace

std::string describe(const Comparison& comparison, uint64_t count) {
  const char* const least = comparison.is_partial ? "at least " : "";
  if (comparison.never_written == comparison.wrong) {
    return fmt::format("{}{} of {} elements were never written", least, comparison.never_written,
                       count);
  }
  std::string text = fmt::format("{}{} of {} elements are wrong", least, comparison.wrong, count);
  if (comparison.nan > 0) text += fmt::format(", {} of them NaN", comparison.nan);
  if (comparison.never_written > 0) {
    text += fmt::format(", {} of them never written", comparison.never_written);
  }
  return text;
}

namespace {

// Collects a runner's events into the result.
class Verdict {
 public:
  Verdict(const hippuzzle_variant& variant, const CaseView& set, VariantResult& result)
      : variant_(variant), set_(set), result_(result) {}

  void take(const Event& event) {
    switch (event.kind) {
      case Event::Kind::device:
        result_.device = event.device_name;
        result_.toolkit = event.toolkit;
        break;
      case Event::Kind::case_begun:
        require(event.index == result_.cases.size() && event.index < set_.cases.size());
        running_ = event.index;
        break;
      case Event::Kind::case_done:
        require(event.index == result_.cases.size() && event.index == running_);
        judge_case(event);
        break;
      case Event::Kind::failed:
        fail({event.outcome, event.sentence, event.advice});
        result_.ended_in_kernels =
            event.outcome == Outcome::crashed && running_ < set_.cases.size();
        break;
      case Event::Kind::finding:
        require(event.index <= result_.findings.size());
        if (event.index == result_.findings.size()) result_.findings.emplace_back();
        result_.findings[event.index] = event.finding;
        break;
      case Event::Kind::counted:
        result_.counts.push_back(event.counts);
        break;
      case Event::Kind::done:
        require(result_.cases.size() == set_.cases.size());
        done_ = true;
        break;
      case Event::Kind::traced:
        require(set_.cases.size() == 1 && trace_.size() < most_trace);
        trace_ += event.sentence;
        break;
      case Event::Kind::item:
      case Event::Kind::sensors:
      case Event::Kind::sampled:
      case Event::Kind::lap:
      case Event::Kind::kept:
      case Event::Kind::placed:
        require(false);  // nobody asked for these
    }
  }

  // Once all cases are done; throws Error(crashed) when it is not what a runner writes.
  std::optional<Trace> trace() const {
    if (!done_ || trace_.empty()) return std::nullopt;
    try {
      return trace_from_json(trace_);
    } catch (const std::exception&) {
      require(false);
    }
    return std::nullopt;
  }

  // When the runner is gone: whatever it did not say itself. `end` is how its process ended.
  void close(const RunnerEnd& end, std::chrono::milliseconds timeout) {
    if (done_ || failed_) return;
    const std::string where = running_case();
    result_.ended_in_kernels = end.how != RunnerEnd::How::exited && running_ < set_.cases.size();
    switch (end.how) {
      case RunnerEnd::How::timed_out:
        fail({Outcome::timed_out,
              fmt::format("not finished within {:g} s{}; look for a loop that does not end",
                          static_cast<double>(timeout.count()) / 1000, where),
              Advice{Advice::allow_more_time}});
        break;
      case RunnerEnd::How::signalled:
        fail({Outcome::crashed,
              fmt::format("signal {} ({}){}", end.code, strsignal(end.code), where)});
        break;
      case RunnerEnd::How::exited:
        fail({Outcome::crashed,
              fmt::format("the process of the kernels called exit({}){}; a kernel module must "
                          "return from its launch",
                          end.code, where)});
        break;
    }
  }

 private:
  // A candidate shares its process with the runner and may report in its place. What counts is that
  // every case was answered, once and in order.
  static void require(bool in_order) {
    if (in_order) return;
    throw Error(Outcome::crashed,
                "the process of the kernels reported cases that were not next or left some out; a "
                "kernel module must not touch file descriptors");
  }

  std::string running_case() const {
    if (running_ >= set_.cases.size()) return " before the first case";
    return fmt::format(" in the case '{}'", set_.cases[running_].name);
  }

  void fail(const Error& error) {
    failed_ = true;
    result_.outcome = error.outcome();
    result_.reason = error.what();
    result_.advice = error.advice();
    if (error.outcome() == Outcome::crashed && running_ < set_.cases.size() &&
        result_.reason.find(" in the case ") == std::string::npos) {
      result_.reason += running_case();
    }
  }

  void judge_case(const Event& event) {
    const Case& c = set_.cases[event.index];
    const uint32_t output = output_buffer(variant_);
    const auto bytes = set_.contents(c, output);

    CaseResult result;
    result.name = c.name;
    result.milliseconds = event.milliseconds;
    result.shape = c.shapes[output];
    result.comparison = c.compare(variant_.buffers[output].type, bytes);
    for (const BufferDamage& damage : event.damage) {
      if (damage.buffer < variant_.buffer_count) {
        result.faults.push_back(describe(damage, variant_, c));
      }
    }
    for (uint32_t input : event.changed_inputs) {
      if (input < variant_.buffer_count) {
        result.faults.push_back(fmt::format("the kernel changed its input '{}'; write to '{}' only",
                                            variant_.buffers[input].name,
                                            variant_.buffers[output].name));
      }
    }
    result.passed = result.comparison.wrong == 0 && result.faults.empty();
    if (!c.freivalds && (event.index == 0 || !result.passed)) {
      result.output = to_doubles(variant_.buffers[output].type, bytes);
      result.expected = c.expectation.values;
    }
    if (!result.passed && result_.outcome == Outcome::passed) {
      result_.outcome = Outcome::wrong_answer;
      result_.reason = fmt::format("in the case '{}', {}", c.name,
                                   result.comparison.wrong > 0
                                       ? describe(result.comparison, element_count(result.shape))
                                       : result.faults.front());
    }
    result_.cases.push_back(std::move(result));
  }

  const hippuzzle_variant& variant_;
  const CaseView& set_;
  VariantResult& result_;
  size_t running_ = ~size_t{0};
  std::string trace_;  // its document
  static constexpr size_t most_trace = size_t{1} << 28;
  bool done_ = false;
  bool failed_ = false;
};

// After the findings a thread did not go on, so its part of the answer says nothing.
bool stopped_a_thread(const Finding& f) {
  const std::string category = rule_of(f.kind).category;
  return category == "crash" || f.kind == HIP_CPU_OUTSIDE_SHAPE;
}

void leave_out_large_cases(CaseSet& set, uint64_t most_threads) {
  const auto is_large = [&](const Case& c) {
    const auto [grid, block, shared_bytes] = c.job.configuration;
    return uint64_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z > most_threads;
  };
  set.cases.erase(std::remove_if(set.cases.begin() + 1, set.cases.end(), is_large),
                  set.cases.end());
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
        if (buffer.name != array.name || buffer.access == HIPPUZZLE_OUT ||
            element_count(c.shapes[b]) > most_elements)
          continue;
        array.inputs = to_doubles(buffer.type, set.contents(c, b));
      }
    }
  }
}

void apply_findings(VariantResult& result, bool by_sanitizer) {
  const size_t errors = result.error_count();
  if (errors == 0) return;
  const bool is_verdict = result.outcome == Outcome::passed ||
                          (result.outcome == Outcome::crashed && by_sanitizer) ||
                          (result.outcome == Outcome::wrong_answer &&
                           std::ranges::any_of(result.findings, stopped_a_thread));
  if (!is_verdict) return;
  result.outcome = Outcome::findings;
  result.reason = fmt::format("{} finding{}", errors, errors == 1 ? "" : "s");
  result.advice.reset();
}

}  // namespace

size_t VariantResult::error_count() const {
  return static_cast<size_t>(std::ranges::count_if(
      findings, [](const Finding& f) { return rule_of(f.kind).is_error && f.suppressed.empty(); }));
}

std::optional<double> VariantResult::kernel_milliseconds() const {
  if (cases.size() < 2) return std::nullopt;
  return cases[1].milliseconds;
}

VariantResult judge(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                    const Candidate& candidate, const RunOptions& options, const RunJob& run_job) {
  CaseSet set = make_cases(variant, options.seed, options.example);
  leave_out_large_cases(set, options.most_threads);
  return judge_cases(puzzle, variant, candidate, options, set.view(), run_job);
}

VariantResult judge_cases(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                          const Candidate& candidate, const RunOptions& options,
                          const CaseView& set, const RunJob& run_job) {
  VariantResult result;
  result.puzzle = puzzle.id();
  result.variant = variant.name;
  result.platform = candidate.platform;
  result.module = candidate.module;
  result.seed = options.seed;
  result.type = variant.buffers[output_buffer(variant)].type;

  result.case_count = static_cast<uint32_t>(set.cases.size());
  Verdict verdict(variant, set, result);
  const EventSink sink = [&](const Event& event) { verdict.take(event); };

  try {
    // Refused here if at all: a runner is not started for a file that is no module of ours.
    require_note(candidate.module, HIPPUZZLE_KIND_KERNELS, candidate.platform, puzzle.id());
    const Job job = make_job(puzzle, variant, candidate, set, options);
    verdict.close(run_job(job, set.memory, options.timeout, sink), options.timeout);
    if (options.check && !options.sanitizer.empty() && result.outcome != Outcome::unsupported)
      result.findings = sanitize(
          job, set.memory, options.sanitizer, options.only,
          options.timeout * (result.outcome == Outcome::timed_out ? 1 : sanitizer_slowdown));
    result.trace = verdict.trace();
    if (result.trace) complete(*result.trace, result, variant, set);
  } catch (const Error& error) {
    result.outcome = error.outcome();
    result.reason = error.what();
    result.advice = error.advice();
  }
  if (options.check) {
    result.checked = result.outcome != Outcome::unsupported;
    result.findings = explain(std::move(result.findings), variant, set, result.notes);
    if (!options.only.empty()) {
      std::erase_if(result.findings, [&](const Finding& f) {
        const FindingRule& rule = rule_of(f.kind);
        return std::ranges::find(options.only, rule.id) == options.only.end() &&
               std::ranges::find(options.only, rule.category) == options.only.end();
      });
    }
    explain(result.counts);
    apply_findings(result, !options.sanitizer.empty());
  }
  return result;
}

}  // namespace hippuzzle
