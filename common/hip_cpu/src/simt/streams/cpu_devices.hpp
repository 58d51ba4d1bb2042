// The simulated devices: how many there are, which one each host thread has chosen, and which
// devices may access each other's memory. They share the machine's processors and have memories of
// their own.
#pragma once

#include <hip/hip_runtime_api.h>

namespace hip_cpu {

inline constexpr int max_devices = 16;

// The device of memory that belongs to none: the host's, pinned or managed.
inline constexpr int no_device = -1;

bool is_device(int device);

// The device of the calling OS thread; 0 until it chooses another.
int current_device();
void choose_device(int device);

// Whether the hardware that is simulated has a way from one to the other.
bool can_access_peer(int device, int peer);

// Whether a kernel on `device` may touch memory of `owner`: its own, the host's, or a peer's to
// which access was enabled.
bool may_access(int device, int owner);

// Functions with HIP's codes.
hipError_t enable_peer_access(int device, int peer);
hipError_t disable_peer_access(int device, int peer);
void disable_all_peer_access(int device);

}  // namespace hip_cpu
