// Roofs as a picture: GFLOP/s over FLOP/B, the levels of memory as slopes, arithmetic as ceilings.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cli/report/roofline/roofline_report.hpp"
#include "cli/terminal/charts/chart.hpp"

namespace hippuzzle {
namespace {

struct Mark {
  const char* level;
  Marker marker;
  const char* meaning;
};

// Marks that are drawn of each kernel, at the height that it reaches.
constexpr Mark marks[] = {{"shared", Marker::square, "shared memory"},
                          {"l1", Marker::disc, "L1 cache, requests"},
                          {"l2", Marker::triangle, "L2 cache, first reads"},
                          {"dram", Marker::ring, "memory, each array once"}};

// Names next to points as long as they are few; else letters, which the key explains.
std::string tag_of(size_t kernel, const std::string& name, size_t kernels) {
  constexpr size_t few = 3, letters = 26;
  if (kernels <= few) return name;
  const char first = kernel < letters ? 'a' : 'A';
  return std::string(1, static_cast<char>(first + kernel % letters));
}

double height(const Placed& kernel) {
  return kernel.measured > 0 ? kernel.measured : kernel.binding().roof;
}

// The lowest roof of a level of memory, at which a kernel is named and arrows begin and end.
const LevelRoof& lowest_of_memory(const Placed& kernel) {
  const LevelRoof* lowest = &kernel.roofs.front();
  for (const LevelRoof& roof : kernel.roofs) {
    if (!roof.is_arithmetic() && roof.roof < lowest->roof) lowest = &roof;
  }
  return *lowest;
}

void add_kernels(Chart& chart, const std::vector<Placed>& placed) {
  for (size_t k = 0; k < placed.size(); ++k) {
    const Placed& kernel = placed[k];
    const std::string tag = tag_of(k, kernel.name, placed.size());
    const LevelRoof& named = lowest_of_memory(kernel);
    for (const Mark& mark : marks) {
      const LevelRoof* roof = kernel.roof(mark.level);
      if (roof == nullptr) continue;
      const bool is_counted = roof->origin == Origin::counters;
      chart.series.push_back({.name = roof == &named ? kernel.name : "",
                              .points = {{roof->intensity, height(kernel)}},
                              .marker = is_counted ? Marker::diamond : mark.marker,
                              .colour = static_cast<int>(k),
                              .tag = roof == &named ? tag : "",
                              .meaning = is_counted ? "by counters" : mark.meaning});
    }
  }
}

// From each kernel to the next one, at the levels that bind them.
void add_steps(Chart& chart, const std::vector<Placed>& placed) {
  for (size_t k = 1; k < placed.size(); ++k) {
    const Placed &from = placed[k - 1], &to = placed[k];
    chart.series.push_back({.points = {{lowest_of_memory(from).intensity, height(from)},
                                       {lowest_of_memory(to).intensity, height(to)}},
                            .is_joined = true,
                            .is_arrow = true,
                            .colour = static_cast<int>(k)});
  }
}

struct Roof {
  const char* level;
  const char* name;
  double at;         // where its name stands, from its left end to its right one
  bool is_leftmost;  // of the slopes, so that there is room on its left
};

// The roofs that something is placed under; device memory's without anything as well.
void add_roofs(Chart& chart, const Ceilings& ceilings, const std::vector<Placed>& placed) {
  std::set<std::string> arithmetics{"fp32"}, levels{"dram"};
  for (const Placed& kernel : placed) {
    arithmetics.insert(kernel.placements.front().arithmetic);
    for (const LevelRoof& roof : kernel.roofs) {
      if (!roof.is_arithmetic()) levels.insert(roof.level);
    }
  }
  if (placed.empty()) {
    arithmetics.insert({"tf32", "bf16"});
    levels.insert({"l2", "l1", "shared"});
  }
  double highest = 0;
  for (const std::string& name : arithmetics) highest = std::max(highest, ceilings.value(name));
  const bool is_one = levels.contains("l1") && ceilings.value("l1") == ceilings.value("shared");
  const Roof slopes[] = {{"dram", "memory", 0.3, false},
                         {"l2", "L2 cache", 0.12, false},
                         {"l1", is_one ? "L1 cache, shared memory" : "L1 cache", 0.6, true},
                         {"shared", "shared memory", 0.8, true}};
  for (const Roof& roof : slopes) {
    const double rate = ceilings.value(roof.level);
    if (rate == 0 || !levels.contains(roof.level)) continue;
    if (is_one && std::string(roof.level) == "shared") continue;  // the same slope
    const double left = std::max(chart.x.least, chart.y.least / rate);
    const double right = std::min(chart.x.most, highest / rate);
    if (left >= right) continue;
    chart.series.push_back({.points = {{left, rate * left}, {right, rate * right}},
                            .is_joined = true,
                            .is_dashed = std::string(roof.level) != "dram"});
    const double x = left * std::pow(right / left, roof.at);
    chart.series.push_back({.points = {{x, rate * x}},
                            .tag = fmt::format("{} {:.0f} GB/s", roof.name, rate),
                            .prefers_left = roof.is_leftmost});
  }
  const double dram = ceilings.value("dram");
  for (const std::string& name : arithmetics) {
    const double rate = ceilings.value(name);
    if (rate == 0) continue;
    double left = rate / dram;
    for (const std::string& level : levels) {
      if (ceilings.value(level) > 0) left = std::min(left, rate / ceilings.value(level));
    }
    left = std::max(left, chart.x.least);
    chart.series.push_back({.points = {{left, rate}, {chart.x.most, rate}}, .is_joined = true});
    std::string upper = name;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    chart.series.push_back({.points = {{chart.x.most / 4, rate}},
                            .tag = fmt::format("{} {:.0f} GFLOP/s", upper, rate)});
  }
}

}  // namespace

void plot_roofline(const PlacedKernels& kernels, const std::string& file) {
  const Ceilings& ceilings = kernels.ceilings;
  const std::vector<Placed>& placed = kernels.placed;
  const double dram = ceilings.value("dram"), knee = ceilings.critical_intensity("fp32");
  Chart chart;
  chart.title = placed.empty()
                    ? ceilings.device
                    : fmt::format("{}, {} at {}", ceilings.device, kernels.puzzle, kernels.size);
  chart.x = {.label = "arithmetic intensity, FLOP/B", .least = 0.1, .most = 30 * knee};
  chart.y = {.label = "GFLOP/s", .least = 0.1 * dram, .most = 2 * ceilings.value("fp32")};
  add_steps(chart, placed);
  add_kernels(chart, placed);
  leave_margins(chart);
  for (const Placed& kernel : placed) {
    chart.y.most = std::max(chart.y.most, 2 * kernel.placements.front().arithmetic_roof);
  }
  if (placed.empty()) {
    for (const char* name : {"tf32", "bf16"}) {
      chart.y.most = std::max(chart.y.most, 2 * ceilings.value(name));
    }
  }
  add_roofs(chart, ceilings, placed);
  draw(chart, file);
}

}  // namespace hippuzzle
