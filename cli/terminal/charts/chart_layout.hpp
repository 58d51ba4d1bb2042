// The layout of a chart on a canvas, in its units: pixels of a picture, cells of a terminal.
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/charts/chart.hpp"

namespace hippuzzle {

struct Box {
  double left, top, right, bottom;  // downwards

  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool holds(const Box& other) const {
    return other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom;
  }
};

// The place of a value on an axis: 0 at its least value, 1 at its greatest.
double fraction(const ChartAxis& axis, double value);

// The values at which an axis has ticks, all inside it.
std::vector<double> ticks(const ChartAxis& axis);

// "0.1", "1000", "1e6"
std::string tick_text(double value);

// A text near the point that it names.
struct ChartLabel {
  std::string text;
  double x, y;  // of the point
  Box box;      // of the text
};

struct LabelSizes {
  double column, row;  // of a character
  double reach;        // from a point to the nearest text at its side
  double marker;       // half a marker's width: points closer than that share a label
};

// Labels of all tagged points, so that none lies on another or on a marker; inside the frame, as
// long as there is room. A tag that has none is left to the key.
std::vector<ChartLabel> place_labels(const Chart& chart, const Box& frame, const LabelSizes& sizes);

}  // namespace hippuzzle
