#include "hip_cpu/simt/streams/cpu_devices.hpp"

#include <hip_cpu/config.h>

#include <atomic>

namespace hip_cpu {
namespace {

thread_local int chosen = 0;

// access[device][peer]
std::atomic<bool> peer_access[max_devices][max_devices];

}  // namespace

bool is_device(int device) { return device >= 0 && device < hip_cpu_device_count(); }

int current_device() { return chosen; }
void choose_device(int device) { chosen = device; }

bool can_access_peer(int device, int peer) {
  return device != peer && is_device(device) && is_device(peer) && hip_cpu_has_peer_access() != 0;
}

bool may_access(int device, int owner) {
  return owner == no_device || owner == device || peer_access[device][owner];
}

hipError_t enable_peer_access(int device, int peer) {
  if (!can_access_peer(device, peer)) return hipErrorInvalidDevice;
  return peer_access[device][peer].exchange(true) ? hipErrorPeerAccessAlreadyEnabled : hipSuccess;
}

hipError_t disable_peer_access(int device, int peer) {
  if (!is_device(peer)) return hipErrorInvalidDevice;
  return peer_access[device][peer].exchange(false) ? hipSuccess : hipErrorPeerAccessNotEnabled;
}

void disable_all_peer_access(int device) {
  for (std::atomic<bool>& access : peer_access[device]) access = false;
}

}  // namespace hip_cpu
