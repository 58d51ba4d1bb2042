// HIP_CHECK(hipMalloc(&p, bytes)) throws a HipError that names the call, its place and the error,
// if it fails.
#pragma once

#include <hip/hip_runtime.h>

#include <stdexcept>
#include <string>

namespace hippuzzle {

class HipError : public std::runtime_error {
 public:
  HipError(hipError_t code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  hipError_t code() const { return code_; }

 private:
  hipError_t code_;
};

[[noreturn]] __attribute__((cold, noinline)) inline void throw_hip_error(hipError_t code,
                                                                         const char* call,
                                                                         const char* file,
                                                                         int line) {
  throw HipError(code, std::string(file) + ":" + std::to_string(line) + ": " + call +
                           " failed with " + hipGetErrorName(code) + " (" +
                           hipGetErrorString(code) + ")");
}

}  // namespace hippuzzle

#define HIP_CHECK(call)                                                        \
  do {                                                                         \
    const hipError_t hip_check_code = (call);                                  \
    if (hip_check_code != hipSuccess)                                          \
      ::hippuzzle::throw_hip_error(hip_check_code, #call, __FILE__, __LINE__); \
  } while (false)
