#include "hip_cpu/simt/last_error.hpp"

#include <utility>

namespace hip_cpu {
namespace {

thread_local hipError_t last_error = hipSuccess;

}  // namespace

const ErrorListener* error_listener = nullptr;

hipError_t report(hipError_t error) {
  if (error == hipSuccess) return error;
  last_error = error;
  if (error_listener) error_listener->failed(error);
  return error;
}

hipError_t peek_last_error() {
  if (last_error != hipSuccess && error_listener) error_listener->looked();
  return last_error;
}

hipError_t take_last_error() {
  static_cast<void>(peek_last_error());
  return std::exchange(last_error, hipSuccess);
}

}  // namespace hip_cpu
