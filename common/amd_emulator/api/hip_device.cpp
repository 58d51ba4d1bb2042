// HIP's functions about the device, streams, events and errors. There is one device; whatever is
// put into a stream is complete when its function returns.
#include <hip/hip_version.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "amd_emulator/api/runtime.hpp"
#include "amd_emulator/dispatch/dispatched_launch.hpp"

using hippuzzle::amd::Runtime;

namespace {

using Clock = std::chrono::steady_clock;

struct Event {
  Clock::time_point recorded;
};

Event* event_of(hipEvent_t event) { return reinterpret_cast<Event*>(event); }

// Compute units, or pairs of them where a workgroup has two, of a GPU of each target.
int multiprocessors(std::string_view target) {
  struct Known {
    std::string_view target;
    int count;
  };
  static constexpr Known all[] = {{"gfx906", 60},  {"gfx908", 120}, {"gfx90a", 104},
                                  {"gfx940", 228}, {"gfx942", 304}, {"gfx1030", 40},
                                  {"gfx1100", 48}};
  const auto* found = std::ranges::find(all, target, &Known::target);
  return found == std::end(all) ? 32 : found->count;
}

hipError_t keep(hipError_t error) { return Runtime::get().keep(error); }

}  // namespace

extern "C" {

hipError_t hipGetDeviceCount(int* count) {
  *count = 1;
  return hipSuccess;
}

hipError_t hipGetDevice(int* device) {
  *device = 0;
  return hipSuccess;
}

hipError_t hipSetDevice(int device) {
  return device == 0 ? hipSuccess : keep(hipErrorInvalidDevice);
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t* p, int device) {
  if (device != 0) return keep(hipErrorInvalidDevice);
  const std::string& target = Runtime::get().target();
  std::memset(p, 0, sizeof *p);
  std::snprintf(p->name, sizeof p->name, "emulated %s", target.c_str());
  std::snprintf(p->gcnArchName, sizeof p->gcnArchName, "%s", target.c_str());
  p->totalGlobalMem = Runtime::most_bytes;
  p->sharedMemPerBlock = hippuzzle::amd::most_shared_bytes;
  p->warpSize = target.starts_with("gfx9") ? 64 : 32;
  p->maxThreadsPerBlock = 1024;
  std::ranges::fill(p->maxThreadsDim, 1024);
  std::ranges::fill(p->maxGridSize, 2147483647);
  p->multiProcessorCount = multiprocessors(target);
  p->maxThreadsPerMultiProcessor = 2048;
  p->l2CacheSize = 8 << 20;
  p->major = target.starts_with("gfx9") ? 9 : target.starts_with("gfx10") ? 10 : 11;
  return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device) {
  hipDeviceProp_t p;
  const hipError_t error = hipGetDeviceProperties(&p, device);
  if (error != hipSuccess) return error;
  switch (attribute) {
    case hipDeviceAttributeMultiprocessorCount:
      *value = p.multiProcessorCount;
      return hipSuccess;
    case hipDeviceAttributeWarpSize:
      *value = p.warpSize;
      return hipSuccess;
    case hipDeviceAttributeMaxThreadsPerBlock:
      *value = p.maxThreadsPerBlock;
      return hipSuccess;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
      *value = static_cast<int>(p.sharedMemPerBlock);
      return hipSuccess;
    default:
      *value = 0;
      return hipSuccess;
  }
}

hipError_t hipDriverGetVersion(int* version) {
  *version = HIP_VERSION;
  return hipSuccess;
}
hipError_t hipRuntimeGetVersion(int* version) { return hipDriverGetVersion(version); }

hipError_t hipDeviceGetPCIBusId(char* text, int capacity, int) {
  std::snprintf(text, static_cast<size_t>(capacity), "ffff:ff:1f.7");  // nobody's
  return hipSuccess;
}

hipError_t hipDeviceSynchronize() { return hipSuccess; }

hipError_t hipStreamCreate(hipStream_t* stream) {
  *stream = reinterpret_cast<hipStream_t>(new char);
  return hipSuccess;
}
hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned) {
  return hipStreamCreate(stream);
}
hipError_t hipStreamDestroy(hipStream_t stream) {
  delete reinterpret_cast<char*>(stream);
  return hipSuccess;
}
hipError_t hipStreamSynchronize(hipStream_t) { return hipSuccess; }
hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned) { return hipSuccess; }

hipError_t hipEventCreate(hipEvent_t* event) {
  *event = reinterpret_cast<hipEvent_t>(new Event);
  return hipSuccess;
}
hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned) { return hipEventCreate(event); }
hipError_t hipEventDestroy(hipEvent_t event) {
  delete event_of(event);
  return hipSuccess;
}
hipError_t hipEventRecord(hipEvent_t event, hipStream_t) {
  event_of(event)->recorded = Clock::now();
  return hipSuccess;
}
hipError_t hipEventSynchronize(hipEvent_t) { return hipSuccess; }
hipError_t hipEventQuery(hipEvent_t) { return hipSuccess; }
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t begin, hipEvent_t end) {
  const std::chrono::duration<float, std::milli> elapsed =
      event_of(end)->recorded - event_of(begin)->recorded;
  *milliseconds = elapsed.count();
  return hipSuccess;
}

hipError_t hipGetLastError() { return Runtime::get().last_error(true); }
hipError_t hipPeekAtLastError() { return Runtime::get().last_error(false); }

}  // extern "C"
