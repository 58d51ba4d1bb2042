// Records the execution of one block on the CPU platform, and makes a Trace of it. Runner process
// only.
#pragma once

#include <hip_cpu/trace.h>

#include <map>
#include <memory>

#include "engine/debug_info/runtime_findings/recorded_launch.hpp"
#include "engine/protocol/job.hpp"
#include "engine/protocol/run_mode.hpp"
#include "engine/results/trace.hpp"

namespace hippuzzle {

class Tracer {
 public:
  // To be made once the checker was started; at most one a process.
  Tracer(const hip_cpu_trace& recorder, const Traced& mode);
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  // The recording of the launches so far, which were of this case.
  Trace trace(const JobCase& job_case);

 private:
  static const hip_cpu_frame_layout* describe(void* self, const char* module, uint64_t kernel);
  const RecordedFrame& frame(const std::string& module, uint64_t kernel);

  const hip_cpu_trace& recorder_;
  std::array<uint32_t, 3> block_;
  std::map<std::pair<std::string, uint64_t>, RecordedFrame> frames_;
};

}  // namespace hippuzzle
