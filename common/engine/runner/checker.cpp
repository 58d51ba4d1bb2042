#include "engine/runner/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

#include "engine/protocol/trace_codec.hpp"
#include "engine/runner/from_runtime.hpp"

namespace hippuzzle {
namespace {

Event case_event(Event::Kind kind, uint32_t index) {
  Event event;
  event.kind = kind;
  event.index = index;
  return event;
}

}  // namespace

Checker::Checker(const DeviceRuntime& runtime, const Job& job) {
  if (!job.check) return;
  check_ = runtime.api().check;
  if (check_ == nullptr) {
    throw Error(Outcome::unsupported,
                fmt::format("kernels cannot be checked on '{}'", job.platform),
                Advice{Advice::use_cpu});
  }
  if (check_->struct_size < sizeof(hip_cpu_check)) {
    throw Error(Outcome::load_failed,
                fmt::format("the checker of {} is older than this hippuzzle; install both from "
                            "one build",
                            job.runtime));
  }
  if (check_->start(job.max_steps) == 0) {
    throw Error(Outcome::unsupported,
                "there is no address space for the checker's records (about 50 GiB, of which it "
                "uses a little); raise the limit (ulimit -v)");
  }
  if (job.trace) tracer_.emplace(*check_->trace, *job.trace);
}

void Checker::describe(const GuardedBuffer& buffer, const JobBuffer& description) const {
  if (check_ == nullptr) return;
  const hip_cpu_array array = {buffer.data(), description.bytes, description.name.c_str(),
                               description.output};
  check_->describe(&array);
}

void Checker::count(const JobCase& job_case, bool wanted) const {
  if (check_ == nullptr) return;
  check_->count(wanted || !job_case.limits.empty(), job_case.limits.data(),
                static_cast<uint32_t>(job_case.limits.size()));
}

void Checker::finish() const {
  if (check_ != nullptr) check_->finish();
}

void Checker::report(uint32_t case_index, const EventSink& sink) {
  if (check_ == nullptr) return;
  for (uint32_t i = 0; i < check_->finding_count(); ++i) {
    if (i == known_.size()) known_.push_back({case_index, 0});
    const hip_cpu_finding& found = *check_->finding(i);
    if (found.count == known_[i].count) continue;
    known_[i].count = found.count;
    Event event = case_event(Event::Kind::finding, i);
    event.finding = to_finding(found);
    event.finding.case_index = known_[i].first_case;
    sink(event);
  }
}

void Checker::report_counts(uint32_t case_index, const EventSink& sink) const {
  if (check_ == nullptr) return;
  for (uint32_t i = 0; i < check_->launch_count(); ++i) {
    Event event = case_event(Event::Kind::counted, case_index);
    event.counts = to_counts(*check_->launch(i));
    sink(event);
  }
}

void Checker::report_trace(uint32_t case_index, const JobCase& job_case, const EventSink& sink) {
  if (!tracer_) return;
  constexpr size_t most = 1 << 18;
  const std::string document = to_json(tracer_->trace(job_case));
  for (size_t begin = 0; begin < document.size(); begin += most) {
    Event event = case_event(Event::Kind::traced, case_index);
    event.sentence = document.substr(begin, most);
    sink(event);
  }
}

}  // namespace hippuzzle
