#include "cli/terminal/charts/chart_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

// Points at one place, and their names.
struct Spot {
  double x, y;
  bool has_marker;
  bool prefers_left;
  std::vector<std::string> tags;
};

std::vector<Spot> spots_of(const Chart& chart, const Box& frame, double near) {
  std::vector<Spot> spots;
  for (const ChartSeries& series : chart.series) {
    const bool has_marker = series.marker != Marker::none;
    for (const ChartPoint& point : series.points) {
      if (!has_marker && series.tag.empty()) continue;
      const double x = frame.left + fraction(chart.x, point.x) * (frame.right - frame.left);
      const double y = frame.bottom - fraction(chart.y, point.y) * (frame.bottom - frame.top);
      auto spot = std::ranges::find_if(spots, [&](const Spot& s) {
        return std::abs(s.x - x) <= near && std::abs(s.y - y) <= near && s.has_marker == has_marker;
      });
      if (spot == spots.end())
        spot = spots.insert(spots.end(), {x, y, has_marker, series.prefers_left, {}});
      if (!series.tag.empty() && std::ranges::find(spot->tags, series.tag) == spot->tags.end()) {
        spot->tags.push_back(series.tag);
      }
    }
  }
  return spots;
}

Box around(double x, double y, double half) { return {x - half, y - half, x + half, y + half}; }

// The boxes that a text may have around a point, the best first: to the right and left, above and
// below, and then further off.
std::vector<Box> candidates(const Spot& spot, double width, double height,
                            const LabelSizes& sizes) {
  constexpr int rings = 9;
  std::vector<Box> boxes;
  const auto add = [&](double left, double top) {
    boxes.push_back({left, top, left + width, top + height});
  };
  for (int ring = 0; ring < rings; ++ring) {
    const double off = sizes.reach + ring * sizes.row, side = sizes.reach + ring * sizes.column;
    const double middle = spot.y - height / 2;
    const double on_right = spot.x + side, on_left = spot.x - side - width;
    if (ring < 3) {
      add(spot.prefers_left ? on_left : on_right, middle);
      add(spot.prefers_left ? on_right : on_left, middle);
    }
    for (const double top : {spot.y - off - height, spot.y + off}) {
      add(spot.x - width / 2, top);
      add(on_right, top);
      add(on_left, top);
    }
  }
  return boxes;
}

}  // namespace

double fraction(const ChartAxis& axis, double value) {
  return std::log(value / axis.least) / std::log(axis.most / axis.least);
}

std::vector<double> ticks(const ChartAxis& axis) {
  std::vector<double> all;
  const auto first = static_cast<int>(std::ceil(std::log(axis.least) / std::log(axis.base) - 1e-9));
  for (int power = first;; ++power) {
    const double value = std::pow(axis.base, power);
    if (value > axis.most * (1 + 1e-9)) break;
    all.push_back(value);
  }
  return all;
}

std::string tick_text(double value) {
  if (value < 1e6) return fmt::format("{:.6g}", value);
  std::string text = fmt::format("{:g}", value);  // "1e+06"
  const size_t sign = text.find("e+0");
  return sign == text.npos ? text : text.replace(sign, 3, "e");
}

void leave_margins(Chart& chart) {
  const auto widen = [](ChartAxis& axis, double least, double most) {
    const double span = std::max(axis.most, most) / std::min(axis.least, least);
    const double margin = std::pow(span, 0.125);  // a tenth of the new span
    axis.least = std::min(axis.least, least / margin);
    axis.most = std::max(axis.most, most * margin);
  };
  double left = 1e300, right = 0, bottom = 1e300, top = 0;  // of all points
  for (const ChartSeries& series : chart.series) {
    if (series.marker == Marker::none) continue;
    for (const ChartPoint& p : series.points) {
      left = std::min(left, p.x);
      right = std::max(right, p.x);
      bottom = std::min(bottom, p.low < p.high ? p.low : p.y);
      top = std::max(top, p.low < p.high ? p.high : p.y);
    }
  }
  if (right == 0) return;
  widen(chart.x, left, right);
  widen(chart.y, bottom, top);
}

std::vector<ChartLabel> place_labels(const Chart& chart, const Box& frame,
                                     const LabelSizes& sizes) {
  const std::vector<Spot> spots = spots_of(chart, frame, sizes.marker);
  std::vector<Box> taken;
  for (const Spot& spot : spots) {
    if (spot.has_marker) taken.push_back(around(spot.x, spot.y, sizes.marker));
  }
  std::vector<ChartLabel> labels;
  for (const Spot& spot : spots) {
    if (spot.tags.empty()) continue;
    const std::string text = fmt::format("{}", fmt::join(spot.tags, ", "));
    const double width = sizes.column * static_cast<double>(display_width(text));
    for (const Box& box : candidates(spot, width, sizes.row, sizes)) {
      if (!frame.holds(box)) continue;
      if (std::ranges::any_of(taken, [&](const Box& other) { return other.meets(box); })) continue;
      taken.push_back(box);
      labels.push_back({text, spot.x, spot.y, box});
      break;
    }
  }
  return labels;
}

}  // namespace hippuzzle
