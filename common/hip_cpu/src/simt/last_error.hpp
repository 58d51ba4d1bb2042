// The failure that hipGetLastError returns, one for each OS thread. report(), which sets it, is
// declared in <hip/hip_runtime_api.h>.
#pragma once

#include <hip/hip_runtime_api.h>

namespace hip_cpu {

// Hears of each call that fails and of each look at the last error.
struct ErrorListener {
  void (*failed)(hipError_t error);  // while the call has not returned
  void (*looked)();                  // at a failure
};

// Null: nobody.
extern const ErrorListener* error_listener;

hipError_t peek_last_error();
hipError_t take_last_error();  // and forgets it

}  // namespace hip_cpu
