#include "engine/runner/tracer.hpp"

#include <algorithm>

#include "engine/debug_info/runtime_findings/from_runtime.hpp"
#include "engine/modules/abi_types.hpp"

namespace hippuzzle {
namespace {

ElementType element_of(hippuzzle_type type) {
  using Kind = ElementType::Kind;
  const auto bytes = static_cast<uint32_t>(element_size(type));
  switch (type) {
    case HIPPUZZLE_F32:
    case HIPPUZZLE_F64:
      return {Kind::floating, bytes};
    case HIPPUZZLE_BF16:
      return {Kind::bfloat16, bytes};
    case HIPPUZZLE_I32:
      return {Kind::signed_integer, bytes};
    case HIPPUZZLE_U32:
      break;
  }
  return {Kind::unsigned_integer, bytes};
}

const JobBuffer* output_of(const JobCase& job_case) {
  const JobBuffer* output = nullptr;
  for (const JobBuffer& buffer : job_case.buffers)
    if (buffer.output) output = &buffer;
  return output;
}

}  // namespace

Tracer::Tracer(const hip_cpu_trace& recorder, const Traced& mode)
    : recorder_(recorder), block_(mode.block) {
  hip_cpu_trace_request asked = {};
  std::ranges::copy(block_, asked.block);
  asked.first_thread = mode.first_thread;
  asked.thread_count = mode.thread_count;
  asked.most_accesses = most_traced_accesses;
  asked.most_bytes = most_traced_bytes;
  asked.context = this;
  asked.layout = describe;
  recorder_.start(&asked);
}

const RecordedFrame& Tracer::frame(const std::string& module, uint64_t kernel) {
  return frames_.try_emplace({module, kernel}, module, kernel).first->second;
}

const hip_cpu_frame_layout* Tracer::describe(void* self, const char* module, uint64_t kernel) {
  return &static_cast<Tracer*>(self)->frame(module, kernel).layout();
}

Trace Tracer::trace(const JobCase& job_case) {
  RecordedNames names;
  names.frames = [&](uint32_t site) {
    hip_cpu_frame frames[HIP_CPU_FRAMES];
    const uint32_t count = recorder_.frames(site, frames);
    return to_addresses(std::span(frames, count));
  };
  names.type_of = [&](const hip_cpu_traced_array& array) -> std::optional<VariableType> {
    for (const JobBuffer& b : job_case.buffers)
      if (b.name == array.name)
        return VariableType{element_of(b.type), {b.shape.n, b.shape.n + b.shape.rank}};
    return std::nullopt;
  };
  if (const JobBuffer* output = output_of(job_case)) names.usual = element_of(output->type);
  Trace trace;
  for (uint32_t i = 0; i < recorder_.launch_count(); ++i) {
    const hip_cpu_traced_launch& launch = *recorder_.launch(i);
    trace.launches.push_back(to_traced_launch(
        launch, frame(launch.module, launch.kernel_offset).variables(), names, block_));
  }
  return trace;
}

}  // namespace hippuzzle
