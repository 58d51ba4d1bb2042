// Copies between the host and the platform's devices, and between devices, timed by the host.
#pragma once

#include <hip/hip_runtime.h>
#include <hippuzzle/device.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace hippuzzle {

// Streams and buffers of the ways that were timed are kept for the next time.
class LinkTimer {
 public:
  // Copies of `bytes` on all ways at once, `repeats` consecutive copies on each; seconds of one
  // round.
  hipError_t time(const hippuzzle_way* ways, uint32_t count, uint64_t bytes, uint32_t repeats,
                  double* seconds) {
    std::vector<Way> known(count);
    for (uint32_t i = 0; i < count; ++i) {
      const hipError_t error = prepare(ways[i], bytes, known[i]);
      if (error != hipSuccess) return error;
    }
    const auto begin = std::chrono::steady_clock::now();
    for (uint32_t turn = 0; turn < repeats; ++turn) {
      for (const Way& way : known) {
        const hipError_t error =
            hipMemcpyAsync(way.to, way.from, bytes, hipMemcpyDefault, way.stream);
        if (error != hipSuccess) return error;
      }
    }
    for (const Way& way : known) {
      const hipError_t error = hipStreamSynchronize(way.stream);
      if (error != hipSuccess) return error;
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    *seconds = taken.count() / repeats;
    return hipSuccess;
  }

 private:
  struct Way {
    hipStream_t stream = nullptr;
    void *to = nullptr, *from = nullptr;
    uint64_t bytes = 0;
  };

  // A copy between devices that may reach each other goes straight.
  static void connect(int device, int peer) {
    if (hipSetDevice(device) == hipSuccess) (void)hipDeviceEnablePeerAccess(peer, 0);
    (void)hipGetLastError();
  }

  static hipError_t new_memory(int place, uint64_t bytes, void** memory) {
    if (place < 0) return hipHostMalloc(memory, bytes, hipHostMallocDefault);
    const hipError_t error = hipSetDevice(place);
    return error == hipSuccess ? hipMalloc(memory, bytes) : error;
  }

  static void release(int place, void* memory) {
    if (memory != nullptr) (void)(place < 0 ? hipHostFree(memory) : hipFree(memory));
  }

  hipError_t prepare(const hippuzzle_way& wanted, uint64_t bytes, Way& result) {
    Way& way = ways_[{wanted.from, wanted.to}];
    const int device = wanted.to < 0 ? wanted.from : wanted.to;
    hipError_t error = hipSuccess;
    if (way.stream == nullptr) {
      if (wanted.from >= 0 && wanted.to >= 0) {
        connect(wanted.from, wanted.to);
        connect(wanted.to, wanted.from);
      }
      error = hipSetDevice(device);
      if (error == hipSuccess) error = hipStreamCreateWithFlags(&way.stream, hipStreamNonBlocking);
    }
    if (error == hipSuccess && way.bytes < bytes) {
      release(wanted.to, way.to);
      release(wanted.from, way.from);
      way.to = way.from = nullptr;
      way.bytes = 0;
      error = new_memory(wanted.to, bytes, &way.to);
      if (error == hipSuccess) error = new_memory(wanted.from, bytes, &way.from);
      if (error == hipSuccess) way.bytes = bytes;
    }
    result = way;
    return error;
  }

  std::map<std::pair<int, int>, Way> ways_;
};

}  // namespace hippuzzle
