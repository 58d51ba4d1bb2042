// Records the execution of one block on the CPU platform, and makes a Trace of it. Runner process
// only.
#pragma once

#include <hip_cpu/trace.h>

#include <map>
#include <memory>

#include "engine/debug_info/kernel_variables.hpp"
#include "engine/debug_info/source_lines.hpp"
#include "engine/protocol/job.hpp"
#include "engine/protocol/run_mode.hpp"
#include "engine/protocol/trace.hpp"

namespace hippuzzle {

class Tracer {
 public:
  // To be made once the checker was started; at most one a process.
  Tracer(const hip_cpu_trace& recorder, const Traced& mode);
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  // What has been recorded of the launches so far, which were of this case.
  Trace trace(const JobCase& job_case);

 private:
  struct Layout {
    KernelVariables variables;
    std::vector<hip_cpu_slot> slots;  // of variables.locals
    hip_cpu_frame_layout handed_out = {};
  };

  static const hip_cpu_frame_layout* describe(void* self, const char* module, uint64_t kernel);
  Layout& layout(const std::string& module, uint64_t kernel);

  const hip_cpu_trace& recorder_;
  std::array<uint32_t, 3> block_;
  uint32_t first_thread_, thread_count_;
  std::map<std::pair<std::string, uint64_t>, Layout> layouts_;
};

}  // namespace hippuzzle
