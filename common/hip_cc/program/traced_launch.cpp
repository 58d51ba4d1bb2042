#include "traced_launch.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "hippuzzle_process.hpp"
#include "record_json.hpp"
#include "trace_record.hpp"

namespace hippuzzle::program {
namespace {

std::string without_template(const std::string& kernel) {
  return kernel.substr(0, kernel.find('<'));
}

// A kernel's own name, with its template arguments.
std::string without_namespaces(const std::string& kernel) {
  const size_t last = kernel.rfind("::", kernel.find('<'));
  return last == std::string::npos ? kernel : kernel.substr(last + 2);
}

}  // namespace

bool is_called(const std::string& kernel, const std::string& name) {
  const std::string plain = without_template(kernel);
  return name == kernel || name == plain || name == without_namespaces(kernel) ||
         name == without_namespaces(plain);
}

ProgramTrace::ProgramTrace(const Options& options) : asked_(options.trace()) {
  hip_cpu_trace_request request = {};
  std::ranges::copy(asked_.block, request.block);
  std::ranges::copy(asked_.thread, request.thread);
  request.narrows = 1;
  request.most_accesses = HIP_CPU_TRACED_ACCESSES;
  request.most_bytes = HIP_CPU_TRACED_BYTES;
  request.context = this;
  request.layout = layout;
  request.wants = wants;
  hip_cpu_tracer.start(&request);
}

int32_t ProgramTrace::wants(void* self, const char* kernel) {
  ProgramTrace& trace = *static_cast<ProgramTrace*>(self);
  ++trace.launches_[kernel];
  if (!is_called(kernel, trace.asked_.kernel)) return 0;
  return ++trace.matching_ == trace.asked_.number ? 1 : 0;
}

// Without hippuzzle there is a trace without variables.
const hip_cpu_frame_layout* ProgramTrace::layout(void* self, const char* module, uint64_t kernel) {
  ProgramTrace& trace = *static_cast<ProgramTrace*>(self);
  const SharedText answer;
  if (!answer.is_whole() ||
      run_hippuzzle({"--frame-layout", module, std::to_string(kernel), answer.path()}) != 0)
    return nullptr;
  std::istringstream words(answer.read());
  words >> trace.layout_.begin >> trace.layout_.end;
  for (hip_cpu_slot slot; words >> slot.offset >> slot.bytes;) {
    trace.slots_.push_back(slot);
    trace.slot_bytes_ += slot.bytes;
  }
  trace.layout_.slot_count = static_cast<uint32_t>(trace.slots_.size());
  trace.layout_.slots = trace.slots_.data();
  return &trace.layout_;
}

std::string ProgramTrace::record() const {
  const auto launched = [](const auto& entry) {
    return '[' + quoted(entry.first.c_str()) + ',' + std::to_string(entry.second) + ']';
  };
  const bool is_there = hip_cpu_tracer.launch_count() != 0;
  return '{' + number("number", asked_.number) + number("launches", matching_) +
         "\"kernel\":" + quoted(asked_.kernel.c_str()) + ",\"block\":" + index(asked_.block) +
         ",\"thread\":" + index(asked_.thread) + ",\"launched\":" + list(launches_, launched) +
         ",\"launch\":" +
         (is_there ? launch_record(*hip_cpu_tracer.launch(0), slot_bytes_) : "null") + '}';
}

}  // namespace hippuzzle::program
