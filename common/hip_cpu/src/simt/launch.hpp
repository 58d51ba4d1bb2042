// Launches that are refused, and those that run later.
#pragma once

#include <hip_cpu/launch.hpp>

namespace hip_cpu {

// Why a launch runs nothing; hipSuccess when it may run.
hipError_t launch_error(const LaunchRequest& request);

// True when the stream captures: then a node has been made, which starts the kernel by `start`.
bool capture_launch(const LaunchRequest& request, void (*start)(const LaunchRequest&));

// A request with a call of its own. Only of one that has copy_call.
struct LaunchCopy {
  explicit LaunchCopy(const LaunchRequest& launched);
  ~LaunchCopy();
  LaunchCopy(const LaunchCopy&) = delete;
  LaunchCopy& operator=(const LaunchCopy&) = delete;

  LaunchRequest request;
};

}  // namespace hip_cpu
