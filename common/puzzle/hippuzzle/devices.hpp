// A launch that several devices share: which there are, and how the work of streams on them joins
// the launch's own stream.
#pragma once

#include <hip/hip_runtime.h>
#include <hippuzzle/kernels.h>

#include <cstddef>
#include <hippuzzle/hip_check.hpp>
#include <vector>

namespace hippuzzle {

// The first is the one with the launch's stream and buffers. A host of before names none.
inline std::vector<hippuzzle_device_stream> devices_of(const hippuzzle_launch& launch) {
  const bool names_them =
      launch.struct_size >= offsetof(hippuzzle_launch, devices) + sizeof launch.devices;
  if (names_them && launch.device_count > 0)
    return {launch.devices, launch.devices + launch.device_count};
  int current = 0;
  HIP_CHECK(hipGetDevice(&current));
  return {{current, launch.stream}};
}

// Makes a device current for a scope.
class CurrentDevice {
 public:
  explicit CurrentDevice(int device) {
    HIP_CHECK(hipGetDevice(&before_));
    HIP_CHECK(hipSetDevice(device));
  }
  ~CurrentDevice() { static_cast<void>(hipSetDevice(before_)); }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

 private:
  int before_ = 0;
};

inline hipStream_t new_stream(int device) {
  const CurrentDevice current(device);
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  return stream;
}

inline hipEvent_t new_event(int device) {
  const CurrentDevice current(device);
  hipEvent_t event = nullptr;
  HIP_CHECK(hipEventCreateWithFlags(&event, hipEventDisableTiming));
  return event;
}

template <class T>
T* new_array(int device, std::size_t elements) {
  const CurrentDevice current(device);
  T* array = nullptr;
  HIP_CHECK(hipMalloc(&array, elements * sizeof(T)));
  return array;
}

// Orders the future work in `later` after the present work in `earlier`, a stream of the device
// that `event` belongs to.
inline void order(int device, hipStream_t earlier, hipEvent_t event, hipStream_t later) {
  const CurrentDevice current(device);
  HIP_CHECK(hipEventRecord(event, earlier));
  HIP_CHECK(hipStreamWaitEvent(later, event, 0));
}

}  // namespace hippuzzle
