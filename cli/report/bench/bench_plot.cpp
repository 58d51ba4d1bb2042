#include "cli/report/bench/bench_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cli/report/bench/bench_report.hpp"
#include "cli/terminal/charts/chart.hpp"
#include "cli/terminal/screen/logging.hpp"

namespace hippuzzle {
namespace {

// The edge of a cube with as many cells as the problem: the axis on which products of any shape can
// be compared.
double edge(const hippuzzle_extents& extents) {
  double cells = 1, count = 0;
  for (uint64_t n : extents.n) {
    if (n == 0) break;
    cells *= static_cast<double>(n);
    ++count;
  }
  return std::pow(cells, 1 / std::max(count, 1.0));
}

}  // namespace

void plot_over_size(const std::vector<Bench>& sizes, const std::string& file) {
  std::vector<std::string> names;  // in the order of the tables
  bool counts_operations = false;
  for (const Bench& bench : sizes) {
    for (const Measurement& m : bench.results) {
      if (m.time.count == 0) continue;
      counts_operations = counts_operations || m.flops > 0;
      if (std::ranges::find(names, m.name) == names.end()) names.push_back(m.name);
    }
  }
  if (names.empty()) {
    logging::warning("nothing is drawn: nothing was measured");
    return;
  }
  const Bench& first = sizes.front();
  Chart chart;
  chart.title =
      fmt::format("{} on {}, caches {}", first.puzzle, first.device, first.cold ? "cold" : "warm");
  chart.x.label = "size";
  chart.x.base = 2;
  chart.y.label = counts_operations ? "GFLOP/s" : "GB/s";
  chart.x.least = chart.y.least = 1e300;
  chart.x.most = chart.y.most = 0;
  constexpr Marker markers[] = {Marker::disc, Marker::square, Marker::triangle, Marker::diamond,
                                Marker::ring};
  for (size_t i = 0; i < names.size(); ++i) {
    ChartSeries series{.name = names[i],
                       .is_joined = true,
                       .is_dashed = i >= 8,
                       .marker = markers[i % std::size(markers)],
                       .colour = static_cast<int>(i % 8)};
    for (const Bench& bench : sizes) {
      const auto m = std::ranges::find(bench.results, names[i], &Measurement::name);
      if (m == bench.results.end() || m->time.count == 0) continue;
      const double amount = (counts_operations ? m->flops : m->bytes) / 1e6;
      const ChartPoint p{edge(bench.extents), amount / m->time.median, amount / m->time.high,
                         amount / m->time.low};
      series.points.push_back(p);
      chart.x.least = std::min(chart.x.least, p.x);
      chart.x.most = std::max(chart.x.most, p.x);
      chart.y.least = std::min(chart.y.least, p.low);
      chart.y.most = std::max(chart.y.most, p.high);
    }
    chart.series.push_back({.points = {series.points.back()}, .tag = names[i]});
    chart.series.push_back(std::move(series));
  }
  chart.x.most = std::max(chart.x.most, 2 * chart.x.least);
  leave_margins(chart);
  draw(chart, file);
}

}  // namespace hippuzzle
