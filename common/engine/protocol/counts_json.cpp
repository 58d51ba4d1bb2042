#include "engine/protocol/counts_json.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/protocol/finding_json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const InstructionCounts& i) {
  return {static_cast<int>(i.access),
          i.shared,
          i.bytes,
          i.array,
          i.accesses,
          i.requests,
          i.partial,
          i.sectors,
          i.wavefronts,
          i.conflicts,
          to_json(i.frames)};
}

InstructionCounts to_instruction(const json& j) {
  InstructionCounts i;
  const int access = j.at(0);
  if (access < HIP_CPU_READ || access > HIP_CPU_ATOMIC)
    throw std::runtime_error("an unknown access");
  i.access = static_cast<hip_cpu_access>(access);
  i.shared = j.at(1);
  i.bytes = j.at(2);
  i.array = j.at(3);
  i.accesses = j.at(4);
  i.requests = j.at(5);
  i.partial = j.at(6);
  i.sectors = j.at(7);
  i.wavefronts = j.at(8);
  i.conflicts = j.at(9);
  i.frames = frames_from_json(j.at(10));
  return i;
}

}  // namespace

json to_json(const LaunchCounts& counts) {
  json counted = json::array(), instructions = json::array();
  for (const hip_cpu_range& range : counts.counted) {
    counted.push_back({range.least, range.most, range.total});
  }
  for (const InstructionCounts& i : counts.instructions) instructions.push_back(to_json(i));
  return {{"kernel", counts.kernel},       {"grid", counts.grid},         {"block", counts.block},
          {"warp_size", counts.warp_size}, {"complete", counts.complete}, {"counted", counted},
          {"instructions", instructions}};
}

LaunchCounts launch_counts_from_json(const json& j) {
  LaunchCounts counts;
  counts.kernel = j.at("kernel");
  counts.grid = j.at("grid");
  counts.block = j.at("block");
  counts.warp_size = j.at("warp_size");
  counts.complete = j.at("complete");
  for (size_t i = 0; i < counts.counted.size(); ++i) {
    const json& range = j.at("counted").at(i);
    counts.counted[i] = {range.at(0), range.at(1), range.at(2)};
  }
  for (const json& i : j.at("instructions")) counts.instructions.push_back(to_instruction(i));
  return counts;
}

}  // namespace hippuzzle
