// ring_all_reduce: gives each rank its row of the launch's input, has the ring run, and collects
// each rank's result.
#pragma once

#include <hippuzzle/bindings.hpp>
#include <hippuzzle/devices.hpp>
#include <map>
#include <utility>
#include <vector>

#include "ranks.hpp"

inline std::vector<Rank> new_ranks(const hippuzzle_launch& launch, unsigned count, unsigned chunk) {
  using namespace hippuzzle;
  const std::vector<hippuzzle_device_stream> devices = devices_of(launch);
  std::vector<Rank> ranks;
  for (unsigned i = 0; i < count; ++i) {
    const int device = devices[i % devices.size()].device;
    ranks.push_back({device, new_stream(device), new_event(device), new_event(device),
                     new_array<float>(device, size_t{count} * chunk),
                     new_array<float>(device, chunk)});
  }
  return ranks;
}

// Connects each device once to each other device to which one of its ranks sends.
template <void (*connect)(int device, int peer)>
void connect_ring(const std::vector<Rank>& ranks) {
  static std::map<std::pair<int, int>, bool> connected;
  for (size_t i = 0; i < ranks.size(); ++i) {
    const int device = ranks[i].device, peer = ranks[(i + 1) % ranks.size()].device;
    if (device == peer || connected[{device, peer}]) continue;
    int can = 0;
    HIP_CHECK(hipDeviceCanAccessPeer(&can, device, peer));
    if (can == 0)
      hippuzzle::throw_hip_error(hipErrorPeerAccessUnsupported, "a write to the next device",
                                 __FILE__, __LINE__);
    const hippuzzle::CurrentDevice restored(device);
    connect(device, peer);
    connected[{device, peer}] = true;
  }
}

// Ranks are made once for each shape: a launch that is measured allocates nothing. Buffers: output
// and a, a row of `count` chunks for each rank.
template <void (*connect)(int device, int peer), void (*all_reduce)(Rank*, int, unsigned)>
int32_t run_ring(const hippuzzle_launch* launch) {
  try {
    const auto count = static_cast<unsigned>(launch->extents.n[0]);
    const auto chunk = static_cast<unsigned>(launch->extents.n[1]);
    const size_t row = size_t{count} * chunk, bytes = row * sizeof(float);
    static std::map<std::pair<unsigned, unsigned>, std::vector<Rank>> known;
    static const hipEvent_t begun = hippuzzle::new_event(hippuzzle::devices_of(*launch)[0].device);
    std::vector<Rank>& ranks = known[{count, chunk}];
    if (ranks.empty()) {
      ranks = new_ranks(*launch, count, chunk);
      connect_ring<connect>(ranks);
    }
    const hipStream_t stream = hippuzzle::stream_of(*launch);
    HIP_CHECK(hipEventRecord(begun, stream));
    for (size_t i = 0; i < count; ++i) {
      const hippuzzle::CurrentDevice current(ranks[i].device);
      HIP_CHECK(hipStreamWaitEvent(ranks[i].stream, begun, 0));
      HIP_CHECK(hipMemcpyAsync(ranks[i].data, static_cast<float*>(launch->buffers[1]) + i * row,
                               bytes, hipMemcpyDefault, ranks[i].stream));
      // The others may write here from now on.
      HIP_CHECK(hipEventRecord(ranks[i].added, ranks[i].stream));
    }
    {
      const hippuzzle::CurrentDevice restored(ranks[0].device);
      all_reduce(ranks.data(), static_cast<int>(count), chunk);
    }
    for (size_t i = 0; i < count; ++i) {
      const hippuzzle::CurrentDevice current(ranks[i].device);
      HIP_CHECK(hipMemcpyAsync(static_cast<float*>(launch->buffers[0]) + i * row, ranks[i].data,
                               bytes, hipMemcpyDefault, ranks[i].stream));
      hippuzzle::order(ranks[i].device, ranks[i].stream, ranks[i].added, stream);
    }
    return static_cast<int32_t>(hipGetLastError());
  } catch (const hippuzzle::HipError& error) {
    static_cast<void>(hipGetLastError());
    return static_cast<int32_t>(error.code());
  }
}
