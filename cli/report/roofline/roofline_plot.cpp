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
  const char* model;
  const char* level;
  Marker marker;
  const char* meaning;
};

// Marks that are drawn of each kernel. Placements measured by counters are found by their level
// alone.
constexpr Mark marks[] = {{"counted", "dram", Marker::disc, "device memory, bytes read"},
                          {"sectors", "l2", Marker::triangle, "L2 cache, sectors read"},
                          {"shared", "shared", Marker::square, "shared memory"},
                          {"compulsory", "dram", Marker::ring, "compulsory"}};

// Names next to points as long as they are few; else letters, which the key explains.
std::string tag_of(size_t kernel, const std::string& name, size_t kernels) {
  constexpr size_t few = 3, letters = 26;
  if (kernels <= few) return name;
  const char first = kernel < letters ? 'a' : 'A';
  return std::string(1, static_cast<char>(first + kernel % letters));
}

double height(const Placement& p) { return p.measured > 0 ? p.measured : p.roof; }

void add_mark(Chart& chart, const Placement& p, const Mark& mark, size_t kernel,
              const std::string& name, const std::string& tag) {
  chart.series.push_back({.name = name,
                          .points = {{p.intensity, height(p)}},
                          .marker = mark.marker,
                          .colour = static_cast<int>(kernel),
                          .tag = tag,
                          .meaning = mark.meaning});
}

void add_kernels(Chart& chart, const std::vector<Placed>& placed) {
  for (size_t k = 0; k < placed.size(); ++k) {
    const Placed& kernel = placed[k];
    const std::string tag = tag_of(k, kernel.name, placed.size());
    std::string name = kernel.name;  // once in the key
    for (const Mark& mark : marks) {
      const Placement* p = kernel.find(mark.model, mark.level);
      if (p == nullptr) continue;
      const bool is_compulsory = mark.marker == Marker::ring;
      add_mark(chart, *p, mark, k, name, is_compulsory && kernel.traffic ? "" : tag);
      name.clear();
    }
    if (kernel.counted) {
      add_mark(chart, kernel.placements.back(),
               {"", "", Marker::diamond, "device memory, by counters"}, k, "", tag);
    }
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
    for (const Placement& p : kernel.placements) {
      arithmetics.insert(p.arithmetic);
      levels.insert(p.level);
    }
  }
  if (placed.empty()) {
    arithmetics.insert({"tf32", "bf16"});
    levels.insert({"l2", "shared"});
  }
  double highest = 0;
  for (const std::string& name : arithmetics) highest = std::max(highest, ceilings.value(name));
  constexpr Roof slopes[] = {{"dram", "memory", 0.3, false},
                             {"l2", "L2 cache", 0.12, false},
                             {"shared", "shared memory", 0.8, true}};
  for (const Roof& roof : slopes) {
    const double rate = ceilings.value(roof.level);
    if (rate == 0 || !levels.contains(roof.level)) continue;
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
