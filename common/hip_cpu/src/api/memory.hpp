// Memory that HIP's functions have allocated or registered.
#pragma once

#include <hip/hip_runtime_api.h>

namespace hip_cpu {

// Whether hipHostRegister has made it known.
bool is_registered(const void* pointer);

// Frees memory of hipMalloc and its like, without waiting for streams. The code is not kept.
hipError_t free_device_memory(void* pointer);

}  // namespace hip_cpu
