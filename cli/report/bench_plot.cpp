#include "cli/report/bench_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/report/bench_report.hpp"
#include "cli/terminal/gnuplot.hpp"
#include "cli/terminal/logging.hpp"

namespace hippuzzle {
namespace {

// The edge of a cube with as many cells as the problem: the axis on which products of any shape can
// be compared.
double edge(const hippuzzle_extents& extents) {
  double cells = 1, count = 0;
  for (uint64_t n : extents.n) {
    if (n == 0) break;
    cells *= static_cast<double>(n);
    ++count;
  }
  return std::pow(cells, 1 / std::max(count, 1.0));
}

}  // namespace

void plot_over_size(const std::vector<Bench>& sizes, const std::string& file) {
  std::vector<std::string> names;  // in the order of the tables
  bool counts_operations = false;
  for (const Bench& bench : sizes) {
    for (const Measurement& m : bench.results) {
      if (m.time.count == 0) continue;
      counts_operations = counts_operations || m.flops > 0;
      if (std::ranges::find(names, m.name) == names.end()) names.push_back(m.name);
    }
  }
  if (names.empty()) {
    logging::warning("nothing is drawn: nothing was measured");
    return;
  }
  std::string script, curves;
  for (size_t i = 0; i < names.size(); ++i) {
    script += fmt::format("$curve{} << end_of_curve\n", i);
    for (const Bench& bench : sizes) {
      const auto m = std::ranges::find(bench.results, names[i], &Measurement::name);
      if (m == bench.results.end() || m->time.count == 0) continue;
      const double amount = (counts_operations ? m->flops : m->bytes) / 1e6;
      script += fmt::format("{} {} {} {}\n", edge(bench.extents), amount / m->time.median,
                            amount / m->time.high, amount / m->time.low);
    }
    script += "end_of_curve\n";
    const std::string line = i % 8 == 7 ? "dt 3" : fmt::format("dt {}", 1 + i / 8);
    curves += fmt::format(
        "{0}$curve{1} with linespoints {2} {3} title {4}, $curve{1} with yerrorbars {2} notitle",
        i > 0 ? ", " : "", i, fmt::format("lc {0} pt {0}", i + 1), line, gnuplot_text(names[i]));
  }
  const Bench& first = sizes.front();
  script += fmt::format(
      "set title {}\nset xlabel 'size'\nset ylabel {}\nset logscale x 2\nset logscale y\n"
      "set grid\nset key outside right top\nplot {}\n",
      gnuplot_text(fmt::format("{} on {}, caches {}", first.puzzle, first.device,
                               first.cold ? "cold" : "warm")),
      gnuplot_text(counts_operations ? "GFLOP/s" : "GB/s"), curves);
  plot(script, file);
}

}  // namespace hippuzzle
