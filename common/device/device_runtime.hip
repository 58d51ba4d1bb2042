// The device runtime: the little of HIP that hippuzzle's host side needs, behind the C contract of
// <hippuzzle/device.h>. This one source is built once per platform; it launches nothing itself, so
// a GPU's compilation pass finds nothing in it.
#include <hip/hip_runtime.h>
#include <hippuzzle/device.h>

#include <cstdio>
#include <cstring>
#include <hippuzzle/platform.hpp>

#include "device_traits.hpp"

#if !HIPPUZZLE_DEVICE_PASS
namespace {

hipStream_t stream;
hipEvent_t started, stopped;

int32_t code(hipError_t error) { return static_cast<int32_t>(error); }

// Runs calls in order up to the first that fails, and clears the error that HIP keeps of it.
template <class... Calls>
int32_t in_order(Calls... calls) {
  hipError_t error = hipSuccess;
  (void)((error = calls(), error == hipSuccess) && ...);
  if (error != hipSuccess) (void)hipGetLastError();
  return code(error);
}

int32_t device_count(int32_t* count) {
  *count = 0;
  return in_order([&] { return hipGetDeviceCount(count); });
}

int32_t describe(int32_t device, hippuzzle_device_info* info) {
  hipDeviceProp_t properties;
  int driver_version = 0;
  const int32_t error = in_order([&] { return hipGetDeviceProperties(&properties, device); },
                                 [&] { return hipDriverGetVersion(&driver_version); });
  if (error != 0) return error;
  info->warp_size = properties.warpSize;
  info->multiprocessors = properties.multiProcessorCount;
  info->memory_bytes = properties.totalGlobalMem;
  std::snprintf(info->name, sizeof info->name, "%.127s", properties.name);
  hippuzzle::driver_of(driver_version, info->driver, sizeof info->driver);
  hippuzzle::architecture_of(properties, info->architecture, sizeof info->architecture);
  hippuzzle::capabilities_of(properties, info->capabilities, sizeof info->capabilities);
  return 0;
}

int32_t open(int32_t device, void** stream_out) {
  const int32_t error =
      in_order([&] { return hipSetDevice(device); },
               [] { return hipStreamCreateWithFlags(&stream, hipStreamNonBlocking); },
               [] { return hipEventCreate(&started); }, [] { return hipEventCreate(&stopped); });
  *stream_out = stream;
  return error;
}

int32_t allocate(uint64_t bytes, void** pointer) {
  return in_order([&] { return hipMalloc(pointer, bytes); });
}

int32_t release(void* pointer) {
  return in_order([&] { return hipFree(pointer); });
}

int32_t upload(void* device, const void* host, uint64_t bytes) {
  return in_order(
      [&] { return hipMemcpyAsync(device, host, bytes, hipMemcpyHostToDevice, stream); },
      [] { return hipStreamSynchronize(stream); });
}

int32_t download(void* host, const void* device, uint64_t bytes) {
  return in_order(
      [&] { return hipMemcpyAsync(host, device, bytes, hipMemcpyDeviceToHost, stream); },
      [] { return hipStreamSynchronize(stream); });
}

int32_t start() {
  return in_order([] { return hipEventRecord(started, stream); });
}

int32_t stop(double* milliseconds) {
  float elapsed = 0;
  const int32_t error = in_order([] { return hipEventRecord(stopped, stream); },
                                 [] { return hipStreamSynchronize(stream); },
                                 [&] { return hipEventElapsedTime(&elapsed, started, stopped); });
  *milliseconds = static_cast<double>(elapsed);
  return error;
}

const char* error_name(int32_t error) { return hipGetErrorName(static_cast<hipError_t>(error)); }
const char* error_text(int32_t error) { return hipGetErrorString(static_cast<hipError_t>(error)); }

}  // namespace

HIPPUZZLE_NOTE(HIPPUZZLE_KIND_DEVICE, HIPPUZZLE_PLATFORM_NAME, HIPPUZZLE_PLATFORM_NAME);

extern "C" HIPPUZZLE_EXPORT const hippuzzle_device_runtime hippuzzle_device_entry = {
    HIPPUZZLE_ABI_VERSION,
    sizeof(hippuzzle_device_runtime),
    HIPPUZZLE_PLATFORM_NAME,
    HIPPUZZLE_TOOLKIT,
    device_count,
    describe,
    open,
    allocate,
    release,
    upload,
    download,
    start,
    stop,
    error_name,
    error_text};
#endif
