// The device runtime implements the C contract of <hippuzzle/device.h>: the little of HIP that
// hippuzzle's host side needs. This one source is built once per platform.
#include <hip/hip_runtime.h>
#include <hippuzzle/device.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <hippuzzle/platform.hpp>
#include <vector>

#include "collectives.hpp"
#include "device_traits.hpp"
#include "links.hpp"
#include "measuring.hpp"
#include "sensors.hpp"

#if !HIPPUZZLE_DEVICE_PASS
namespace {

hipStream_t stream;
hipEvent_t started, stopped;
int current;                                  // device
std::vector<hippuzzle_device_stream> opened;  // by open_more()

// State of the functions for measuring, made when the first of them needs it.
struct StreamBlock {
  int unblocked, timed_out;
};
StreamBlock* stream_block;    // shared with the blocking kernel: host memory that the device sees
bool launches_wait;           // for their kernels; known once there is a stream_block
unsigned long long* counter;  // device memory
void* unused;                 // device memory that flush() writes
uint64_t unused_bytes;

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
  current = device;
  const int32_t error =
      in_order([&] { return hipSetDevice(device); },
               [] { return hipStreamCreateWithFlags(&stream, hipStreamNonBlocking); },
               [] { return hipEventCreate(&started); }, [] { return hipEventCreate(&stopped); });
  *stream_out = stream;
  return error;
}

// Streams made before stay, for the process's other launches.
int32_t open_more(uint32_t most, hippuzzle_device_stream* devices, uint32_t* count) {
  *count = 0;
  if (most == 0) return 0;
  hippuzzle::offer_devices(static_cast<int>(most));
  int there = 0;
  int32_t error = device_count(&there);
  if (error != 0) return error;
  devices[(*count)++] = {current, stream};
  while (error == 0 && *count < most && current + static_cast<int>(*count) < there) {
    const int next = current + static_cast<int>(*count);
    hipStream_t of_next = nullptr;
    error = in_order([&] { return hipSetDevice(next); },
                     [&] { return hipStreamCreateWithFlags(&of_next, hipStreamNonBlocking); });
    if (error == 0) devices[(*count)++] = {next, of_next};
  }
  opened.assign(devices, devices + *count);
  const int32_t back = in_order([] { return hipSetDevice(current); });
  return error != 0 ? error : back;
}

int32_t time_copies(const hippuzzle_way* ways, uint32_t count, uint64_t bytes, uint32_t repeats,
                    double* seconds) {
  static auto* const timer = new hippuzzle::LinkTimer;  // a GPU's runtime may end before statics do
  const int32_t error = in_order([&] { return timer->time(ways, count, bytes, repeats, seconds); });
  const int32_t back = in_order([] { return hipSetDevice(current); });
  return error != 0 ? error : back;
}

hippuzzle::Collectives& library_of_collectives() {
  static auto* const library = new hippuzzle::Collectives(opened);
  return *library;
}

int32_t collectives(char* text, uint64_t capacity) {
  const hippuzzle::Collectives& library = library_of_collectives();
  const bool is_there = library.why_not().empty();
  std::snprintf(text, capacity, "%s",
                is_there ? library.name().c_str() : library.why_not().c_str());
  (void)in_order([] { return hipSetDevice(current); });
  return is_there ? 1 : 0;
}

int32_t time_collective(hippuzzle_collective what, uint64_t bytes, uint32_t repeats,
                        double* seconds) {
  const int32_t error =
      in_order([&] { return library_of_collectives().time(what, bytes, repeats, seconds); });
  const int32_t back = in_order([] { return hipSetDevice(current); });
  return error != 0 ? error : back;
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

// HIP returns the time as a float, whose digits below a nanosecond are chance.
double in_whole_nanoseconds(float milliseconds) {
  constexpr double nanoseconds = 1e6;
  return std::round(static_cast<double>(milliseconds) * nanoseconds) / nanoseconds;
}

int32_t start() {
  return in_order([] { return hipEventRecord(started, stream); });
}

int32_t stop(double* milliseconds) {
  float elapsed = 0;
  const int32_t error = in_order([] { return hipEventRecord(stopped, stream); },
                                 [] { return hipStreamSynchronize(stream); },
                                 [&] { return hipEventElapsedTime(&elapsed, started, stopped); });
  *milliseconds = in_whole_nanoseconds(elapsed);
  return error;
}

int32_t launch_blocking_kernel(long long timeout_nanoseconds) {
  *stream_block = {0, 0};
  void* seen_by_device = nullptr;
  return in_order([&] { return hipHostGetDevicePointer(&seen_by_device, stream_block, 0); },
                  [&] {
                    StreamBlock* const block = static_cast<StreamBlock*>(seen_by_device);
                    hipLaunchKernelGGL(hippuzzle::blocking_kernel, dim3(1), dim3(1), 0, stream,
                                       &block->unblocked, &block->timed_out, timeout_nanoseconds);
                    return hipGetLastError();
                  });
}

int32_t unblock_stream(int32_t* timed_out) {
  *timed_out = 0;
  if (stream_block == nullptr) return 0;
  *timed_out = *static_cast<volatile int*>(&stream_block->timed_out);
  *static_cast<volatile int*>(&stream_block->unblocked) = 1;
  return 0;
}

// Allocates the stream block, and finds out whether launches wait for their kernels, as they do
// under a profiler that replays them and with CUDA_LAUNCH_BLOCKING: the blocking kernel then times
// out, because the host that should unblock it waits for it. Tried twice, as this thread may have
// been preempted the first time.
int32_t prepare_blocking() {
  constexpr long long timeout = 50'000'000;
  void* memory = nullptr;
  int32_t error =
      in_order([&] { return hipHostMalloc(&memory, sizeof(StreamBlock), hipHostMallocMapped); });
  if (error != 0) return error;
  stream_block = static_cast<StreamBlock*>(memory);
  int32_t timed_out = 1;
  for (int i = 0; i < 2 && timed_out != 0 && error == 0; ++i) {
    error = launch_blocking_kernel(timeout);
    if (error == 0) error = unblock_stream(&timed_out);
    if (error == 0) error = in_order([] { return hipStreamSynchronize(stream); });
  }
  *stream_block = {1, 0};
  launches_wait = timed_out != 0;
  return error;
}

int32_t block_stream(int32_t* blocked) {
  constexpr long long timeout = 3'000'000'000;
  *blocked = 1;
  if (!hippuzzle::launches_are_queued) return 0;
  const int32_t error = stream_block == nullptr ? prepare_blocking() : 0;
  if (error != 0) return error;
  *blocked = launches_wait ? 0 : 1;
  return launches_wait ? 0 : launch_blocking_kernel(timeout);
}

int32_t fill(void* device, uint8_t byte, uint64_t bytes) {
  if (bytes == 0) return 0;
  return in_order([&] { return hipMemsetAsync(device, byte, bytes, stream); });
}

int32_t copy(void* to, const void* from, uint64_t bytes) {
  return in_order([&] { return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, stream); });
}

int32_t flush() {
  if (unused == nullptr) {
    hipDeviceProp_t properties;
    const int32_t error = in_order([&] { return hipGetDeviceProperties(&properties, current); });
    if (error != 0) return error;
    unused_bytes = hippuzzle::bytes_beyond_caches(properties);
    const int32_t no_memory = in_order([] { return hipMalloc(&unused, unused_bytes); });
    if (no_memory != 0) return no_memory;
  }
  return fill(unused, 0, unused_bytes);
}

int32_t end() {
  return in_order([] { return hipEventRecord(stopped, stream); });
}

int32_t elapsed(double* milliseconds) {
  float value = 0;
  const int32_t error = in_order([] { return hipEventSynchronize(stopped); },
                                 [&] { return hipEventElapsedTime(&value, started, stopped); });
  *milliseconds = in_whole_nanoseconds(value);
  return error;
}

int32_t count_filled(const void* device, uint8_t byte, uint32_t element_bytes, uint64_t elements,
                     uint64_t* count) {
  *count = 0;
  if (elements == 0) return 0;
  constexpr unsigned threads = 256;
  const uint64_t blocks = std::min<uint64_t>((elements + threads - 1) / threads,
                                             hippuzzle::launches_are_queued ? 2048 : 16);
  unsigned long long found = 0;
  const int32_t error = in_order(
      [] { return counter == nullptr ? hipMalloc(&counter, sizeof *counter) : hipSuccess; },
      [] { return hipMemsetAsync(counter, 0, sizeof *counter, stream); },
      [&] {
        hipLaunchKernelGGL(hippuzzle::count_filled_elements, dim3(static_cast<unsigned>(blocks)),
                           dim3(threads), 0, stream, static_cast<const unsigned char*>(device),
                           byte, element_bytes, elements, counter);
        return hipGetLastError();
      },
      [&] { return hipMemcpyAsync(&found, counter, sizeof found, hipMemcpyDeviceToHost, stream); },
      [] { return hipStreamSynchronize(stream); });
  *count = found;
  return error;
}

int32_t read_sensors(hippuzzle_sensors* sensors) {
  hippuzzle::read_sensors_of(current, sensors);
  return 0;
}

const char* error_name(int32_t error) { return hipGetErrorName(static_cast<hipError_t>(error)); }
const char* error_text(int32_t error) {
  return hippuzzle::text_of_error(static_cast<hipError_t>(error));
}

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
    block_stream,
    unblock_stream,
    fill,
    copy,
    flush,
    end,
    elapsed,
    count_filled,
    read_sensors,
    error_name,
    error_text,
    open_more,
    time_copies,
    collectives,
    time_collective,
    HIPPUZZLE_CHECKER,
    hippuzzle::set_warp_size};
#endif
