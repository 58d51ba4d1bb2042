// A runner's answer: a stream of Events. job.hpp says which ones each task gives, and in which
// order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/results/access_counts.hpp"
#include "engine/results/fields.hpp"
#include "engine/results/finding.hpp"
#include "engine/results/names.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

HIPPUZZLE_FIELDS(Advice, kind, puzzle)

struct DeviceFound {
  std::string name = {};          // "NVIDIA H200"
  std::string architecture = {};  // "sm_90"
  std::string driver = {};        // "CUDA 13.0"
  std::string toolkit = {};       // that hippuzzle's runtime was built with
  int32_t multiprocessors = 0;
  bool has_any_warps = false;  // it takes the width that a case is for
  int32_t warp_lanes = 0;      // else it has this one

  bool operator==(const DeviceFound&) const = default;
};
HIPPUZZLE_FIELDS(DeviceFound, name, architecture, driver, toolkit, multiprocessors, has_any_warps,
                 warp_lanes)

struct CaseBegun {
  uint32_t index = 0;

  bool operator==(const CaseBegun&) const = default;
};
HIPPUZZLE_FIELDS(CaseBegun, index)

// The case is for warps of another width than the device's.
struct CaseSkipped {
  uint32_t index = 0;

  bool operator==(const CaseSkipped&) const = default;
};
HIPPUZZLE_FIELDS(CaseSkipped, index)

// Bytes of a guard zone that no longer hold the pattern.
struct GuardDamage {
  bool before = false;  // in the zone before the buffer, else in the zone after it
  uint64_t first_offset =
      0;               // distance of the damaged byte that is nearest to the buffer, in bytes
  uint64_t bytes = 0;  // how many bytes are damaged

  bool operator==(const GuardDamage&) const = default;
};
HIPPUZZLE_FIELDS(GuardDamage, before, first_offset, bytes)

struct BufferDamage {
  uint32_t buffer = 0;
  GuardDamage guard = {};

  bool operator==(const BufferDamage&) const = default;
};
HIPPUZZLE_FIELDS(BufferDamage, buffer, guard)

// The blocks that were checked, in launches of a case of which not all were; none: 0 of 0.
struct SampledBlocks {
  uint64_t looked_at = 0, in_all = 0;
  bool others_ran = false;  // so that the output is whole

  bool operator==(const SampledBlocks&) const = default;
};
HIPPUZZLE_FIELDS(SampledBlocks, looked_at, in_all, others_ran)

struct CaseDone {
  uint32_t index = 0;
  double milliseconds = 0;                    // of the kernels, on the device
  std::vector<BufferDamage> damage = {};      // guard zones that were crossed
  std::vector<uint32_t> changed_inputs = {};  // buffers that a kernel must not write
  SampledBlocks sampled = {};
  uint64_t rescheduled_launches = 0;  // that ran in several orders
  bool launched_nothing = false;      // seen where kernels are checked

  bool operator==(const CaseDone&) const = default;
};
HIPPUZZLE_FIELDS(CaseDone, index, milliseconds, damage, changed_inputs, sampled,
                 rescheduled_launches, launched_nothing)

// The places of a case's buffers on the device.
struct BuffersPlaced {
  uint32_t index = 0;  // of the case
  std::vector<uint64_t> addresses = {};

  bool operator==(const BuffersPlaced&) const = default;
};
HIPPUZZLE_FIELDS(BuffersPlaced, index, addresses)

// Comes again, under the same index, when later cases have shown the finding too.
struct FindingReported {
  uint32_t index = 0;  // of the finding
  Finding finding = {};

  bool operator==(const FindingReported&) const = default;
};
HIPPUZZLE_FIELDS(FindingReported, index, finding)

// A launch of the first case.
struct LaunchCounted {
  LaunchCounts counts = {};

  bool operator==(const LaunchCounted&) const = default;
};
HIPPUZZLE_FIELDS(LaunchCounted, counts)

// The next part of the trace's document, which is ASCII.
struct TracePart {
  std::string text = {};

  bool operator==(const TracePart&) const = default;
};
HIPPUZZLE_FIELDS(TracePart, text)

// The reasons for which a runner ends early. The judge decides the outcome of a run: a candidate
// shares its process with the runner and may report in its place.
enum class Failure { crashed, load_failed, unsupported };

template <>
struct Names<Failure> {
  static constexpr Name<Failure> all[] = {{Failure::crashed, "crashed"},
                                          {Failure::load_failed, "could-not-load"},
                                          {Failure::unsupported, "unsupported-here"}};
};

struct Failed {
  Failure failure = Failure::crashed;
  std::string sentence = {};
  std::optional<Advice> advice = {};

  bool operator==(const Failed&) const = default;
};
HIPPUZZLE_FIELDS(Failed, failure, sentence, advice)

struct Done {
  bool operator==(const Done&) const = default;
};
HIPPUZZLE_NO_FIELDS(Done)

// Whether a kernel of the plan can be timed.
struct KernelReady {
  uint32_t index = 0;                  // of the kernel, in the plan
  std::string library = {};            // the vendor's, with its version; "" for a kernel
  std::optional<Failed> refusal = {};  // why it cannot

  bool operator==(const KernelReady&) const = default;
};
HIPPUZZLE_FIELDS(KernelReady, index, library, refusal)

// The time of one of a kernel's ways, before its first sample.
struct WayTimed {
  uint32_t index = 0;   // of the kernel, in the plan
  uint32_t number = 0;  // of the way
  double milliseconds = 0;

  bool operator==(const WayTimed&) const = default;
};
HIPPUZZLE_FIELDS(WayTimed, index, number, milliseconds)

// The state of the device while it is measured, as hippuzzle/device.h has it.
struct Sensors {
  double clock_mhz = 0, clock_limit_mhz = 0, memory_clock_mhz = 0;
  double temperature_c = 0, power_w = 0;
  std::string throttled = {};
  std::string driver = {};

  bool operator==(const Sensors&) const = default;
};
HIPPUZZLE_FIELDS(Sensors, clock_mhz, clock_limit_mhz, memory_clock_mhz, temperature_c, power_w,
                 throttled, driver)

// One sample of a kernel's time.
struct Sampled {
  uint32_t index = 0;  // of the kernel
  double milliseconds = 0;
  uint64_t unwritten = 0;  // elements that a launch left unwritten
  bool enqueued = true;    // the launch was enqueued before it was timed
  bool slowed = false;     // the clock was far below its limit: the sample is repeated

  bool operator==(const Sampled&) const = default;
};
HIPPUZZLE_FIELDS(Sampled, index, milliseconds, unwritten, enqueued, slowed)

// A batch of launches without pauses, once the clock has settled.
struct BatchTimed {
  uint32_t index = 0;       // of the kernel
  double milliseconds = 0;  // of one launch, the mean
  uint64_t launches = 0;
  uint64_t unwritten = 0;  // elements that the last launch left unwritten
  bool settled = false;    // the times no longer drifted when the trial's batches began
  Sensors sensors = {};    // during the batch

  bool operator==(const BatchTimed&) const = default;
};
HIPPUZZLE_FIELDS(BatchTimed, index, milliseconds, launches, unwritten, settled, sensors)

// The output of a launch that was chosen at random among a kernel's samples is in this slot.
struct OutputRetained {
  uint32_t index = 0;    // of the kernel
  uint32_t slot = 0;     // of the outputs
  uint64_t mixture = 0;  // seed of the launch's inputs: mixture.hpp
  uint64_t samples = 0;  // 0: there is none

  bool operator==(const OutputRetained&) const = default;
};
HIPPUZZLE_FIELDS(OutputRetained, index, slot, mixture, samples)

// The library of collectives, or why there is none.
struct CollectivesFound {
  std::string library = {};  // "NCCL 2.21.5"
  std::string why_not = {};

  bool operator==(const CollectivesFound&) const = default;
};
HIPPUZZLE_FIELDS(CollectivesFound, library, why_not)

// The latency of the first of a link's sizes; for the other sizes, the time of one of many
// consecutive copies.
struct LinkTimed {
  std::string what = {};       // "to device", "to host", "between devices", "ring", "all-reduce"
  int32_t from = -1, to = -1;  // devices, -1 the host
  uint64_t bytes = 0;
  double seconds = 0;

  bool operator==(const LinkTimed&) const = default;
};
HIPPUZZLE_FIELDS(LinkTimed, what, from, to, bytes, seconds)

using Event =
    std::variant<Done, Failed, DeviceFound, CaseBegun, CaseSkipped, CaseDone, BuffersPlaced,
                 FindingReported, LaunchCounted, TracePart, KernelReady, WayTimed, Sensors, Sampled,
                 BatchTimed, OutputRetained, CollectivesFound, LinkTimed>;

using EventSink = std::function<void(const Event&)>;

inline Failed to_failed(const Error& error) {
  const Failure failure = error.outcome() == Outcome::load_failed   ? Failure::load_failed
                          : error.outcome() == Outcome::unsupported ? Failure::unsupported
                                                                    : Failure::crashed;
  return {.failure = failure, .sentence = error.what(), .advice = error.advice()};
}

inline Error to_error(const Failed& failed) {
  const Outcome outcome = failed.failure == Failure::load_failed   ? Outcome::load_failed
                          : failed.failure == Failure::unsupported ? Outcome::unsupported
                                                                   : Outcome::crashed;
  return {outcome, failed.sentence, failed.advice};
}

// Hands the event to the reader's take() for it. False when it has none: its task cannot give that.
template <class Reader>
bool hand_to(Reader& reader, const Event& event) {
  return std::visit(
      [&]<class Message>(const Message& message) {
        if constexpr (requires { reader.take(message); }) reader.take(message);
        return requires { reader.take(message); };
      },
      event);
}

}  // namespace hippuzzle
