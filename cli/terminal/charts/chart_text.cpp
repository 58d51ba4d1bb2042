// Charts as text: curves in Braille's dots, eight in a cell, points and labels in characters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "cli/terminal/charts/canvas.hpp"
#include "cli/terminal/charts/chart_layout.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

constexpr int dots_across = Canvas::dots_across, dots_down = Canvas::dots_down;

std::string marker_text(Marker marker, bool is_ascii) {
  switch (marker) {
    case Marker::none:
      return "";
    case Marker::disc:
      return is_ascii ? "*" : "●";
    case Marker::ring:
      return is_ascii ? "o" : "○";
    case Marker::triangle:
      return is_ascii ? "^" : "▲";
    case Marker::square:
      return is_ascii ? "#" : "■";
    case Marker::diamond:
      return is_ascii ? "x" : "◆";
  }
  return "";
}

// A value's place in the frame, in dots from the left and from the top.
struct Dots {
  double x, y;
};
Dots to_dots(const Chart& chart, const Canvas& canvas, double x, double y) {
  return {fraction(chart.x, x) * (canvas.columns() * dots_across - 1),
          (1 - fraction(chart.y, y)) * (canvas.rows() * dots_down - 1)};
}

void draw_series(Canvas& canvas, const Chart& chart, const ChartSeries& series) {
  for (size_t i = 1; series.is_joined && i < series.points.size(); ++i) {
    const ChartPoint &a = series.points[i - 1], &b = series.points[i];
    const Dots from = to_dots(chart, canvas, a.x, a.y), to = to_dots(chart, canvas, b.x, b.y);
    canvas.line(from.x, from.y, to.x, to.y, series.is_dashed);
  }
}

int cell_of(double dots, int dots_a_cell) {
  return static_cast<int>(std::lround(dots)) / dots_a_cell;
}

// The head of an arrow, in the cell before its end, where its marker stands.
void draw_heads(Canvas& canvas, const Chart& chart) {
  for (const ChartSeries& series : chart.series) {
    for (size_t i = 1; series.is_arrow && i < series.points.size(); ++i) {
      const ChartPoint &a = series.points[i - 1], &b = series.points[i];
      const Dots from = to_dots(chart, canvas, a.x, a.y), to = to_dots(chart, canvas, b.x, b.y);
      const double across = (to.x - from.x) / dots_across, down = (to.y - from.y) / dots_down;
      const double cells = std::max(std::abs(across), std::abs(down));
      if (cells < 2) continue;
      const bool is_level = std::abs(across) >= std::abs(down);
      const char* head = canvas.is_ascii() ? (is_level   ? across > 0 ? ">" : "<"
                                              : down > 0 ? "v"
                                                         : "^")
                                           : (is_level   ? across > 0 ? "→" : "←"
                                              : down > 0 ? "↓"
                                                         : "↑");
      canvas.put(static_cast<int>(to.x / dots_across - across / cells),
                 static_cast<int>(to.y / dots_down - down / cells), head);
    }
  }
}

void draw_markers(Canvas& canvas, const Chart& chart) {
  for (const ChartSeries& series : chart.series) {
    if (series.marker == Marker::none) continue;
    for (const ChartPoint& point : series.points) {
      const Dots at = to_dots(chart, canvas, point.x, point.y);
      canvas.put(cell_of(at.x, dots_across), cell_of(at.y, dots_down),
                 marker_text(series.marker, canvas.is_ascii()));
    }
  }
}

// A line of characters from the point towards its label, where there is room between them.
void lead(Canvas& canvas, const ChartLabel& label) {
  const double x = std::clamp(label.x, label.box.left, label.box.right - 1);
  const double y = label.box.top > label.y ? label.box.top : label.box.bottom - 1;
  const double dx = x - label.x, dy = y - label.y;
  const double steps = std::max(std::abs(dx), std::abs(dy));
  if (steps < 2.5) return;
  for (double i = 1; i < steps; ++i) {
    const auto column = static_cast<int>(label.x + dx * i / steps);
    const auto row = static_cast<int>(label.y + dy * i / steps);
    if (canvas.is_free(column, row)) canvas.put(column, row, canvas.is_ascii() ? ":" : "·");
  }
}

void draw_labels(Canvas& canvas, const Chart& chart) {
  const Box frame{0, 0, static_cast<double>(canvas.columns()), static_cast<double>(canvas.rows())};
  const LabelSizes sizes{.column = 1, .row = 1, .reach = 1, .marker = 0.5};
  const auto labels = place_labels(chart, frame, sizes);
  for (const ChartLabel& label : labels) {
    canvas.write(static_cast<int>(std::lround(label.box.left)),
                 static_cast<int>(std::lround(label.box.top)), label.text);
  }
  for (const ChartLabel& label : labels) lead(canvas, label);
}

std::string key_text(const Chart& chart, size_t columns, bool is_ascii) {
  std::vector<std::string> items;
  std::set<std::string> seen;
  const auto add = [&](const std::string& item) {
    if (!item.empty() && seen.insert(item).second) items.push_back(unbreakable(item));
  };
  for (const ChartSeries& series : chart.series) {
    if (!series.name.empty() && series.name != series.tag) {
      const std::string sign =
          series.tag.empty() ? marker_text(series.marker, is_ascii) : series.tag;
      add(sign + " " + series.name);
    }
  }
  for (const ChartSeries& series : chart.series) {
    if (!series.meaning.empty()) add(marker_text(series.marker, is_ascii) + " " + series.meaning);
  }
  std::string text;
  for (const std::string& line : wrapped(fmt::format("{}", fmt::join(items, "   ")), columns - 2)) {
    if (!line.empty()) text += "  " + line + "\n";
  }
  return text;
}

}  // namespace

std::string chart_text(const Chart& chart, int columns, int rows, bool is_ascii) {
  const std::vector<double> heights = ticks(chart.y), widths = ticks(chart.x);
  size_t gutter = 1;
  for (const double y : heights) gutter = std::max(gutter, tick_text(y).size());
  Canvas canvas(std::max(columns - static_cast<int>(gutter) - 2, 16), std::max(rows - 6, 8),
                is_ascii);
  for (const ChartSeries& series : chart.series) draw_series(canvas, chart, series);
  draw_heads(canvas, chart);
  draw_markers(canvas, chart);
  draw_labels(canvas, chart);
  const char *side = is_ascii ? "|" : "│", *tick = is_ascii ? "+" : "┤";
  std::string text = fmt::format("{}\n{}\n", chart.title, chart.y.label);
  for (int row = 0; row < canvas.rows(); ++row) {
    std::string number;
    for (const double y : heights) {
      const double dots = to_dots(chart, canvas, chart.x.least, y).y;
      if (cell_of(dots, dots_down) == row) number = tick_text(y);
    }
    text += fmt::format("{:>{}} {}{}\n", number, gutter, number.empty() ? side : tick,
                        canvas.row_text(row));
  }
  Canvas axis(canvas.columns(), 2, is_ascii);
  for (int c = 0; c < axis.columns(); ++c) axis.put(c, 0, is_ascii ? "-" : "─");
  int free_from = 0;
  for (const double x : widths) {
    const int c = cell_of(to_dots(chart, canvas, x, chart.y.least).x, dots_across);
    axis.put(c, 0, is_ascii ? "+" : "┬");
    const std::string number = tick_text(x);
    const int width = static_cast<int>(number.size());
    const int start = std::clamp(c - width / 2, 0, axis.columns() - width);
    if (start < free_from) continue;
    axis.write(start, 1, number);
    free_from = start + width + 1;
  }
  const std::string indent(gutter + 1, ' ');
  text += fmt::format("{}{}{}\n{} {}\n", indent, is_ascii ? "+" : "└", axis.row_text(0), indent,
                      axis.row_text(1));
  text += fmt::format("{:>{}}\n", chart.x.label, columns);
  return text + key_text(chart, static_cast<size_t>(columns), is_ascii);
}

}  // namespace hippuzzle
