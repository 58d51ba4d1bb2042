// Platforms and devices, for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/report/devices/devices_report.hpp"

namespace hippuzzle {

std::string devices_text(const std::vector<PlatformDescription>& platforms, const Look&) {
  std::string text;
  for (const PlatformDescription& p : platforms) {
    if (p.devices.empty())
      text += fmt::format("{:<7} not usable: {}\n", p.platform, p.why_unusable);
    if (!p.emulated.empty()) {
      text +=
          fmt::format("{:<7} emulated: {} (--emulate)\n", p.platform, fmt::join(p.emulated, ", "));
    }
    for (size_t i = 0; i < p.devices.size(); ++i) {
      const DeviceDescription& d = p.devices[i];
      text += fmt::format("{:<7} {}: {} ({}); driver: {}; built with {}\n", p.platform, i, d.name,
                          d.architecture, d.driver, p.toolkit);
    }
  }
  return text;
}

}  // namespace hippuzzle
