// halo: divides the row of a launch into parts, runs the steps, and puts the row together again.
#pragma once

#include <hippuzzle/bindings.hpp>
#include <hippuzzle/devices.hpp>
#include <map>
#include <utility>
#include <vector>

#include "parts.hpp"

inline std::vector<Part> new_parts(const hippuzzle_launch& launch, unsigned cells, unsigned count) {
  using namespace hippuzzle;
  const std::vector<hippuzzle_device_stream> devices = devices_of(launch);
  std::vector<Part> parts;
  for (unsigned i = 0; i < count; ++i) {
    const int device = devices[i % devices.size()].device;
    const unsigned own = cells * (i + 1) / count - cells * i / count;
    parts.push_back({device, new_stream(device), new_stream(device), new_event(device),
                     new_event(device), new_array<float>(device, own + 2),
                     new_array<float>(device, own + 2), own});
  }
  return parts;
}

inline void scatter(const hippuzzle_launch& launch, std::vector<Part>& parts, hipEvent_t begun) {
  const auto* in = static_cast<const float*>(launch.buffers[1]);
  HIP_CHECK(hipEventRecord(begun, hippuzzle::stream_of(launch)));
  for (Part& part : parts) {
    const hippuzzle::CurrentDevice current(part.device);
    HIP_CHECK(hipStreamWaitEvent(part.compute, begun, 0));
    HIP_CHECK(hipStreamWaitEvent(part.copies, begun, 0));
    const size_t bytes = part.cells * sizeof(float);
    HIP_CHECK(hipMemsetAsync(part.from, 0, bytes + 2 * sizeof(float), part.compute));
    HIP_CHECK(hipMemsetAsync(part.to, 0, bytes + 2 * sizeof(float), part.compute));
    HIP_CHECK(hipMemcpyAsync(part.from + 1, in, bytes, hipMemcpyDefault, part.compute));
    in += part.cells;
  }
}

inline void gather(const hippuzzle_launch& launch, std::vector<Part>& parts) {
  auto* out = static_cast<float*>(launch.buffers[0]);
  for (Part& part : parts) {
    const hippuzzle::CurrentDevice current(part.device);
    HIP_CHECK(hipMemcpyAsync(out, part.from + 1, part.cells * sizeof(float), hipMemcpyDefault,
                             part.compute));
    out += part.cells;
    hippuzzle::order(part.device, part.compute, part.computed, hippuzzle::stream_of(launch));
    hippuzzle::order(part.device, part.copies, part.arrived, hippuzzle::stream_of(launch));
  }
}

// Parts are made once for each shape: a launch that is measured allocates nothing.
template <void (*step)(Part* parts, int count)>
int32_t run_steps(const hippuzzle_launch* launch) {
  try {
    const auto cells = static_cast<unsigned>(launch->extents.n[0]);
    const auto count = static_cast<unsigned>(launch->extents.n[1]);
    static std::map<std::pair<unsigned, unsigned>, std::vector<Part>> known;
    static const hipEvent_t begun = hippuzzle::new_event(hippuzzle::devices_of(*launch)[0].device);
    std::vector<Part>& parts = known[{cells, count}];
    if (parts.empty()) parts = new_parts(*launch, cells, count);
    scatter(*launch, parts, begun);
    for (uint64_t i = 0; i < launch->extents.n[2]; ++i) {
      {
        const hippuzzle::CurrentDevice restored(parts[0].device);
        step(parts.data(), static_cast<int>(count));
      }
      for (Part& part : parts) std::swap(part.from, part.to);
    }
    gather(*launch, parts);
    return static_cast<int32_t>(hipGetLastError());
  } catch (const hippuzzle::HipError& error) {
    static_cast<void>(hipGetLastError());
    return static_cast<int32_t>(error.code());
  }
}
