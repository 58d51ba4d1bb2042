// Which stream handles are alive.
#pragma once

#include <hip/hip_runtime_api.h>

namespace hip_cpu {

// True for the null stream, the per-thread stream and those that were created and not destroyed.
bool is_stream(hipStream_t stream);

}  // namespace hip_cpu
