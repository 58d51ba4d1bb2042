// What the judge asks of a runner, and what the runner answers: one Job, then a stream of Events.
// Bytes of buffers travel in shared memory beside it; a Job says where in it they lie.
#pragma once

#include <hippuzzle/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/access_counts.hpp"
#include "engine/protocol/finding.hpp"
#include "engine/protocol/guard_damage.hpp"
#include "engine/protocol/measure_plan.hpp"
#include "engine/protocol/trace.hpp"
#include "engine/support/outcome.hpp"

namespace hippuzzle {

// Every byte of a poisoned output: NaN in each floating-point type, so that a kernel that adds to
// what it found cannot pass, and recognisable where nothing was written.
constexpr std::byte poison_byte{0xff};

struct JobBuffer {
  uint64_t offset;  // into the shared memory: contents of an input, room for an output
  uint64_t bytes;
  bool output;
  std::string name = "";  // as findings and traces call it
  hippuzzle_type type = HIPPUZZLE_F32;
  hippuzzle_shape shape = {};
};

struct JobCase {
  hippuzzle_launch_configuration configuration;
  hippuzzle_extents extents;
  bool poison_output;                      // else the output starts as zeros, as the pages do
  std::vector<JobBuffer> buffers;          // in the order of the kernel's parameters
  std::vector<hip_cpu_limit> limits = {};  // that a checked kernel is held to
};

struct Job {
  std::string id;
  std::string variant;
  std::string platform;
  std::string required;  // capability words that the device must have
  std::string module;    // absolute path of the kernel module; "" to list the devices
  std::string runtime;   // absolute path of the platform's device runtime
  int device = 0;
  std::vector<JobCase> cases;       // of `variant`
  std::optional<MeasurePlan> plan;  // instead of cases
  bool check = false;               // the module was compiled to be checked
  uint64_t max_steps = 0;           // that a checked thread may take; 0 for the usual number
  bool count = false;               // tell what the first case's launches were counted to do
  std::optional<TraceRequest> trace = std::nullopt;  // of a checked module: what to record
  // For another tool that looks on: buffers without guard zones, never freed, outputs not filled.
  bool bare = false;
  bool returns = false;  // from main, where such a tool writes its report, in the place of _exit()
  uint32_t most_seconds = 0;  // after which the runner ends itself; 0 for never
  bool quiet = false;         // not even the first case's prints are shown
};

struct BufferDamage {
  uint32_t buffer;
  GuardDamage guard;
};

// The state of the device while it was measured, as hippuzzle/device.h has it.
struct Sensors {
  double clock_mhz = 0, clock_limit_mhz = 0, memory_clock_mhz = 0;
  double temperature_c = 0, power_w = 0;
  std::string throttled;
  std::string driver;
};

// The runner's answers, in this order: device, (case_begun, case_done, finding*, counted*,
// traced*)*, then done or failed. counted: of a launch of the first case, if the job asks for it. A
// finding comes again, under the same index, when later cases have shown it too. A job without a
// module asks for the platform's devices only: device*, then done or failed.
//
// Before each launch of a bare job: placed, where its buffers lie.
//
// A job with a plan is answered by: device, item* (one each, in order), sensors, (sampled |
// sensors)*, sensors, lap*, kept*, then done or failed.
struct Event {
  enum class Kind {
    device,
    case_begun,
    case_done,
    failed,
    done,
    item,
    sensors,
    sampled,
    lap,
    kept,
    finding,
    counted,
    traced,
    placed
  };
  Kind kind = Kind::done;

  // device
  std::string device_name;
  std::string architecture;
  std::string driver;
  std::string toolkit;
  int32_t multiprocessors = 0;

  std::vector<uint64_t> addresses;  // placed: of the case's buffers

  // case_begun, case_done, placed: the case. item, sampled, lap, kept: the item. finding: its own
  uint32_t index = 0;
  double milliseconds = 0;               // of the kernels, on the device
  std::vector<BufferDamage> damage;      // guard zones that were crossed
  std::vector<uint32_t> changed_inputs;  // buffers that a kernel must not write

  // failed. item: whether it can be measured, and the vendor's library or why not. traced: the next
  // part of the trace's document, which is ASCII
  Outcome outcome = Outcome::passed;
  std::string sentence;
  std::optional<Advice> advice;  // failed, item: what helps

  // sampled, lap: elements that a launch left unwritten. kept: the output that came of these
  // inputs, chosen among so many samples, is in its room; if 0, there is none. lap: so many
  // launches
  uint64_t unwritten = 0;
  uint32_t input_set = 0;
  uint64_t samples = 0;
  bool held = true;      // sampled: the launch was enqueued before it was timed
  bool settled = false;  // lap: the times no longer drifted when its turn began

  Sensors sensors;  // sensors, lap

  // finding
  Finding finding;

  LaunchCounts counts;  // counted
};

using EventSink = std::function<void(const Event&)>;

// One line of text each, without the line break.
std::string encode(const Job& job);
std::string encode(const Event& event);

// Throw a std::exception on text that encode() did not write.
Job decode_job(const std::string& line);
Event decode_event(const std::string& line);

}  // namespace hippuzzle
