// Links for programs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/report/roofline/links_report.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {

void print_links_json(const Links& links) {
  using json = nlohmann::ordered_json;
  json devices = json::array(), timed = json::array();
  for (const DeviceFound& device : links.devices)
    devices.push_back({{"name", device.name}, {"architecture", device.architecture}});
  for (const LinkTimed& link : links.timed) {
    json entry = {{"what", link.what}};
    // A place is a device's number, or null for the host.
    if (link.what != "all-reduce" && link.what != "all-gather" && link.what != "ring") {
      entry["from"] = link.from < 0 ? json() : json(link.from);
      entry["to"] = link.to < 0 ? json() : json(link.to);
    }
    entry["bytes"] = link.bytes;
    entry["seconds"] = link.seconds;
    entry["gb_per_s"] = gigabytes_per_second(link, links.devices.size());
    timed.push_back(std::move(entry));
  }
  const json document = {{"platform", links.platform},
                         {"simulated", links.simulated},
                         {"devices", devices},
                         {"collectives", links.library},
                         {"why_no_collectives", links.why_no_library},
                         {"links", timed}};
  fmt::print("{}\n", to_line(document));
}

}  // namespace hippuzzle
