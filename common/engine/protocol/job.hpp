// The judge's request to a runner: one Job. Bytes of buffers travel in shared memory; the
// job contains their offsets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/protocol/abi_fields.hpp"
#include "engine/protocol/candidate.hpp"
#include "engine/protocol/measure_plan.hpp"
#include "engine/protocol/run_mode.hpp"
#include "engine/results/counted.hpp"

namespace hippuzzle {

// Every byte of a poisoned output: NaN in each floating-point type, so that a kernel that adds to
// the old value cannot pass, and unwritten elements are recognised.
constexpr std::byte poison_byte{0xff};

struct JobBuffer {
  uint64_t offset = 0;  // into the shared memory: contents of an input, slot of an output
  uint64_t bytes = 0;
  bool output = false;
  std::optional<uint64_t> first_contents = {};  // of an in-out output, into the shared memory
  std::string name = {};                        // as findings and traces call it
  hippuzzle_type type = HIPPUZZLE_F32;
  hippuzzle_shape shape = {};

  bool operator==(const JobBuffer&) const = default;
};
HIPPUZZLE_FIELDS(JobBuffer, offset, bytes, output, first_contents, name, type, shape)

struct JobCase {
  hippuzzle_launch_configuration configuration = {};
  hippuzzle_extents extents = {};
  bool poison_output = false;           // else the output starts as zeros
  std::vector<JobBuffer> buffers = {};  // in the order of the kernel's parameters
  std::vector<CountLimit> limits = {};  // that a checked kernel is held to
  uint32_t warp_lanes = 0;              // of the device that the case is for; 0: of any

  bool operator==(const JobCase&) const = default;
};
HIPPUZZLE_FIELDS(JobCase, configuration, extents, poison_output, buffers, limits, warp_lanes)

// Asks for the platform's devices: DeviceFound*, then Done or Failed.
struct ListDevices {
  bool operator==(const ListDevices&) const = default;
};
HIPPUZZLE_NO_FIELDS(ListDevices)

// Answered by: DeviceFound, (CaseSkipped | (CaseBegun, BuffersPlaced?, CaseDone, FindingReported*,
// LaunchCounted*, TracePart*))*, then Done or Failed. A case is skipped where the device's warps
// have another width. Places, findings, counts and traces come only where the task asks for them;
// once a case has begun, what fails is not a module that cannot be loaded.
struct RunCases {
  std::string puzzle = {}, variant = {};
  std::string required = {};  // capability words that the device must have
  std::vector<JobCase> cases = {};
  RunMode mode = {};
  // Set for another tool that looks on: buffers without guard zones and never freed, outputs not
  // filled, and their places told.
  bool no_guard_zones = false;
  bool exit_by_return = false;  // from main, where such a tool writes its report; else by _exit()
  uint32_t devices = 1;         // the most that a launch makes use of

  bool operator==(const RunCases&) const = default;
};
HIPPUZZLE_FIELDS(RunCases, puzzle, variant, required, cases, mode, no_guard_zones, exit_by_return,
                 devices)

inline bool has_limit_of_residency(const JobCase& job_case) {
  return std::ranges::count(job_case.limits, Counted::resident, &CountLimit::what) != 0;
}

// Whether the accesses of the case are counted: of the first, of the first for another width of
// warps, and where the judge needs the launches to compute a limited number.
inline bool counts_accesses(const RunCases& task, uint32_t index) {
  const auto* checked = std::get_if<Checked>(&task.mode);
  if (checked == nullptr) return false;
  if (has_limit_of_residency(task.cases[index])) return true;
  if (!checked->count_accesses) return false;
  const auto has_width = [&](const JobCase& c) {
    return c.warp_lanes == task.cases[index].warp_lanes;
  };
  return std::find_if(task.cases.begin(), task.cases.end(), has_width) ==
         task.cases.begin() + index;
}

// Answered by: DeviceFound, KernelReady* (one each, in order), WayTimed*, Sensors, (Sampled |
// Sensors)*, Sensors, BatchTimed*, OutputRetained*, then Done or Failed.
struct Measure {
  std::string puzzle = {};
  MeasurePlan plan = {};
  uint32_t devices = 1;  // as of RunCases

  bool operator==(const Measure&) const = default;
};
HIPPUZZLE_FIELDS(Measure, puzzle, plan, devices)

// Asks for the links of the devices from the candidate's on. Answered by: DeviceFound* (one each),
// CollectivesFound, LinkTimed*, then Done or Failed.
struct MeasureLinks {
  uint32_t devices = 1;  // at most
  uint64_t bytes = 0;    // of the largest copy

  bool operator==(const MeasureLinks&) const = default;
};
HIPPUZZLE_FIELDS(MeasureLinks, devices, bytes)

struct Job {
  Candidate candidate = {};
  bool quiet = false;       // hides even the output of the first case's kernels
  uint32_t time_limit = 0;  // seconds after which the runner ends itself; 0 for never
  std::variant<ListDevices, RunCases, Measure, MeasureLinks> task = {};

  bool operator==(const Job&) const = default;
};
HIPPUZZLE_FIELDS(Job, candidate, quiet, time_limit, task)

}  // namespace hippuzzle
