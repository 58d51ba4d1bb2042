// The launches of a kernel with one configuration, extents and buffers, between its prepare() and
// its release().
#pragma once

#include <hippuzzle/kernels.h>

#include <vector>

#include "engine/runner/device.hpp"

namespace hippuzzle {

class PreparedLaunch {
 public:
  // Calls prepare(). device and kernel outlive it. Throws DeviceError.
  PreparedLaunch(const Device& device, const hippuzzle_kernel& kernel,
                 const hippuzzle_launch_configuration& configuration,
                 const hippuzzle_extents& extents, std::vector<void*> buffers);
  PreparedLaunch(const PreparedLaunch&) = delete;
  PreparedLaunch& operator=(const PreparedLaunch&) = delete;

  // Calls release() unless that was done, and drops its error.
  ~PreparedLaunch();

  // Enqueue, and throw DeviceError. Only launch() is to be timed.
  void scatter() const;
  void launch() const;
  void gather() const;

  // To be called once the last launch is complete. Throws DeviceError.
  void release();

 private:
  const Device& device_;
  const hippuzzle_kernel& kernel_;
  std::vector<void*> buffers_;
  hippuzzle_launch launch_;
  bool is_prepared_ = false;
};

}  // namespace hippuzzle
