// Roofs for programs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/report/roofline_report.hpp"
#include "engine/support/json.hpp"

namespace hippuzzle {

using json = nlohmann::ordered_json;

void print_roofline_json(const Ceilings& ceilings, const std::string& puzzle,
                         const std::string& size, const std::vector<Placed>& placed) {
  json all = json::object();
  for (const auto& [name, c] : ceilings.all) {
    const char* unit = name == "launch"                                     ? "ms"
                       : name == "dram" || name == "l2" || name == "shared" ? "GB/s"
                                                                            : "GFLOP/s";
    all[name] = {{"value", c.value}, {"low", c.low}, {"high", c.high}, {"unit", unit}};
  }
  json kernels = json::array();
  for (const Placed& kernel : placed) {
    json placements = json::array();
    for (const Placement& p : kernel.placements) {
      placements.push_back({{"model", p.model},
                            {"flops", p.flops},
                            {"bytes", p.bytes},
                            {"intensity", p.intensity},
                            {"memory_roof", p.memory_roof},
                            {"arithmetic_roof", p.arithmetic_roof},
                            {"roof", p.roof},
                            {"binds", p.memory_binds ? "memory" : p.arithmetic},
                            {"measured", p.measured > 0 ? json(p.measured) : json()},
                            {"of_roof", p.measured > 0 ? json(p.measured / p.roof) : json()}});
    }
    kernels.push_back({{"name", kernel.name},
                       {"arithmetic", kernel.placements.front().arithmetic},
                       {"placements", placements},
                       {"technique", kernel.technique},
                       {"reason", kernel.reason}});
    if (!kernel.counted) continue;
    kernels.back()["counted"] = {{"profiler", kernel.counted->profiler},
                                 {"kernels", kernel.counted->kernels},
                                 {"dram_bytes", kernel.counted->dram_bytes},
                                 {"l2_bytes", kernel.counted->l2_bytes},
                                 {"flops", kernel.counted->flops}};
  }
  const json j = {{"kind", "roofline"},
                  {"device", ceilings.device},
                  {"source", ceilings.source},
                  {"ceilings", all},
                  {"missing", ceilings.missing},
                  {"critical_intensity", ceilings.critical_intensity("fp32")},
                  {"puzzle", puzzle},
                  {"size", size},
                  {"kernels", kernels}};
  fmt::print("{}\n", to_line(j));
}

}  // namespace hippuzzle
