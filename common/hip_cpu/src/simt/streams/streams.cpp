#include "hip_cpu/simt/streams/streams.hpp"

#include "hip_cpu/simt/streams/cpu_devices.hpp"

namespace hip_cpu {

Handles<ihipStream_t>& streams() {
  static auto* streams = new Handles<ihipStream_t>;  // workers may outlive static objects
  return *streams;
}

bool is_stream(hipStream_t stream) {
  return stream == nullptr || stream == hipStreamPerThread || streams().contains(stream);
}

int device_of(hipStream_t stream) {
  return stream == nullptr || stream == hipStreamPerThread ? current_device() : stream->device;
}

}  // namespace hip_cpu
