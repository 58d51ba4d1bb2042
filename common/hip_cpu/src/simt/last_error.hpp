// The failure that hipGetLastError returns, one for each OS thread. report(), which sets it, is
// declared in <hip/hip_runtime_api.h>.
#pragma once

#include <hip/hip_runtime_api.h>

namespace hip_cpu {

hipError_t peek_last_error();
hipError_t take_last_error();  // and forgets it

}  // namespace hip_cpu
