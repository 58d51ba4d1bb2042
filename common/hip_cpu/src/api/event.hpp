// Which event handles are alive.
#pragma once

#include <hip/hip_runtime_api.h>

namespace hip_cpu {

bool is_event(hipEvent_t event);

}  // namespace hip_cpu
