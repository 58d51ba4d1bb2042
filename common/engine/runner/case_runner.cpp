#include "engine/runner/case_runner.hpp"

#include <variant>
#include <vector>

#include "engine/runner/prepared_launch.hpp"
#include "engine/runner/same_bytes.hpp"

namespace hippuzzle {
namespace {

BuffersPlaced describe(uint32_t index, std::span<void* const> pointers) {
  BuffersPlaced placed{.index = index, .addresses = {}};
  for (const void* pointer : pointers)
    placed.addresses.push_back(reinterpret_cast<uintptr_t>(pointer));
  return placed;
}

}  // namespace

CaseRunner::CaseRunner(const Device& device, KernelModules& modules, const RunCases& task,
                       std::span<std::byte> memory, Checker& checker, const EventSink& sink)
    : device_(device),
      modules_(modules),
      task_(task),
      memory_(memory),
      checker_(checker),
      sink_(sink) {}

void CaseRunner::run(uint32_t index) {
  const JobCase& job_case = task_.cases[index];
  if (!device_.set_warp_lanes(job_case.warp_lanes)) return sink_(CaseSkipped{.index = index});
  const bool counted = counts_accesses(task_, index);
  sink_(CaseBegun{.index = index});
  if (!task_.no_guard_zones) buffers_.clear();
  checker_.count(job_case, counted);
  checker_.sample_blocks();
  const size_t first = buffers_.size();
  CaseDone done{.index = index, .milliseconds = launch(index)};
  checker_.finish();
  done.sampled = checker_.sampled_blocks();
  done.rescheduled_launches = checker_.rescheduled_launches();
  done.launched_nothing = checker_.launched_nothing();
  look_at_buffers(std::span(job_case.buffers), first, done);
  sink_(done);
  checker_.report(index, sink_);
  if (counted) checker_.report_counts(sink_);
  checker_.report_trace(job_case, sink_);
}

std::span<std::byte> CaseRunner::contents(const JobBuffer& b) const {
  return memory_.subspan(b.offset, b.bytes);
}

void* CaseRunner::place(const JobBuffer& b, bool poison) {
  GuardedBuffer& buffer = buffers_.emplace_back(
      device_, b.bytes,
      task_.no_guard_zones ? GuardedBuffer::Zones::none : GuardedBuffer::Zones::around);
  if (!b.output) {
    buffer.upload(contents(b));
  } else if (b.first_contents) {
    buffer.upload(memory_.subspan(*b.first_contents, b.bytes));
  } else if (!task_.no_guard_zones) {
    buffer.fill(poison ? poison_byte : std::byte{0});
  }
  checker_.describe(buffer, b);
  return buffer.data();
}

double CaseRunner::launch(uint32_t index) {
  const JobCase& job_case = task_.cases[index];
  const hippuzzle_kernel& kernel = modules_.kernel(task_.variant, job_case.extents);
  std::vector<void*> pointers;
  for (const JobBuffer& b : job_case.buffers) pointers.push_back(place(b, job_case.poison_output));
  if (task_.no_guard_zones) sink_(describe(index, pointers));
  const hippuzzle_device_runtime& api = device_.runtime().api();
  double milliseconds = 0;
  PreparedLaunch prepared(device_, kernel, job_case.configuration, job_case.extents, pointers);
  prepared.scatter();
  device_.check(api.start(), "starting the timer");
  has_launched_ = true;
  prepared.launch();
  device_.check(api.stop(&milliseconds), "the kernel");
  prepared.gather();
  prepared.release();
  return milliseconds;
}

// Guard zones, and inputs that must be as they were; outputs go to their slots.
void CaseRunner::look_at_buffers(std::span<const JobBuffer> described, size_t first,
                                 CaseDone& done) const {
  for (uint32_t i = 0; i < described.size(); ++i) {
    const GuardedBuffer& buffer = buffers_[first + i];
    for (const GuardDamage& damage : buffer.damage())
      done.damage.push_back({.buffer = i, .guard = damage});
    const JobBuffer& b = described[i];
    if (b.output) {
      buffer.download(contents(b));
    } else {
      std::vector<std::byte> now(b.bytes);
      buffer.download(now);
      if (!same_bytes(now, contents(b))) done.changed_inputs.push_back(i);
    }
  }
}

}  // namespace hippuzzle
