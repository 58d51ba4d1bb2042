// Calls of HIP by the host that fail unnoticed: nobody looks at the result, nor at the last error
// before the program ends.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

// The process has one. Several OS threads may use it at once.
class ApiErrors {
 public:
  static ApiErrors& instance();

  // A call by this OS thread fails. launch: a refused launch, which has no result; else null.
  void fail(hipError_t error, const LaunchRequest* launch, const DeviceMemory& memory);

  // This OS thread looks at its last error.
  void look();

  // The host copies these bytes of device memory.
  void copy(const void* from, std::size_t bytes, const DeviceMemory& memory);

  // Makes findings of the failures that nobody has looked at, and forgets them.
  void report(Machine& machine);

 private:
  struct Failure {
    std::thread::id thread;
    std::vector<const void*> calls;  // return addresses in the program, innermost first
    std::string kernel, detail;
    std::vector<std::uintptr_t> arrays;  // device memory that the kernel was given
    std::uint64_t count = 1;
    bool is_used = false;
  };
  static constexpr std::size_t most = 256;

  std::mutex mutex_;
  std::vector<Failure> failures_;
};

}  // namespace hip_cpu::check
