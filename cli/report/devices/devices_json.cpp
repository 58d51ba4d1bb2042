// Platforms and devices, for programs.
#include <nlohmann/json.hpp>

#include "cli/report/devices/devices_report.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {

std::string devices_json(const std::vector<PlatformDescription>& platforms, const Look&) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PlatformDescription& p : platforms) {
    nlohmann::ordered_json devices = nlohmann::ordered_json::array();
    for (const DeviceDescription& d : p.devices) {
      devices.push_back({{"name", d.name}, {"architecture", d.architecture}, {"driver", d.driver}});
    }
    list.push_back({{"platform", p.platform},
                    {"toolkit", p.toolkit},
                    {"devices", devices},
                    {"emulated", p.emulated},
                    {"why_unusable", p.why_unusable}});
  }
  return to_line({{"kind", "devices"}, {"version", 1}, {"platforms", list}}) + '\n';
}

std::vector<Format<std::vector<PlatformDescription>>> devices_formats() {
  return {{text_format(), devices_text},
          {{{"json"},
            {".json"},
            "--json",
            "print one JSON object: the platforms, with their devices or why there is none"},
           devices_json}};
}

}  // namespace hippuzzle
