#include "cli/report/bench/scaling_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/advice_text.hpp"
#include "cli/report/bench/bench_report.hpp"
#include "cli/report/numbers.hpp"
#include "cli/terminal/charts/chart.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/text/table.hpp"
#include "engine/platforms/platforms.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {

using json = nlohmann::ordered_json;

std::string scaling_text(const Scaling& scaling, const Look&) {
  std::string text = fmt::format("{} at {} on {} ({}), the same on more devices\n", scaling.puzzle,
                                 scaling.size, scaling.platform, scaling.device);
  Table table({"", "devices", "time", "GFLOP/s", "over one", "of ideal"});
  for (const ScalingRow& row : scaling.rows) {
    for (size_t i = 0; i < row.points.size(); ++i) {
      const auto& [devices, m] = row.points[i];
      if (m.time.count == 0) continue;
      const double speed_up = row.speed_up(i);
      table.add({row.variant, fmt::format("{}", devices), duration(m.time.median),
                 four_digits(gflops(m)), speed_up > 0 ? fmt::format("{:.2f}x", speed_up) : "",
                 speed_up > 0 ? share_text(speed_up / devices) : ""});
    }
  }
  text += table.text();
  for (const ScalingRow& row : scaling.rows) {
    for (const auto& [devices, m] : row.points) {
      if (m.outcome == Outcome::passed) continue;
      text += fmt::format("  {} on {}: {}: {}\n", row.variant, devices, to_string(m.outcome),
                          reason_in_words(m));
    }
  }
  if (is_simulated(scaling.platform))
    text += "Simulated devices share this machine's processors: nothing becomes faster here.\n";
  return text;
}

std::string scaling_json(const Scaling& scaling, const Look&) {
  json variants = json::array();
  for (const ScalingRow& row : scaling.rows) {
    json points = json::array();
    for (size_t i = 0; i < row.points.size(); ++i) {
      const auto& [devices, m] = row.points[i];
      json point = {
          {"devices", devices}, {"outcome", to_key(m.outcome)}, {"reason", reason_in_words(m)}};
      if (m.time.count > 0) {
        point["milliseconds"] = m.time.median;
        point["low"] = m.time.low;
        point["high"] = m.time.high;
        point["gflops"] = gflops(m);
        point["error_over_bound"] = m.worst_error;
      }
      if (row.speed_up(i) > 0) point["speed_up"] = row.speed_up(i);
      points.push_back(point);
    }
    variants.push_back({{"name", row.variant}, {"points", points}});
  }
  return to_line({{"kind", "scaling"},
                  {"puzzle", scaling.puzzle},
                  {"size", scaling.size},
                  {"platform", scaling.platform},
                  {"device", scaling.device},
                  {"simulated", is_simulated(scaling.platform)},
                  {"variants", variants}}) +
         '\n';
}

std::vector<Format<Scaling>> scaling_formats() {
  return {{text_format(), scaling_text}, {{{"json", "jsonl"}, {".json", ".jsonl"}}, scaling_json}};
}

void plot_scaling(const Scaling& scaling, const std::string& file) {
  Chart chart;
  chart.title = fmt::format("{} at {} on {}", scaling.puzzle, scaling.size, scaling.device);
  chart.x = {.label = "devices", .least = 1, .most = 2, .base = 2};
  chart.y = {.label = "speed over one device", .least = 1, .most = 2, .base = 2};
  for (size_t i = 0; i < scaling.rows.size(); ++i) {
    const ScalingRow& row = scaling.rows[i];
    ChartSeries series{.name = row.variant,
                       .is_joined = true,
                       .marker = Marker::disc,
                       .colour = static_cast<int>(i % 8)};
    for (size_t point = 0; point < row.points.size(); ++point) {
      const double speed_up = row.speed_up(point);
      if (speed_up <= 0) continue;
      const double devices = row.points[point].devices;
      series.points.push_back({devices, speed_up, speed_up, speed_up});
      chart.x.most = std::max(chart.x.most, devices);
      chart.y.least = std::min(chart.y.least, speed_up);
      chart.y.most = std::max(chart.y.most, speed_up);
    }
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  if (chart.series.empty()) {
    logging::warning("nothing is drawn: nothing was measured");
    return;
  }
  chart.y.most = std::max(chart.y.most, chart.x.most);
  chart.series.push_back({.name = "ideal",
                          .points = {{1, 1}, {chart.x.most, chart.x.most}},
                          .is_joined = true,
                          .is_dashed = true});
  leave_margins(chart);
  draw(chart, file);
}

}  // namespace hippuzzle
