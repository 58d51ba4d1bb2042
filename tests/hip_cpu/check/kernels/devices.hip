// Copies and fills of the host between streams and devices, and kernels that touch the memory of
// another device.
#include <hip_cpu/config.h>

#include "tests/hip_cpu/check/case.hpp"

#define RUN_IN(stream, kernel, grid, block, ...) \
  hipLaunchKernelGGL(kernel, dim3 grid, dim3 block, 0, stream, __VA_ARGS__)

namespace {
constexpr unsigned count = 32;
constexpr size_t bytes = count * sizeof(float);

void use(int device) { static_cast<void>(hipSetDevice(device)); }
hipStream_t stream_on(int device) {
  use(device);
  hipStream_t stream = nullptr;
  static_cast<void>(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  return stream;
}
// The second stream waits for the present work of the first, which is the current device's.
void order(hipStream_t first, hipStream_t second) {
  hipEvent_t event = nullptr;
  static_cast<void>(hipEventCreateWithFlags(&event, hipEventDisableTiming));
  static_cast<void>(hipEventRecord(event, first));
  static_cast<void>(hipStreamWaitEvent(second, event, 0));
}

// Two devices; the first has an array that is filled in its stream.
struct TwoDevices {
  hipStream_t first, second;
  float *here, *there;
  TwoDevices() {
    hip_cpu_set_device_count(2);
    second = stream_on(1);
    there = scratch<float>("there", count);
    first = stream_on(0);
    here = scratch<float>("here", count);
  }
};
}  // namespace

__global__ void fills(float* to) { to[threadIdx.x] = 1; }  // [fill]
__global__ void doubles(float* to, const float* from) {
  to[threadIdx.x] = 2 * from[threadIdx.x];  // [read]
}
__global__ void writes(float* to) { to[threadIdx.x] = 3; }  // [write]

// case read_of_a_peer_without_access
//   peer-access here [read]
CASE(read_of_a_peer_without_access) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  order(d.first, d.second);
  use(1);
  RUN_IN(d.second, doubles, (1), (32), d.there, d.here);
}

// case write_to_a_peer_without_access
//   peer-access there [fill]
CASE(write_to_a_peer_without_access) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.there);
}

// case access_in_the_other_direction_only
//   peer-access there [fill]
CASE(access_in_the_other_direction_only) {
  TwoDevices d;
  use(1);
  static_cast<void>(hipDeviceEnablePeerAccess(0, 0));
  use(0);
  RUN_IN(d.first, fills, (1), (32), d.there);
}

// case access_taken_back
//   peer-access there [fill]
CASE(access_taken_back) {
  TwoDevices d;
  static_cast<void>(hipDeviceEnablePeerAccess(1, 0));
  static_cast<void>(hipDeviceDisablePeerAccess(1));
  RUN_IN(d.first, fills, (1), (32), d.there);
}

// case no_way_between_the_devices
//   peer-access there [fill]
//   api-error - [enable]
CASE(no_way_between_the_devices) {
  hip_cpu_set_peer_access(0);
  TwoDevices d;
  static_cast<void>(hipDeviceEnablePeerAccess(1, 0));  // [enable]
  RUN_IN(d.first, fills, (1), (32), d.there);
}

// case peers_with_access
CASE(peers_with_access) {
  TwoDevices d;
  static_cast<void>(hipDeviceEnablePeerAccess(1, 0));
  RUN_IN(d.first, fills, (1), (32), d.there);
  order(d.first, d.second);
  use(1);
  RUN_IN(d.second, writes, (1), (32), d.there);
}

// case peers_without_an_event
//   race there [fill] [write]
CASE(peers_without_an_event) {
  TwoDevices d;
  static_cast<void>(hipDeviceEnablePeerAccess(1, 0));
  RUN_IN(d.first, fills, (1), (32), d.there);
  use(1);
  RUN_IN(d.second, writes, (1), (32), d.there);
}

// case null_streams_of_two_devices
//   race there [fill] [write]
CASE(null_streams_of_two_devices) {
  TwoDevices d;
  static_cast<void>(hipDeviceEnablePeerAccess(1, 0));
  RUN_IN(nullptr, fills, (1), (32), d.there);
  use(1);
  RUN_IN(nullptr, writes, (1), (32), d.there);
}

// case copy_with_its_events
CASE(copy_with_its_events) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.first));
  order(d.first, d.second);
  use(1);
  RUN_IN(d.second, doubles, (1), (32), output<float>("out", count), d.there);
}

// case read_before_the_copy_has_come
//   race there [copy] [read]
CASE(read_before_the_copy_has_come) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.first));  // [copy]
  use(1);
  RUN_IN(d.second, doubles, (1), (32), output<float>("out", count), d.there);
}

// case copy_before_the_kernel_is_over
//   race here [copy] [fill]
CASE(copy_before_the_kernel_is_over) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.second));  // [copy]
}

// case source_written_while_it_is_copied
//   race here [copy] [write]
CASE(source_written_while_it_is_copied) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  order(d.first, d.second);
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.second));  // [copy]
  RUN_IN(d.first, writes, (1), (32), d.here);
}

// case source_read_while_it_is_copied
CASE(source_read_while_it_is_copied) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  order(d.first, d.second);
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.second));
  RUN_IN(d.first, doubles, (1), (32), output<float>("out", count), d.here);
}

// case target_read_before
//   race there [copy] [fill]
//   race there [copy] [read]
CASE(target_read_before) {
  TwoDevices d;
  use(1);
  RUN_IN(d.second, fills, (1), (32), d.there);
  RUN_IN(d.second, doubles, (1), (32), output<float>("out", count), d.there);
  use(0);
  RUN_IN(d.first, fills, (1), (32), d.here);
  static_cast<void>(hipStreamSynchronize(d.first));
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.first));  // [copy]
}

// case two_copies_to_one_place
//   race there [one] [other]
CASE(two_copies_to_one_place) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  static_cast<void>(hipStreamSynchronize(d.first));
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.first));   // [one]
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.second));  // [other]
}

// case host_waits_for_the_copy
CASE(host_waits_for_the_copy) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.first));
  static_cast<void>(hipDeviceSynchronize());
  use(1);
  RUN_IN(d.second, doubles, (1), (32), output<float>("out", count), d.there);
}

// case host_waits_for_the_wrong_device
//   race there [copy] [read]
CASE(host_waits_for_the_wrong_device) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes, d.first));  // [copy]
  use(1);
  static_cast<void>(hipDeviceSynchronize());
  RUN_IN(d.second, doubles, (1), (32), output<float>("out", count), d.there);
}

// case fill_of_one_device_in_two_streams
//   race here [set] [read]
CASE(fill_of_one_device_in_two_streams) {
  TwoDevices d;
  const hipStream_t other = stream_on(0);
  static_cast<void>(hipMemsetAsync(d.here, 0, bytes, other));  // [set]
  RUN_IN(d.first, doubles, (1), (32), output<float>("out", count), d.here);
}

// case one_device_has_copies_and_kernels_in_order
CASE(one_device_has_copies_and_kernels_in_order) {
  float* here = scratch<float>("here", count);
  float* there = scratch<float>("there", count);
  const hipStream_t stream = stream_on(0);
  RUN_IN(stream, fills, (1), (32), here);
  static_cast<void>(hipMemcpyAsync(there, here, bytes, hipMemcpyDeviceToDevice, stream));
  RUN_IN(stream, doubles, (1), (32), output<float>("out", count), there);
}

// case halves_of_one_array
CASE(halves_of_one_array) {
  TwoDevices d;
  RUN_IN(d.first, fills, (1), (32), d.here);
  static_cast<void>(hipStreamSynchronize(d.first));
  static_cast<void>(hipMemcpyPeerAsync(d.there, 1, d.here, 0, bytes / 2, d.first));
  use(1);
  RUN_IN(d.second, writes, (1), (16), d.there + 16);
}
