// The trace of one launch of one kernel, which the program's options ask for.
#pragma once

#include <hip_cpu/trace.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "program_options.hpp"

namespace hippuzzle::program {

// Whether a kernel is meant by a name: its whole name, or that without the arguments of its
// template, without its namespaces, or both.
bool is_called(const std::string& kernel, const std::string& name);

class ProgramTrace {
 public:
  // Takes the options' trace, and the block and the thread that they name. To be made once the
  // checker was started; at most one a process.
  explicit ProgramTrace(const Options& options);
  ProgramTrace(const ProgramTrace&) = delete;
  ProgramTrace& operator=(const ProgramTrace&) = delete;

  // The record of the trace: the option, the launches, and the traced launch if it came.
  std::string record() const;

 private:
  static int32_t wants(void* self, const char* kernel);
  static const hip_cpu_frame_layout* layout(void* self, const char* module, uint64_t kernel);

  TraceOption asked_;
  std::map<std::string, uint64_t> launches_;  // by the kernel's whole name
  uint64_t matching_ = 0;                     // launches of the requested kernel
  std::vector<hip_cpu_slot> slots_;           // of the launch that is recorded
  uint64_t slot_bytes_ = 0;
  hip_cpu_frame_layout layout_ = {};
};

}  // namespace hippuzzle::program
