// `hippuzzle devices`: the platforms, their devices and versions, or why one is not usable.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.hpp"
#include "engine/catalog/devices.hpp"
#include "engine/support/json.hpp"

namespace hippuzzle::commands {
namespace {

void print_text(const std::vector<PlatformDescription>& platforms) {
  for (const PlatformDescription& p : platforms) {
    if (p.devices.empty()) fmt::print("{:<7} not usable: {}\n", p.platform, p.why_unusable);
    for (size_t i = 0; i < p.devices.size(); ++i) {
      const DeviceDescription& d = p.devices[i];
      fmt::print("{:<7} {}: {} ({}); driver: {}; built with {}\n", p.platform, i, d.name,
                 d.architecture, d.driver, p.toolkit);
    }
  }
}

void print_json(const std::vector<PlatformDescription>& platforms) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PlatformDescription& p : platforms) {
    nlohmann::ordered_json devices = nlohmann::ordered_json::array();
    for (const DeviceDescription& d : p.devices) {
      devices.push_back({{"name", d.name}, {"architecture", d.architecture}, {"driver", d.driver}});
    }
    list.push_back({{"platform", p.platform},
                    {"toolkit", p.toolkit},
                    {"devices", devices},
                    {"why_unusable", p.why_unusable}});
  }
  fmt::print("{}\n", to_indented({{"platforms", list}}));
}

}  // namespace

void add_devices(Command command, const GlobalOptions& globals) {
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json,
               "print one JSON object: the platforms, with their devices or why there is none");
  command.act([json, &globals] {
    const auto platforms = describe_platforms(globals.search_path());
    *json ? print_json(platforms) : print_text(platforms);
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
