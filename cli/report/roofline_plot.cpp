// Roofs as a picture.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "cli/report/roofline_report.hpp"
#include "cli/terminal/gnuplot.hpp"

namespace hippuzzle {

namespace {

constexpr size_t colours = 8;  // gnuplot's; further kernels repeat them with other shapes

// gnuplot's point types: a kernel has a colour and a pair of shapes, of which the model (and
// whether it is filled) chooses one. A terminal has letters only, one a kernel.
std::string point(size_t kernel, const std::string& model, bool is_terminal) {
  if (is_terminal) return fmt::format("pt {}", kernel + 1);
  struct Shapes {
    int requested, compulsory, measured;
  };
  static constexpr Shapes shapes[] = {{6, 7, 5}, {8, 9, 11}, {12, 13, 15}};
  const Shapes& s = shapes[kernel / colours % std::size(shapes)];
  const int shape = model == "requested"    ? s.requested
                    : model == "compulsory" ? s.compulsory
                                            : s.measured;
  return fmt::format("pt {} ps 1.5 lc {}", shape, kernel % colours + 1);
}

std::string key_title(bool is_terminal, size_t models) {
  return fmt::format("{}: requested\\n{}: compulsory{}", is_terminal ? "left" : "open",
                     is_terminal ? "right" : "filled", models > 2 ? "\\nother: by counters" : "");
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
  // GFLOP/s under each roof: GB/s * FLOP/B up to the rate of the arithmetic.
  std::string script, curves;
  int roof = 0;
  for (const std::string& name : arithmetics) {
    if (ceilings.value(name) == 0) continue;
    curves +=
        fmt::format("{}({} * x < {} ? {} * x : {}) with lines lw 2 lc rgb 'gray40' dt {} title {}",
                    curves.empty() ? "" : ", ", ceilings.value("dram"), ceilings.value(name),
                    ceilings.value("dram"), ceilings.value(name), ++roof,
                    gnuplot_text("roof: memory, " + name));
  }
  const bool is_terminal = file == "-";
  int number = 0;
  size_t models = 0;
  for (size_t k = 0; k < placed.size(); ++k) {
    const Placed& kernel = placed[k];
    models = std::max(models, kernel.placements.size());
    for (const Placement& p : kernel.placements) {
      ++number;
      const double height = p.measured > 0 ? p.measured : p.roof;
      script += fmt::format("$point{} << end_of_point\n{} {}\nend_of_point\n", number, p.intensity,
                            height);
      const bool is_named = p.model == "compulsory";
      curves += fmt::format(", $point{} with points {} {}", number, point(k, p.model, is_terminal),
                            is_named ? "title " + gnuplot_text(kernel.name) : "notitle");
    }
  }
  if (models > 1) script += fmt::format("set key title \"{}\"\n", key_title(is_terminal, models));
  script += fmt::format(
      "set title {}\nset xlabel 'arithmetic intensity, FLOP/B'\nset ylabel 'GFLOP/s'\n"
      "set logscale xy\nset samples 400\nset xrange [{}:{}]\nset yrange [{}:*]\nset grid\n"
      "set key outside right top\nplot {}\n",
      gnuplot_text(fmt::format("{}{}{}", ceilings.device, placed.empty() ? "" : ", ", title)), left,
      right, bottom, curves);
  plot(script, file);
}

}  // namespace hippuzzle
