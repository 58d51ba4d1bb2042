#include "engine/runner/kernel_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "engine/debug_info/runtime_findings/from_runtime.hpp"
#include "engine/protocol/trace_codec.hpp"

namespace hippuzzle {
namespace {

// Nothing where nobody checks.
std::optional<uint64_t> max_steps(const RunMode& mode) {
  if (const auto* checked = std::get_if<Checked>(&mode)) return checked->max_steps;
  if (const auto* traced = std::get_if<Traced>(&mode)) return traced->max_steps;
  return std::nullopt;
}

}  // namespace

Checker::Checker(const std::function<const hip_cpu_check*()>& open, const Candidate& candidate,
                 const RunMode& mode) {
  const auto steps = max_steps(mode);
  if (!steps) return;
  check_ = open();
  if (check_ == nullptr) {
    throw Error(Outcome::unsupported,
                fmt::format("kernels cannot be checked on '{}'", candidate.platform),
                Advice{Advice::use_cpu});
  }
  if (check_->struct_size < sizeof(hip_cpu_check)) {
    throw Error(Outcome::load_failed,
                fmt::format("the checker of {} is older than this hippuzzle; install both from "
                            "one build",
                            candidate.runtime.string()));
  }
  if (check_->start(*steps) == 0) {
    throw Error(Outcome::unsupported,
                "there is no address space for the checker's records (about 110 GiB, of which it "
                "uses a little); raise the limit (ulimit -v, ulimit -d)");
  }
  if (const auto* checked = std::get_if<Checked>(&mode)) {
    sample_ = checked->sample;
    check_->run_schedules(checked->schedules.count, checked->schedules.seed);
    if (check_->set_multiprocessor_count(static_cast<int>(checked->multiprocessors)) == 0) {
      throw Error(Outcome::unsupported,
                  fmt::format("the CPU platform has no device with {} multiprocessors",
                              checked->multiprocessors));
    }
  }
  if (const auto* traced = std::get_if<Traced>(&mode); traced != nullptr && traced->block_alone) {
    sample_ = {.one = traced->block, .runs_others = traced->runs_others};
  }
  if (std::holds_alternative<Traced>(mode) && check_->trace == nullptr) {
    throw Error(Outcome::unsupported,
                fmt::format("kernels cannot be traced on '{}'", candidate.platform),
                Advice{Advice::use_cpu});
  }
  if (const auto* traced = std::get_if<Traced>(&mode)) tracer_.emplace(*check_->trace, *traced);
}

void Checker::describe(const GuardedBuffer& buffer, const JobBuffer& description) const {
  if (check_ == nullptr) return;
  const bool must_be_written = description.output && !description.first_contents;
  const hip_cpu_array array = {buffer.data(), description.bytes, description.name.c_str(),
                               must_be_written};
  check_->describe(&array);
}

void Checker::count(const JobCase& job_case, bool wanted) const {
  if (check_ == nullptr) return;
  const std::vector<hip_cpu_limit> limits = to_runtime(job_case.limits);
  check_->count(wanted || !limits.empty(), limits.data(), static_cast<uint32_t>(limits.size()));
}

void Checker::sample_blocks() const {
  if (check_ == nullptr) return;
  hip_cpu_block_sample sample = {};
  sample.most = sample_.most;
  sample.seed = sample_.seed;
  sample.is_one = sample_.one.has_value();
  if (sample_.one) std::ranges::copy(*sample_.one, sample.one);
  sample.runs_others = sample_.runs_others;
  check_->sample_blocks(&sample);
}

SampledBlocks Checker::sampled_blocks() const {
  SampledBlocks sampled{.others_ran = sample_.runs_others};
  if (check_ != nullptr) check_->sampled_blocks(&sampled.looked_at, &sampled.in_all);
  return sampled;
}

uint64_t Checker::rescheduled_launches() {
  if (check_ == nullptr) return 0;
  const uint64_t before = std::exchange(rescheduled_, check_->rescheduled_launch_count());
  return rescheduled_ - before;
}

bool Checker::launched_nothing() {
  if (check_ == nullptr) return false;
  const uint64_t before = std::exchange(begun_, check_->begun_launch_count());
  return begun_ == before;
}

void Checker::finish() const {
  if (check_ != nullptr) check_->finish();
}

void Checker::report(uint32_t case_index, const EventSink& sink) {
  if (check_ == nullptr) return;
  for (uint32_t i = 0; i < check_->finding_count(); ++i) {
    const hip_cpu_finding& found = *check_->finding(i);
    if (i == known_.size()) known_.emplace_back();
    Known& known = known_[i];
    if (found.count == known.count) continue;
    // A worse occurrence replaces the first one: a higher number of accesses, or a race of
    // different values.
    if (known.count == 0 || found.counted != known.counted ||
        (known.kind == HIP_CPU_RACE_SAME && found.kind == HIP_CPU_RACE))
      known.first_case = case_index;
    known.count = found.count;
    known.counted = found.counted;
    known.kind = found.kind;
    Finding finding = to_finding(found);
    finding.case_index = known.first_case;
    sink(FindingReported{.index = i, .finding = std::move(finding)});
  }
}

bool Checker::found_runaway() const {
  return std::ranges::any_of(known_, [](const Known& k) { return k.kind == HIP_CPU_RUNAWAY; });
}

void Checker::report_counts(const EventSink& sink) const {
  if (check_ == nullptr) return;
  for (uint32_t i = 0; i < check_->launch_count(); ++i) {
    sink(LaunchCounted{.counts = to_counts(*check_->launch(i))});
  }
}

void Checker::report_trace(const JobCase& job_case, const EventSink& sink) {
  if (!tracer_) return;
  constexpr size_t most = 1 << 18;
  const std::string document = to_json(tracer_->trace(job_case));
  for (size_t begin = 0; begin < document.size(); begin += most) {
    sink(TracePart{.text = document.substr(begin, most)});
  }
}

}  // namespace hippuzzle
