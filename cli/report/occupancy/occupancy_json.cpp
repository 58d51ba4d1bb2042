// Occupancy for programs. docs/reference/occupancy.md describes the object.
#include <nlohmann/json.hpp>

#include "cli/report/occupancy/occupancy_report.hpp"
#include "engine/results/names.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const hippuzzle_dim3& d) { return json::array({d.x, d.y, d.z}); }

json to_json(const LaunchedKernel& k) {
  const Occupancy& o = k.occupancy;
  json limits = json::object(), limited_by = json::array();
  for (const LimitedBlocks& limit : o.limits) {
    limits[to_key(limit.by)] = limit.blocks;
    if (o.limits_most(limit)) limited_by.push_back(to_key(limit.by));
  }
  return {{"variant", k.variant},
          {"size", k.size},
          {"kernel", k.name},
          {"symbol", k.resources.name},
          {"platform", k.platform},
          {"target", k.resources.target},
          {"device", k.device.device},
          {"architecture", k.device.architecture},
          {"source", k.device.source},
          {"grid", to_json(k.launch.grid)},
          {"block", to_json(k.launch.block)},
          {"registers", k.resources.registers},
          {"scalar_registers", k.resources.scalar_registers},
          {"static_shared_bytes", k.resources.shared_bytes},
          {"dynamic_shared_bytes", k.launch.shared_bytes},
          {"allocated_shared_bytes", o.shared_bytes},
          {"warp_size", o.warp_size},
          {"threads_per_block", o.threads_per_block},
          {"warps_per_block", o.warps_per_block},
          {"blocks", o.blocks},
          {"active_warps", o.active_warps},
          {"most_warps", o.warps},
          {"occupancy", o.fraction()},
          {"blocks_by_limit", limits},
          {"limited_by", limited_by},
          {"impossible", o.impossible}};
}

}  // namespace

std::string to_key(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::warps:
      return "warps";
    case OccupancyLimit::blocks:
      return "blocks";
    case OccupancyLimit::barriers:
      return "barriers";
    case OccupancyLimit::registers:
      return "registers";
    case OccupancyLimit::scalar_registers:
      return "scalar_registers";
    case OccupancyLimit::shared_memory:
      break;
  }
  return "shared_memory";
}

std::string occupancy_json(const Occupancies& all, const Look&) {
  json kernels = json::array();
  for (const LaunchedKernel& kernel : all.kernels) kernels.push_back(to_json(kernel));
  return to_line(json{{"kind", "occupancy"},
                      {"version", 1},
                      {"puzzle", all.puzzle},
                      {"whose", word_of(all.whose)},
                      {"kernels", kernels}}) +
         '\n';
}

std::vector<Format<Occupancies>> occupancy_formats() {
  return {{text_format(), occupancy_text},
          {{{"json"}, {".json"}, "--json", "print one JSON object"}, occupancy_json}};
}

}  // namespace hippuzzle
