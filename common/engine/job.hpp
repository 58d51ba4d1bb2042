// What the judge asks of a runner, and what the runner answers: one Job, then a stream of Events.
// Bytes of buffers travel in shared memory beside it; a Job says where in it they lie.
#pragma once

#include <hippuzzle/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "guarded_buffer.hpp"
#include "outcome.hpp"

namespace hippuzzle {

// Every byte of a poisoned output: NaN in each floating-point type, so that a kernel that adds to
// what it found cannot pass, and recognisable where nothing was written.
constexpr std::byte poison_byte{0xff};

struct JobBuffer {
  uint64_t offset;  // into the shared memory: contents of an input, room for an output
  uint64_t bytes;
  bool output;
};

struct JobCase {
  hippuzzle_launch_configuration configuration;
  hippuzzle_extents extents;
  bool poison_output;              // else the output starts as zeros, as the pages do
  std::vector<JobBuffer> buffers;  // in the order of the kernel's parameters
};

struct Job {
  std::string id;
  std::string variant;
  std::string platform;
  std::string required;  // capability words that the device must have
  std::string module;    // absolute path of the kernel module; "" to list the devices
  std::string runtime;   // absolute path of the platform's device runtime
  int device = 0;
  std::vector<JobCase> cases;
};

struct BufferDamage {
  uint32_t buffer;
  GuardDamage guard;
};

// The runner's answers, in this order: device, (case_begun, case_done)*, then done or failed. A job
// without a module asks for the platform's devices only: device*, then done or failed.
struct Event {
  enum class Kind { device, case_begun, case_done, failed, done };
  Kind kind = Kind::done;

  // device
  std::string device_name;
  std::string architecture;
  std::string driver;
  std::string toolkit;

  // case_begun, case_done
  uint32_t index = 0;
  double milliseconds = 0;               // of the kernels, on the device
  std::vector<BufferDamage> damage;      // guard zones that were crossed
  std::vector<uint32_t> changed_inputs;  // buffers that a kernel must not write

  // failed
  Outcome outcome = Outcome::passed;
  std::string sentence;
};

using EventSink = std::function<void(const Event&)>;

// One line of text each, without the line break.
std::string encode(const Job& job);
std::string encode(const Event& event);

// Throw a std::exception on text that encode() did not write.
Job decode_job(const std::string& line);
Event decode_event(const std::string& line);

}  // namespace hippuzzle
