#include "engine/judge/verdict.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/judge/mismatch_text.hpp"
#include "engine/protocol/trace_codec.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_trace = size_t{1} << 28;  // bytes of its document
constexpr size_t most_findings = 256;           // of the checker's
constexpr size_t most_claimed_launches = size_t{1} << 16;

void require(bool is_credible, const char* reported) {
  if (is_credible) return;
  throw Error(Outcome::crashed, fmt::format("the process of the kernels reported {}; a kernel "
                                            "module must not touch file descriptors",
                                            reported));
}

void require_in_order(bool in_order) {
  require(in_order, "cases that were not next or left some out");
}

// The sample that the task asked for; all blocks where it asked for none.
BlockSample sample_of(const RunMode& mode) {
  if (const auto* checked = std::get_if<Checked>(&mode)) return checked->sample;
  const auto* traced = std::get_if<Traced>(&mode);
  const bool is_one = traced != nullptr && traced->block_alone;
  return is_one ? BlockSample{.one = traced->block, .runs_others = traced->runs_others}
                : BlockSample{};
}

bool is_sampled(const BlockSample& sample) { return sample.most != 0 || sample.one; }

// The members that the judge sets where it explains a finding are its own.
Finding as_found(Finding finding) {
  finding.case_name.clear();
  finding.element.clear();
  finding.element_bytes = 0;
  finding.suppressed.clear();
  for (FindingSide& side : finding.sides) side.place = {};
  return finding;
}

}  // namespace

void Verdict::read(const Event& event) {
  require(!done_ && !failed_, "something behind its end");
  require(hand_to(*this, event), "what nobody asked for");
}

void Verdict::take(const DeviceFound& device) {
  require(!std::exchange(has_device_, true), "two devices");
  device_ = device;
  result_.device = device.name;
  result_.toolkit = device.toolkit;
}

void Verdict::take(const CaseBegun& begun) {
  require_in_order(has_device_ && begun.index == running_ + 1 &&
                   begun.index == result_.cases.size() && begun.index < set_.cases.size());
  running_ = begun.index;
}

// The device was described before the candidate was opened, so its warps are what they are.
void Verdict::take(const CaseSkipped& skipped) {
  require_in_order(has_device_ && skipped.index == result_.cases.size() &&
                   skipped.index < set_.cases.size());
  const Case& c = set_.cases[skipped.index];
  const auto lanes = static_cast<int32_t>(c.job.warp_lanes);
  require(lanes != 0 && !device_.has_any_warps && lanes != device_.warp_lanes,
          "that a case does not run which does");
  running_ = skipped.index;
  CaseResult& result = result_.cases.emplace_back();
  result.name = c.name;
  result.number = c.number;
  result.is_run = result.is_judged = false;
  result.passed = true;
}

void Verdict::take(const CaseDone& done) {
  require_in_order(done.index == result_.cases.size() && done.index == running_);
  const BlockSample sample = sample_of(mode_);
  require(is_sampled(sample) || done.sampled.in_all == 0, "a sample that nobody asked for");
  require(done.damage.size() <= 2 * size_t{variant_.buffer_count} &&
              done.changed_inputs.size() <= variant_.buffer_count,
          "more buffers than there are");
  const Case& c = set_.cases[done.index];
  std::vector<std::span<const std::byte>> bytes;  // of the outputs
  for (const uint32_t b : outputs(variant_)) bytes.push_back(set_.contents(c, b));

  CaseResult result;
  result.name = c.name;
  result.number = c.number;
  result.milliseconds = done.milliseconds;
  for (const uint32_t b : outputs(variant_)) result.shapes.push_back(c.shapes[b]);
  result.sampled = done.sampled;
  result.sampled.others_ran = sample.runs_others;
  result_.sampled.looked_at += done.sampled.looked_at;
  result_.sampled.in_all += done.sampled.in_all;
  result_.sampled.others_ran = sample.runs_others;
  result_.rescheduled_launches += done.rescheduled_launches;
  launched_ = launched_ || !done.launched_nothing;
  result.is_judged = c.is_judged && (done.sampled.in_all == 0 || sample.runs_others);
  if (result.is_judged) result.comparison = c.compare(variant_, bytes);
  result.faults = describe_faults(done, variant_, c, result_);
  result.passed = result.comparison.wrong == 0 && result.faults.empty();
  const bool is_example = result_.example() == nullptr;
  if (result.is_judged && !c.freivalds && (is_example || !result.passed)) {
    for (size_t i = 0; i < bytes.size(); ++i)
      std::ranges::copy(to_doubles(result_.outputs[i].type, bytes[i]),
                        std::back_inserter(result.output));
    result.expected = c.expectation.values;
  }
  if (!result.passed) result.inputs = small_inputs(c);
  if (!result.passed && result_.outcome == Outcome::passed) {
    result_.outcome = Outcome::wrong_answer;
    result_.reason =
        fmt::format("in the case '{}', {}", c.name,
                    result.comparison.wrong > 0 ? describe(result.comparison, result_, result)
                                                : result.faults.front());
  }
  result_.cases.push_back(std::move(result));
}

void Verdict::take(const FindingReported& reported) {
  const bool is_asked =
      std::holds_alternative<Checked>(mode_) || std::holds_alternative<Traced>(mode_);
  require(is_asked && has_begun(), "a finding that nobody asked for");
  require(reported.index <= result_.findings.size() && reported.index < most_findings,
          "findings that were not next");
  require(!reported.finding.get<RunawayPart>().in_sample ||
              (is_sampled(sample_of(mode_)) && !reported.finding.sides.empty()),
          "a sample that nobody asked for");
  if (reported.index == result_.findings.size()) result_.findings.emplace_back();
  result_.findings[reported.index] = as_found(reported.finding);
}

void Verdict::take(const LaunchCounted& counted) {
  const auto* checked = std::get_if<Checked>(&mode_);
  const bool is_shown =
      checked != nullptr && checked->count_accesses && has_begun() && has_counts();
  const bool is_claimed = checked != nullptr && claims_residency(variant_);
  require((is_shown || is_claimed) && is_in_no_case(), "counts that nobody asked for");
  const LaunchCounts& launch = counted.counts;
  if (is_claimed) {
    const auto [x, y, z] = launch.block;
    require(launches_.size() < most_claimed_launches, "more launches than a variant has");
    launches_.push_back({static_cast<uint32_t>(running_), launch.kernel, uint64_t{x} * y * z,
                         launch.of(Counted::shared_bytes).most});
  }
  if (is_shown) result_.counts.push_back(launch);
}

void Verdict::take(const TracePart& part) {
  require(std::holds_alternative<Traced>(mode_) && set_.cases.size() == 1 && is_in_no_case() &&
              trace_.size() < most_trace,
          "a trace that nobody asked for");
  trace_ += part.text;
}

void Verdict::take(const Failed& failed) {
  require(!has_begun() || failed.failure != Failure::load_failed,
          "that a module which runs cannot be loaded");
  fail(to_error(failed));
  result_.ended_in_kernels = failed.failure == Failure::crashed && has_begun();
}

void Verdict::take(const Done&) {
  if (result_.cases.size() < set_.cases.size()) take_runaway();
  done_ = true;
  if (result_.run_count() == 0) {
    return result_.fail(
        {Outcome::unsupported,
         fmt::format("it needs warps of {} lanes; the warps of {} have {}",
                     set_.cases.front().job.warp_lanes, device_.name, device_.warp_lanes)});
  }
  // One case alone may need no kernel, as a sum over one device.
  if (launched_ || set_.cases.size() == 1 || result_.outcome != Outcome::passed) return;
  result_.outcome = Outcome::wrong_answer;
  result_.reason =
      "no kernel was launched in any case; compute the output in the kernel that is asked for";
}

// A checked kernel that does not end keeps later cases from running: they count as wrong.
void Verdict::take_runaway() {
  const auto is_runaway = [](const Finding& f) { return f.kind == FindingKind::runaway; };
  require(!result_.cases.empty() && std::ranges::any_of(result_.findings, is_runaway),
          "an end before the last case");
  if (result_.outcome != Outcome::passed) return;
  result_.outcome = Outcome::wrong_answer;
  result_.reason =
      fmt::format("the kernel does not end in the case '{}'", result_.cases.back().name);
}

std::optional<Trace> Verdict::trace() const {
  if (!done_ || trace_.empty()) return std::nullopt;
  try {
    return trace_from_json(trace_);
  } catch (const std::exception&) {
    require(false, "a trace that is none");
  }
  return std::nullopt;
}

void Verdict::close(const RunnerEnd& end, std::chrono::milliseconds timeout) {
  const bool is_well = end.how == RunnerEnd::How::exited && end.code == 0;
  if (failed_ || (done_ && is_well)) return;
  const std::string where = running_case();
  result_.ended_in_kernels = end.how != RunnerEnd::How::exited && running_ < set_.cases.size();
  fail(error_of(end, timeout, where));
}

bool Verdict::has_counts() const {
  const auto same_width = [&](const Case& c) {
    return c.job.warp_lanes == set_.cases[running_].job.warp_lanes;
  };
  return static_cast<size_t>(std::ranges::find_if(set_.cases, same_width) - set_.cases.begin()) ==
         running_;
}

std::string Verdict::running_case() const {
  if (running_ >= set_.cases.size()) return " before the first case";
  return fmt::format(" in the case '{}'", set_.cases[running_].name);
}

void Verdict::fail(const Error& error) {
  failed_ = true;
  result_.fail(error);
  if (error.outcome() == Outcome::crashed && running_ < set_.cases.size() &&
      result_.reason.find(" in the case ") == std::string::npos) {
    result_.reason += running_case();
  }
}

// Nothing where there are more elements than somebody would read.
std::vector<CaseInput> Verdict::small_inputs(const Case& c) const {
  constexpr uint64_t most_elements = 64;
  std::vector<CaseInput> inputs;
  uint64_t elements = 0;
  for (uint32_t b = 0; b < variant_.buffer_count; ++b) {
    const hippuzzle_buffer& buffer = variant_.buffers[b];
    if (!is_filled(buffer)) continue;
    elements += element_count(c.shapes[b]);
    if (elements > most_elements) return {};
    inputs.push_back(
        {buffer.name, buffer.type, to_doubles(buffer.type, set_.first_contents(c, b))});
  }
  return inputs;
}

}  // namespace hippuzzle
