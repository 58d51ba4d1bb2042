// Charts as gnuplot scripts. The frame has a fixed place on the canvas, so that labels can be laid
// out here.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "cli/terminal/charts/chart_layout.hpp"
#include "cli/terminal/charts/gnuplot.hpp"
#include "cli/terminal/screen/terminal.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr double canvas_width = 1000, canvas_height = 640;  // in the units of fonts
constexpr Box frame{80, 50, 770, 570};
constexpr LabelSizes sizes{.column = 6.6, .row = 16, .reach = 9, .marker = 6};

// Colours that differ for the colour-blind as well (Okabe and Ito, 2008).
constexpr const char* colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                   "#E69F00", "#56B4E9", "#000000", "#8B6B00"};

std::string colour_of(const ChartSeries& series) {
  return series.colour < 0 ? "#808080"
                           : colours[static_cast<size_t>(series.colour) % std::size(colours)];
}

int point_type(Marker marker) {
  switch (marker) {
    case Marker::none:
      return 0;
    case Marker::disc:
      return 7;
    case Marker::ring:
      return 6;
    case Marker::triangle:
      return 9;
    case Marker::square:
      return 5;
    case Marker::diamond:
      return 13;
  }
  return 0;
}

std::string screen(double x, double y) {
  return fmt::format("screen {:.5f},{:.5f}", x / canvas_width, 1 - y / canvas_height);
}

std::string labels_of(const Chart& chart) {
  std::string script;
  for (const ChartLabel& label : place_labels(chart, frame, sizes)) {
    const Box& box = label.box;
    // Draws a line to the nearest point of the text if the text is not next to the point.
    const double x = std::clamp(label.x, box.left, box.right);
    const double y = std::clamp(label.y, box.top, box.bottom);
    if (std::hypot(x - label.x, y - label.y) > sizes.reach * 1.5) {
      script += fmt::format("set arrow from {} to {} nohead lw 0.7 lc rgb '#808080'\n",
                            screen(label.x, label.y), screen(x, y));
    }
    script += fmt::format("set label {} at {} left front boxed\n", gnuplot_text(label.text),
                          screen(box.left, (box.top + box.bottom) / 2));
  }
  return script;
}

std::string ticks_of(const char* axis, const ChartAxis& of) {
  std::string list;
  for (const double value : ticks(of)) {
    list += fmt::format("{}'{}' {:.10g}", list.empty() ? "" : ", ", tick_text(value), value);
  }
  return fmt::format("set {}tics ({})\n", axis, list);
}

}  // namespace

std::string chart_script(const Chart& chart) {
  std::string data, curves, arrows, explained;  // explained: markers after the names in the key
  std::set<std::string> meanings;
  const auto add = [&](const std::string& curve) {
    curves += (curves.empty() ? "" : ", \\\n  ") + curve;
  };
  for (size_t i = 0; i < chart.series.size(); ++i) {
    const ChartSeries& series = chart.series[i];
    data += fmt::format("$series{} << end_of_series\n", i);
    bool has_bars = false;
    for (const ChartPoint& p : series.points) {
      const bool has_bar = p.low < p.high;
      has_bars = has_bars || has_bar;
      data += fmt::format("{:.10g} {:.10g} {:.10g} {:.10g}\n", p.x, p.y, has_bar ? p.low : p.y,
                          has_bar ? p.high : p.y);
    }
    data += "end_of_series\n";
    const std::string key = series.tag.empty() || series.tag == series.name
                                ? series.name
                                : series.tag + "  " + series.name;
    const std::string title =
        series.name.empty() ? std::string("notitle") : "title " + gnuplot_text(key);
    if (has_bars) {  // below the points
      add(fmt::format("$series{} with yerrorbars lc rgb '{}' pt 0 ps 0.5 notitle", i,
                      colour_of(series)));
    }
    const bool has_marker = series.marker != Marker::none;
    const std::string lines =
        fmt::format("lc rgb '{}' dt {} lw 1.5", colour_of(series), series.is_dashed ? 2 : 1);
    const std::string points = fmt::format("pt {} ps 1.1", point_type(series.marker));
    if (series.is_arrow) {
      for (size_t p = 1; p < series.points.size(); ++p) {
        const ChartPoint &from = series.points[p - 1], &to = series.points[p];
        arrows += fmt::format(
            "set arrow from {:.10g},{:.10g} to {:.10g},{:.10g} head filled size screen 0.012,20 lw "
            "1.5 lc rgb '{}'\n",
            from.x, from.y, to.x, to.y, colour_of(series));
      }
    } else if (series.is_joined) {
      add(fmt::format("$series{} with {} {} {} {}", i, has_marker ? "linespoints" : "lines", lines,
                      has_marker ? points : "", title));
    } else if (has_marker) {
      add(fmt::format("$series{} with points lc rgb '{}' {} {}", i, colour_of(series), points,
                      title));
    }
    if (!series.meaning.empty() && meanings.insert(series.meaning).second) {
      explained += fmt::format(", \\\n  NaN with points pt {} ps 1.1 lc rgb '#404040' title {}",
                               point_type(series.marker), gnuplot_text(series.meaning));
    }
  }
  std::string script = data;
  script += fmt::format("set title {}\nset xlabel {}\nset ylabel {}\n", gnuplot_text(chart.title),
                        gnuplot_text(chart.x.label), gnuplot_text(chart.y.label));
  script += fmt::format(
      "set logscale x {}\nset logscale y {}\nset xrange [{:.10g}:{:.10g}]\n"
      "set yrange [{:.10g}:{:.10g}]\n",
      chart.x.base, chart.y.base, chart.x.least, chart.x.most, chart.y.least, chart.y.most);
  script += ticks_of("x", chart.x) + ticks_of("y", chart.y);
  script += fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\nset tmargin at screen {:.5f}\n"
      "set bmargin at screen {:.5f}\n",
      frame.left / canvas_width, frame.right / canvas_width, 1 - frame.top / canvas_height,
      1 - frame.bottom / canvas_height);
  script += "set grid lc rgb '#e0e0e0'\nset style textbox opaque noborder margins 0.2, 0.1\n";
  script += fmt::format("set key at {} left top Left reverse samplen 1.5\n",
                        screen(frame.right + 10, frame.top));
  return script + arrows + labels_of(chart) + "plot " + curves + explained + "\n";
}

void draw(const Chart& chart, const std::string& file) {
  if (file != "-") return plot(chart_script(chart), file);
  constexpr int widest = 120, highest = 32;
  const TerminalSize size = terminal_size();
  fmt::print("\n{}", chart_text(chart, std::min(size.columns, widest),
                                std::min(size.rows - 1, highest), !takes_utf8()));
}

}  // namespace hippuzzle
