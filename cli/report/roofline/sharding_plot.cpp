// The communication roofline as a picture: links as slopes, the devices' arithmetic as their
// ceiling.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cli/report/roofline/sharding_report.hpp"
#include "cli/terminal/charts/chart.hpp"

namespace hippuzzle {
namespace {

constexpr double left_margin = 10, right_margin = 30;  // of the knees' intensities

// The knee of the roof: where the devices' links together meet their arithmetic, FLOP for each byte
// received.
double knee(const std::string& link, const Ceilings& device, const std::string& arithmetic) {
  return device.value(arithmetic) / device.links.at(link);
}

void add_slope(Chart& chart, const std::string& link, double rate, double ceiling) {
  const double left = std::max(chart.x.least, chart.y.least / rate);
  const double right = std::min(chart.x.most, ceiling / rate);
  if (left >= right) return;
  chart.series.push_back(
      {.points = {{left, rate * left}, {right, rate * right}}, .is_joined = true});
  const double x = left * std::pow(right / left, 0.3);
  chart.series.push_back(
      {.points = {{x, rate * x}}, .tag = fmt::format("{} {:g} GB/s", link, rate)});
}

void add_point(Chart& chart, const Sharding& d, int colour) {
  if (d.received == 0) return;
  const std::string grid = fmt::format("{} x {}", d.grid.rows, d.grid.columns);
  chart.series.push_back(
      {.name = "",
       .points = {{d.intensity, std::min({d.link_roof, d.arithmetic_roof, d.memory_roof})}},
       .marker = Marker::disc,
       .colour = colour,
       .tag = grid,
       .meaning = "a grid of devices"});
}

}  // namespace

void plot_shardings(const PrintedDivision& divided, const std::string& file) {
  const auto& [puzzle, title, product, shardings, device, measured] = divided;
  const unsigned count = shardings.front().grid.count();
  const double ceiling = count * device.value(product.arithmetic);
  double lowest = knee(shardings.front().link, device, product.arithmetic);
  double highest = knee(shardings.back().link, device, product.arithmetic);
  for (const Sharding& d : shardings) {
    if (d.received > 0) highest = std::max(highest, d.intensity);
  }
  Chart chart;
  chart.title = fmt::format("{} x {}, {} {}", count, device.device, title.size, product.arithmetic);
  chart.x = {.label = "FLOP for each byte that a device receives",
             .least = lowest / left_margin,
             .most = highest * right_margin};
  chart.y = {.label = "GFLOP/s of all devices",
             .least = ceiling / left_margin * lowest / highest,
             .most = 2 * ceiling};
  std::set<std::string> drawn;
  for (const Sharding& d : shardings) {
    add_point(chart, d, static_cast<int>(drawn.size()));
    drawn.insert(d.link);
  }
  const Sharding& by_rows = shardings.front();
  for (const MeasuredSharding& m : measured) {
    if (by_rows.received == 0) break;
    chart.series.push_back({.name = "",
                            .points = {{by_rows.intensity, m.gflops}},
                            .marker = Marker::diamond,
                            .colour = 0,
                            .tag = m.variant,
                            .meaning = "measured"});
  }
  leave_margins(chart);
  drawn.clear();
  double left = highest;
  for (const Sharding& d : shardings) {
    if (!drawn.insert(d.link).second) continue;
    add_slope(chart, d.link, count * device.links.at(d.link), ceiling);
    left = std::min(left, knee(d.link, device, product.arithmetic));
  }
  chart.series.push_back({.points = {{left, ceiling}, {chart.x.most, ceiling}}, .is_joined = true});
  chart.series.push_back({.points = {{std::sqrt(left * chart.x.most), ceiling}},
                          .tag = fmt::format("{} {:.0f} GFLOP/s", product.arithmetic, ceiling)});
  draw(chart, file);
}

}  // namespace hippuzzle
