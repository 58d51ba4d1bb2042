#include "engine/runner/prepared_launch.hpp"

#include <utility>

namespace hippuzzle {

PreparedLaunch::PreparedLaunch(const Device& device, const hippuzzle_kernel& kernel,
                               const hippuzzle_launch_configuration& configuration,
                               const hippuzzle_extents& extents, std::vector<void*> buffers)
    : device_(device),
      kernel_(kernel),
      buffers_(std::move(buffers)),
      launch_(device.launch(configuration, extents, buffers_)) {
  if (kernel.prepare == nullptr) return;
  device.check(kernel.prepare(&launch_, &launch_.state), "preparing the launch");
  is_prepared_ = true;
}

PreparedLaunch::~PreparedLaunch() {
  if (is_prepared_) static_cast<void>(kernel_.release(&launch_, launch_.state));
}

void PreparedLaunch::scatter() const { device_.scatter_operands(kernel_, launch_); }
void PreparedLaunch::launch() const { device_.check(kernel_.launch(&launch_), "the launch"); }
void PreparedLaunch::gather() const { device_.gather_result(kernel_, launch_); }

void PreparedLaunch::release() {
  if (!std::exchange(is_prepared_, false)) return;
  device_.check(kernel_.release(&launch_, launch_.state), "releasing what the launch had prepared");
}

}  // namespace hippuzzle
