#include "cli/report/bench/shapes_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cli/report/bench/bench_report.hpp"
#include "cli/terminal/charts/chart.hpp"
#include "cli/terminal/screen/logging.hpp"

namespace hippuzzle {
namespace {

bool has_baselines(std::span<const Bench> shapes) {
  return std::ranges::any_of(shapes, [](const Bench& bench) {
    return std::ranges::any_of(
        bench.results, [](const Measurement& m) { return m.is_baseline && m.time.count > 0; });
  });
}

const Measurement* find(const Bench& bench, const std::string& name) {
  const auto found = std::ranges::find(bench.results, name, &Measurement::name);
  return found == bench.results.end() ? nullptr : &*found;
}

// The names of the variants, baselines left out.
std::vector<std::string> names_of(std::span<const Bench> shapes) {
  std::vector<std::string> names;
  for (const Bench& bench : shapes) {
    for (const Measurement& m : bench.results) {
      if (!m.is_baseline && std::ranges::find(names, m.name) == names.end()) {
        names.push_back(m.name);
      }
    }
  }
  return names;
}

void add(ShapesSummary& summary, double ratio, const std::string& size) {
  if (summary.shapes++ == 0 || ratio < summary.worst) {
    summary.worst = ratio;
    summary.worst_at = size;
  }
  if (summary.shapes == 1 || ratio > summary.best) {
    summary.best = ratio;
    summary.best_at = size;
  }
  summary.geometric_mean += std::log(ratio);  // their sum, until all are added
}

}  // namespace

double ratio_of(const Bench& bench, const Measurement& variant) {
  if (has_baselines({&bench, 1})) return of_baseline(bench, variant).value_or(0);
  const Measurement& first = bench.results.front();
  if (first.time.count == 0 || variant.time.count == 0) return 0;
  return first.time.median / variant.time.median;
}

std::vector<ShapesSummary> summarise_shapes(std::span<const Bench> shapes) {
  const std::vector<std::string> names = names_of(shapes);
  const bool by_baseline = has_baselines(shapes);
  std::vector<ShapesSummary> all;
  for (const std::string& name : names) {
    if (!by_baseline && name == names.front()) continue;
    ShapesSummary summary{.name = name, .against = by_baseline ? "the baseline" : names.front()};
    for (const Bench& bench : shapes) {
      const Measurement* m = find(bench, name);
      const double ratio = m == nullptr ? 0 : ratio_of(bench, *m);
      if (ratio > 0) {
        add(summary, ratio, bench.size);
      } else {
        ++summary.left_out;
      }
    }
    if (summary.shapes == 0) continue;
    summary.geometric_mean = std::exp(summary.geometric_mean / static_cast<double>(summary.shapes));
    all.push_back(std::move(summary));
  }
  return all;
}

void plot_over_operations(std::span<const Bench> shapes, const std::string& file) {
  const std::vector<ShapesSummary> summaries = summarise_shapes(shapes);
  if (summaries.empty()) {
    logging::warning("nothing is drawn: no variant has a time next to its baseline's");
    return;
  }
  const Bench& first = shapes.front();
  Chart chart;
  chart.title =
      fmt::format("{} on {}, caches {}", first.puzzle, first.device, first.cold ? "cold" : "warm");
  chart.x = {.label = "FLOP", .least = 1e300, .most = 0};
  chart.y = {.label = "speed over " + summaries.front().against, .least = 1, .most = 1, .base = 2};
  constexpr Marker markers[] = {Marker::disc, Marker::square, Marker::triangle, Marker::diamond,
                                Marker::ring};
  for (size_t i = 0; i < summaries.size(); ++i) {
    ChartSeries series{.name = summaries[i].name,
                       .marker = markers[i % std::size(markers)],
                       .colour = static_cast<int>(i % 8)};
    for (const Bench& bench : shapes) {
      const Measurement* m = find(bench, summaries[i].name);
      const double ratio = m == nullptr ? 0 : ratio_of(bench, *m);
      if (ratio == 0) continue;
      series.points.push_back({m->flops, ratio, ratio, ratio});
      chart.x.least = std::min(chart.x.least, m->flops);
      chart.x.most = std::max(chart.x.most, m->flops);
      chart.y.least = std::min(chart.y.least, ratio);
      chart.y.most = std::max(chart.y.most, ratio);
    }
    chart.series.push_back(std::move(series));
  }
  chart.x.most = std::max(chart.x.most, 2 * chart.x.least);
  chart.y.most = std::max(chart.y.most, 2 * chart.y.least);
  leave_margins(chart);
  chart.series.push_back({.points = {{chart.x.least, 1}, {chart.x.most, 1}}, .is_joined = true});
  draw(chart, file);
}

}  // namespace hippuzzle
