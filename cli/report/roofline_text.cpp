// Roofs for people.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/report/numbers.hpp"
#include "cli/report/roofline_report.hpp"
#include "cli/terminal/table.hpp"

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

// "1.54 GB", "33.6 MFLOP"
std::string amount(double value, const char* unit) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T", "P"};
  size_t i = 0;
  for (; value >= 1000 && i + 1 < std::size(prefixes); ++i) value /= 1000;
  return fmt::format("{:.3g} {}{}", value, prefixes[i], unit);
}

void print_counted(const Placed& kernel) {
  const Placement& measured = kernel.placements.back();
  const double compulsory = std::prev(kernel.placements.end(), 2)->bytes;
  fmt::print(
      "  {}, {}: {}, {} of device memory ({:.3g} times what it must move), {} of the L2 cache\n",
      kernel.name, measured.model, amount(measured.flops, "FLOP"), amount(measured.bytes, "B"),
      measured.bytes / compulsory, amount(kernel.counted->l2_bytes, "B"));
}

// Says a remark once, with the names of all kernels that it holds for.
void print_advice(const std::vector<Placed>& placed) {
  std::vector<std::pair<std::string, std::string>> kernels_by_advice;
  for (const Placed& kernel : placed) {
    const std::string advice = fmt::format("{}: {}", kernel.technique, kernel.reason);
    const auto same =
        std::ranges::find(kernels_by_advice, advice, &std::pair<std::string, std::string>::first);
    if (same == kernels_by_advice.end()) {
      kernels_by_advice.emplace_back(advice, kernel.name);
    } else {
      same->second += ", " + kernel.name;
    }
  }
  for (const auto& [advice, kernels] : kernels_by_advice) fmt::print("  {}: {}\n", kernels, advice);
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
                 fmt::format("{:.4g}", p.intensity), p.memory_binds ? "memory" : p.arithmetic,
                 fmt::format("{} GFLOP/s", four_digits(p.roof)),
                 p.measured > 0 ? fmt::format("{} GFLOP/s", four_digits(p.measured)) : "",
                 p.measured > 0 ? fmt::format("{:.3g} %", 100 * p.measured / p.roof) : ""});
    }
  }
  fmt::print("{}", table.text());
  print_advice(placed);
  for (const Placed& kernel : placed) {
    if (kernel.counted) print_counted(kernel);
  }
}

}  // namespace hippuzzle
