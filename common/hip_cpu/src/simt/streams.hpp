// The streams that exist. Work is complete when it is submitted, so a stream has no state besides
// its flags.
#pragma once

#include <hip/hip_runtime_api.h>

#include "hip_cpu/simt/handles.hpp"

struct ihipStream_t {
  unsigned flags;
};

namespace hip_cpu {

// Those that were created and not destroyed.
Handles<ihipStream_t>& streams();

// True for the null stream, the per-thread stream and those of streams().
bool is_stream(hipStream_t stream);

}  // namespace hip_cpu
