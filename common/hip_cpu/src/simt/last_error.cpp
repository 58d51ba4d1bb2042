#include "hip_cpu/simt/last_error.hpp"

#include <utility>

namespace hip_cpu {
namespace {

thread_local hipError_t last_error = hipSuccess;

}  // namespace

hipError_t report(hipError_t error) {
  if (error != hipSuccess) last_error = error;
  return error;
}

hipError_t peek_last_error() { return last_error; }

hipError_t take_last_error() { return std::exchange(last_error, hipSuccess); }

}  // namespace hip_cpu
