// Links as a picture: the rate over the bytes of a copy.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/report/roofline/links_report.hpp"
#include "cli/terminal/charts/chart.hpp"

namespace hippuzzle {
namespace {

// Whether a link has a curve: the first one of its kind.
bool is_drawn(const LinkTimed& link, const Links& links) {
  const auto same = std::ranges::find(links.timed, link.what, &LinkTimed::what);
  return same->from == link.from && same->to == link.to;
}

}  // namespace

void plot_links(const Links& links, const std::string& file) {
  Chart chart;
  chart.title = fmt::format("{} x {}{}", links.devices.size(),
                            links.devices.empty() ? links.platform : links.devices.front().name,
                            links.simulated ? ", simulated" : "");
  chart.x = {.label = "bytes"};
  chart.y = {.label = "GB/s"};
  constexpr Marker markers[] = {Marker::disc, Marker::ring, Marker::triangle, Marker::square,
                                Marker::diamond};
  ChartAxis &x = chart.x, &y = chart.y;
  x.least = y.least = std::numeric_limits<double>::max();
  x.most = y.most = 0;
  for (const LinkTimed& link : links.timed) {
    if (!is_drawn(link, links)) continue;
    if (chart.series.empty() || chart.series.back().name != link.what) {
      const size_t number = chart.series.size();
      chart.series.push_back({.name = link.what,
                              .is_joined = true,
                              .marker = markers[number % std::size(markers)],
                              .colour = static_cast<int>(number)});
    }
    const double rate = gigabytes_per_second(link, links.devices.size());
    chart.series.back().points.push_back({static_cast<double>(link.bytes), rate, rate, rate});
    x.least = std::min(x.least, static_cast<double>(link.bytes));
    x.most = std::max(x.most, static_cast<double>(link.bytes));
    y.least = std::min(y.least, rate);
    y.most = std::max(y.most, rate);
  }
  leave_margins(chart);
  draw(chart, file);
}

}  // namespace hippuzzle
