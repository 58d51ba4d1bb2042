// Roofs for people.
#include <fmt/format.h>

#include "report/numbers.hpp"
#include "report/roofline_report.hpp"
#include "view/table.hpp"

namespace hippuzzle {
namespace {

struct Line {
  const char* name;
  const char* text;
  const char* unit;
};

constexpr Line lines[] = {{"dram", "device memory, copied", "GB/s"},
                          {"l2", "L2 cache, read", "GB/s"},
                          {"shared", "shared memory, read", "GB/s"},
                          {"fp32", "FP32 multiply-add", "GFLOP/s"},
                          {"tf32", "TF32 matrix instructions", "GFLOP/s"},
                          {"bf16", "BF16 matrix instructions", "GFLOP/s"}};

std::string four_digits(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

void print_ceilings(const Ceilings& ceilings) {
  fmt::print("{} ({})\n", ceilings.device, ceilings.source);
  Table table({"ceiling", "", "95 % interval", "critical intensity"});
  for (const Line& line : lines) {
    const auto found = ceilings.all.find(line.name);
    if (found == ceilings.all.end()) continue;
    const Ceiling& c = found->second;
    const bool is_arithmetic = std::string(line.unit) == "GFLOP/s";
    table.add(
        {line.text, fmt::format("{} {}", four_digits(c.value), line.unit),
         c.low < c.high ? fmt::format("{} … {}", four_digits(c.low), four_digits(c.high)) : "",
         is_arithmetic ? fmt::format("{:.1f} FLOP/B", ceilings.critical_intensity(line.name))
                       : ""});
  }
  if (const double launch = ceilings.value("launch"); launch > 0) {
    const Ceiling& c = ceilings.all.at("launch");
    table.add({"shortest launch", duration(launch),
               fmt::format("{} … {}", duration(c.low), duration(c.high)), ""});
  }
  fmt::print("{}", table.text());
  for (const auto& [name, why] : ceilings.missing) {
    fmt::print("  {}: not measured: {}\n", name, why);
  }
}

}  // namespace

void print_roofline_text(const Ceilings& ceilings, const std::string& title,
                         const std::vector<Placed>& placed) {
  print_ceilings(ceilings);
  if (placed.empty()) return;
  fmt::print("\n{}\n", title);
  Table table({"", "model", "FLOP/B", "binds", "roof", "measured", "of the roof"});
  for (const Placed& kernel : placed) {
    for (const Placement& p : kernel.placements) {
      table.add({&p == kernel.placements.data() ? kernel.name : "", p.model,
                 fmt::format("{:.4g}", p.intensity), p.memory_binds ? "memory" : kernel.arithmetic,
                 fmt::format("{} GFLOP/s", four_digits(p.roof)),
                 p.measured > 0 ? fmt::format("{} GFLOP/s", four_digits(p.measured)) : "",
                 p.measured > 0 ? fmt::format("{:.3g} %", 100 * p.measured / p.roof) : ""});
    }
  }
  fmt::print("{}", table.text());
  for (const Placed& kernel : placed) {
    fmt::print("  {}: {}: {}\n", kernel.name, kernel.technique, kernel.reason);
  }
}

}  // namespace hippuzzle
