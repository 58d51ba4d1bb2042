// Links for people: one row each, with the latency of a small copy and the rate of a large one.
#include <fmt/format.h>

#include <tuple>

#include "cli/report/numbers.hpp"
#include "cli/report/roofline/links_report.hpp"
#include "cli/terminal/text/table.hpp"

namespace hippuzzle {
namespace {

std::string place(int number) { return number < 0 ? "host" : fmt::format("device {}", number); }

std::string name_of(const LinkTimed& link) {
  if (link.what == "ring") return "all at once, in a ring";
  if (link.from < 0 && link.to < 0) return link.what;
  return fmt::format("{} to {}", place(link.from), place(link.to));
}

}  // namespace

std::string links_text(const Links& links, const Look&) {
  std::string text =
      fmt::format("{} {}{}", links.devices.size(), links.simulated ? "simulated " : "",
                  links.devices.size() == 1 ? "device" : "devices");
  for (const DeviceFound& device : links.devices) {
    text += fmt::format("{}{}", &device == &links.devices.front() ? ": " : ", ", device.name);
    if (links.simulated) break;
  }
  text += '\n';
  if (links.simulated) text += "They share this machine's memory: these are no links of a GPU.\n";
  Table table({"", "latency", "GB/s", "of"});
  for (size_t i = 0; i < links.timed.size(); ++i) {
    const LinkTimed& first = links.timed[i];
    size_t last = i;
    while (last + 1 < links.timed.size() &&
           std::tie(links.timed[last + 1].what, links.timed[last + 1].from,
                    links.timed[last + 1].to) == std::tie(first.what, first.from, first.to))
      ++last;
    const LinkTimed& large = links.timed[last];
    table.add({name_of(first), duration(first.seconds * 1e3),
               fmt::format("{:.1f}", gigabytes_per_second(large, links.devices.size())),
               fmt::format("{} MiB", large.bytes >> 20)});
    i = last;
  }
  text += fmt::format("\n{}\n", table.text());
  text +=
      "The latency is the time of a copy of 4 bytes for each device, with the wait. A ring's rate\n"
      "counts the bytes that a device sends, a collective's the bytes on a link (bus bandwidth).\n";
  if (!links.library.empty()) text += fmt::format("Collectives: {}.\n", links.library);
  if (!links.why_no_library.empty())
    text += fmt::format("No collectives: {}.\n", links.why_no_library);
  if (links.devices.size() == 1)
    text += "There is one device, so there are no links between devices.\n";
  return text;
}

}  // namespace hippuzzle
