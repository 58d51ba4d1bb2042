// Links for programs.
#include <nlohmann/json.hpp>

#include "cli/report/roofline/links_report.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {

std::string links_json(const Links& links, const Look&) {
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
  return to_line(document) + '\n';
}

std::vector<Format<Links>> links_formats() {
  return {{text_format(), links_text}, {{{"json"}, {".json"}}, links_json}};
}

}  // namespace hippuzzle
