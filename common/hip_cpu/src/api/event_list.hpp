// Events that exist, and streams that wait for them.
#pragma once

#include <hip/hip_runtime_api.h>

namespace hip_cpu {

// True for an event that was created and not destroyed.
bool is_event(hipEvent_t event);

// Makes the stream's later work wait until the event, as it was recorded last, has passed.
void let_wait(hipStream_t stream, hipEvent_t event);

}  // namespace hip_cpu
