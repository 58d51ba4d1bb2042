// Launches that are refused, and launches that run later.
#pragma once

#include <hip_cpu/launch.hpp>

namespace hip_cpu {

// The reason why a launch runs nothing; hipSuccess when it may run.
hipError_t launch_error(const LaunchRequest& request);

// The same for a grid whose blocks run at once.
hipError_t cooperative_launch_error(const LaunchRequest& request);

// True when the stream captures: then a node has been made, which starts the kernel by `start`.
bool capture_launch(const LaunchRequest& request, void (*start)(const LaunchRequest&));

// A request with a call of its own. The request must have copy_call.
struct LaunchCopy {
  explicit LaunchCopy(const LaunchRequest& launched);
  ~LaunchCopy();
  LaunchCopy(const LaunchCopy&) = delete;
  LaunchCopy& operator=(const LaunchCopy&) = delete;

  // Starts with the arguments on the stack, as a launch has them: the checker knows them there.
  void start_in(hipStream_t stream, void (*start)(const LaunchRequest&)) const;

  LaunchRequest request;
};

}  // namespace hip_cpu
