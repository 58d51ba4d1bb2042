// Charts: labels that can all be read, and text that keeps to its width.
#include "cli/terminal/charts/chart.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/terminal/charts/chart_layout.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace chart_test {

// Points on a slope, closer and closer, each with a tag of `tag` characters.
Chart crowded(int points, size_t tag) {
  Chart chart{.title = "title", .x = {.label = "x"}, .y = {.label = "y"}};
  for (int i = 0; i < points; ++i) {
    const double x = std::pow(1000, 1.0 / (1 + i));
    chart.series.push_back({.name = "kernel " + std::to_string(i),
                            .points = {{x, 3 * x}},
                            .marker = Marker::disc,
                            .colour = i,
                            .tag = std::string(tag, static_cast<char>('a' + i)),
                            .meaning = "measured"});
  }
  leave_margins(chart);
  return chart;
}

Box around(double x, double y, double half) { return {x - half, y - half, x + half, y + half}; }

TEST(Chart, LabelsLieNeitherOnEachOtherNorOnPointsNorOnTheFrame) {
  const Box frame{0, 0, 700, 500};
  const LabelSizes sizes{.column = 7, .row = 16, .reach = 9, .marker = 6};
  for (const size_t tag : {1, 8, 16}) {
    const Chart chart = crowded(12, tag);
    const auto labels = place_labels(chart, frame, sizes);
    std::string tags;
    for (size_t i = 0; i < labels.size(); ++i) {
      EXPECT_TRUE(frame.holds(labels[i].box)) << labels[i].text;
      for (size_t j = 0; j < labels.size(); ++j) {
        EXPECT_FALSE(labels[i].box.meets(around(labels[j].x, labels[j].y, sizes.marker)))
            << labels[i].text << " on the point of " << labels[j].text;
        if (i != j) {
          EXPECT_FALSE(labels[i].box.meets(labels[j].box))
              << labels[i].text << " on " << labels[j].text;
        }
      }
      tags += labels[i].text + ", ";
    }
    for (const ChartSeries& series : chart.series) {
      EXPECT_NE(tags.find(series.tag), std::string::npos) << series.tag << " has no label";
    }
  }
}

TEST(Chart, PointsAtOnePlaceShareALabel) {
  Chart chart = crowded(3, 1);
  for (ChartSeries& series : chart.series) series.points = {{10, 10}};
  const auto labels = place_labels(chart, {0, 0, 100, 100}, {1, 1, 1, 0.5});
  ASSERT_EQ(labels.size(), 1u);
  EXPECT_EQ(labels[0].text, "a, b, c");
}

TEST(Chart, MarginsKeepPointsOffTheFrame) {
  const Chart chart = crowded(5, 1);
  for (const ChartSeries& series : chart.series) {
    for (const double at :
         {fraction(chart.x, series.points[0].x), fraction(chart.y, series.points[0].y)}) {
      EXPECT_GT(at, 0.05);
      EXPECT_LT(at, 0.95);
    }
  }
}

TEST(Chart, TextKeepsToItsWidthAndShowsEachTag) {
  for (const int columns : {40, 60, 80, 120}) {
    for (const bool is_ascii : {false, true}) {
      const std::string text = chart_text(crowded(8, 1), columns, 24, is_ascii);
      std::istringstream lines(text);
      int rows = 0;
      for (std::string line; std::getline(lines, line); ++rows) {
        EXPECT_LE(display_width(line), static_cast<size_t>(columns)) << line;
      }
      EXPECT_LE(rows, 24 + 4) << "the key stands below";
      for (char tag = 'a'; tag < 'i'; ++tag) {
        EXPECT_NE(text.find(tag), std::string::npos) << tag << "\n" << text;
      }
      const bool has_only_ascii =
          std::ranges::all_of(text, [](unsigned char c) { return c < 0x80; });
      EXPECT_EQ(has_only_ascii, is_ascii);
    }
  }
}

TEST(Chart, TicksArePowersInsideTheAxis) {
  EXPECT_EQ(ticks({.least = 0.05, .most = 200}), (std::vector<double>{0.1, 1, 10, 100}));
  EXPECT_EQ(ticks({.least = 64, .most = 256, .base = 2}), (std::vector<double>{64, 128, 256}));
  EXPECT_EQ(tick_text(0.1), "0.1");
  EXPECT_EQ(tick_text(100'000), "100000");
  EXPECT_EQ(tick_text(1e6), "1e6");
}

TEST(Chart, AScriptForGnuplotHasEachSeriesAndItsLabel) {
  const std::string script = chart_script(crowded(4, 1));
  for (const char* part : {"$series0 <<", "$series3 <<", "set logscale x",
                           "set label 'a' at screen", "title 'a  kernel 0'", "title 'measured'"}) {
    EXPECT_NE(script.find(part), std::string::npos) << part << "\n" << script;
  }
}

}  // namespace chart_test
}  // namespace hippuzzle
