// Roofs as a picture.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/roofline_report.hpp"
#include "view/gnuplot.hpp"

namespace hippuzzle {

namespace {

// Of gnuplot's: a ring, a disc, a square.
int point_type(const std::string& model) {
  return model == "requested" ? 6 : model == "compulsory" ? 7 : 5;
}

}  // namespace

void plot_roofline(const Ceilings& ceilings, const std::string& title,
                   const std::vector<Placed>& placed, const std::string& file) {
  std::set<std::string> arithmetics{"fp32"};
  double left = 0.1, right = 1000, bottom = 1e30;
  for (const Placed& kernel : placed) {
    for (const Placement& p : kernel.placements) {
      arithmetics.insert(p.arithmetic);
      left = std::min(left, p.intensity / 2);
      right = std::max(right, p.intensity * 2);
      bottom = std::min(bottom, std::min(p.roof, p.measured > 0 ? p.measured : p.roof) / 2);
    }
  }
  bottom = std::min(bottom, ceilings.value("dram") * left);
  // GFLOP/s under each roof: GB/s * FLOP/B up to the arithmetic's.
  std::string script, curves;
  for (const std::string& name : arithmetics) {
    if (ceilings.value(name) == 0) continue;
    curves += fmt::format("{}({} * x < {} ? {} * x : {}) with lines lw 2 title {}",
                          curves.empty() ? "" : ", ", ceilings.value("dram"), ceilings.value(name),
                          ceilings.value("dram"), ceilings.value(name),
                          gnuplot_text("roof: memory, " + name));
  }
  int number = 0;
  for (const Placed& kernel : placed) {
    for (const Placement& p : kernel.placements) {
      ++number;
      const double height = p.measured > 0 ? p.measured : p.roof;
      script += fmt::format("$point{} << end_of_point\n{} {}\nend_of_point\n", number, p.intensity,
                            height);
      curves +=
          fmt::format(", $point{} with points pt {} ps 1.5 title {}", number, point_type(p.model),
                      gnuplot_text(fmt::format("{}, {}", kernel.name, p.model)));
    }
  }
  script += fmt::format(
      "set title {}\nset xlabel 'arithmetic intensity, FLOP/B'\nset ylabel 'GFLOP/s'\n"
      "set logscale xy\nset samples 400\nset xrange [{}:{}]\nset yrange [{}:*]\nset grid\n"
      "set key outside right top\nplot {}\n",
      gnuplot_text(fmt::format("{}{}{}", ceilings.device, placed.empty() ? "" : ", ", title)), left,
      right, bottom, curves);
  plot(script, file);
}

}  // namespace hippuzzle
