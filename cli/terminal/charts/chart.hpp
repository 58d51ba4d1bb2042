// Charts of curves and points, drawn as a picture by gnuplot or as text in the terminal by
// ourselves.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

enum class Marker { none, disc, ring, triangle, square, diamond };

struct ChartPoint {
  double x = 0, y = 0;
  double low = 0, high = 0;  // an error bar; equal where there is none
};

struct ChartSeries {
  std::string name = {};  // in the key; "" leaves it out
  std::vector<ChartPoint> points = {};
  bool is_joined = false;  // by lines
  bool is_dashed = false;
  bool is_arrow = false;  // each joining line has a head at its end
  Marker marker = Marker::none;
  int colour = -1;            // series of one colour belong together; -1 is grey
  std::string tag = {};       // written next to each of its points, once for points that coincide
  bool prefers_left = false;  // of the tag: to the left of its point, if there is room
  std::string meaning = {};   // of the marker, for the key: "device memory"; "" leaves it out
};

struct ChartAxis {
  std::string label = {};
  double least = 1, most = 10;  // of the frame
  double base = 10;             // the axis is logarithmic: ticks at its powers
};

struct Chart {
  std::string title = {};
  ChartAxis x = {}, y = {};
  std::vector<ChartSeries> series = {};
};

// Widens the axes so that each point lies inside the frame, at least a tenth of an axis from it.
void leave_margins(Chart& chart);

// The chart as text of at most `columns` columns and `rows` rows; plain ASCII where the terminal's
// locale is not UTF-8.
std::string chart_text(const Chart& chart, int columns, int rows, bool is_ascii);

// The script from which gnuplot makes the picture, without the choice of terminal and output.
std::string chart_script(const Chart& chart);

// Draws it into a file that ends in .svg or .png, or for "-" on standard output. Throws as plot()
// of gnuplot.hpp does.
void draw(const Chart& chart, const std::string& file);

}  // namespace hippuzzle
