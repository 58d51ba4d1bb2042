// HIP's functions between devices. There is one device here: it has no peers, and a copy from it to
// itself is a plain copy.
#include "amd_emulator/api/runtime.hpp"

using hippuzzle::amd::Runtime;

namespace {

hipError_t keep_code(hipError_t error) { return Runtime::get().keep(error); }

}  // namespace

extern "C" {

hipError_t hipDeviceCanAccessPeer(int* can, int device, int peer) {
  *can = 0;
  return device == 0 && peer == 0 ? hipSuccess : keep_code(hipErrorInvalidDevice);
}

hipError_t hipDeviceEnablePeerAccess(int, unsigned) { return keep_code(hipErrorInvalidDevice); }

hipError_t hipDeviceDisablePeerAccess(int peer) {
  return keep_code(peer == 0 ? hipErrorPeerAccessNotEnabled : hipErrorInvalidDevice);
}

hipError_t hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                              size_t bytes, hipStream_t stream) {
  if (to_device != 0 || from_device != 0) return keep_code(hipErrorInvalidDevice);
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, stream);
}

hipError_t hipMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  return hipMemcpyPeerAsync(to, to_device, from, from_device, bytes, nullptr);
}

}  // extern "C"
