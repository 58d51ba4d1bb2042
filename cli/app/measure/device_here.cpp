#include "cli/app/measure/device_here.hpp"

#include <fmt/format.h>

#include "support/outcome.hpp"

namespace hippuzzle {

DeviceDescription device_here(const SearchPath& search_path, const std::string& platform,
                              int number) {
  const PlatformDescription description = describe_platform(platform, search_path);
  const auto device = static_cast<size_t>(number);
  if (device >= description.devices.size()) {
    throw Error(Outcome::unsupported,
                description.devices.empty()
                    ? description.why_unusable
                    : fmt::format("there is no {} device {}: the last one here is {}", platform,
                                  device, description.devices.size() - 1));
  }
  return description.devices[device];
}

}  // namespace hippuzzle
