// Counts for programs. docs/check.md describes the objects.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/access_counts.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

std::string key_of(hip_cpu_counted what) {
  std::string key = name_of(what);
  std::ranges::replace(key, ' ', '_');
  return key;
}

json to_json(const hip_cpu_range& range) {
  return {{"least", range.least}, {"most", range.most}, {"total", range.total}};
}

json to_json(const InstructionCounts& i) {
  constexpr const char* names[] = {"none", "read", "write", "atomic"};
  return {{"access", names[i.access]},
          {"space", i.shared ? "shared" : "global"},
          {"array", i.array},
          {"bytes", i.bytes},
          {"file", i.place.file},
          {"line", i.place.line},
          {"source", i.place.text},
          {"accesses", i.accesses},
          {"requests", i.requests},
          {"requests_with_lanes_missing", i.partial},
          {"sectors", i.sectors},
          {"wavefronts", i.wavefronts},
          {"bank_conflicts", i.conflicts}};
}

// What warps asked of a space by one kind of access, all instructions together.
json warps_json(const LaunchCounts& launch, unsigned what) {
  const bool shared = what >= HIP_CPU_SHARED_READS;
  const unsigned access =
      HIP_CPU_READ + what - (shared ? HIP_CPU_SHARED_READS : HIP_CPU_GLOBAL_READS);
  uint64_t requests = 0, sectors = 0, wavefronts = 0, conflicts = 0;
  for (const InstructionCounts& i : launch.instructions) {
    if (i.shared != shared || i.access != access) continue;
    requests += i.requests;
    sectors += i.sectors;
    wavefronts += i.wavefronts;
    conflicts += i.conflicts;
  }
  if (!shared) return {{"requests", requests}, {"sectors", sectors}};
  return {{"requests", requests}, {"wavefronts", wavefronts}, {"bank_conflicts", conflicts}};
}

}  // namespace

nlohmann::ordered_json counts_json(const VariantResult& result) {
  constexpr unsigned bytes_behind = HIP_CPU_GLOBAL_READ_BYTES - HIP_CPU_GLOBAL_READS;
  json launches = json::array();
  for (const LaunchCounts& launch : result.counts) {
    json threads = json::object(), warps = json::object(), instructions = json::array();
    for (unsigned what = HIP_CPU_GLOBAL_READS; what <= HIP_CPU_SHARED_ATOMICS; ++what) {
      const std::string key = key_of(static_cast<hip_cpu_counted>(what));
      warps[key] = warps_json(launch, what);
      json& count = threads[key];
      count = to_json(launch.counted[what]);
      count["bytes"] = to_json(launch.counted[what + bytes_behind]);
    }
    threads[key_of(HIP_CPU_BARRIERS)] = to_json(launch.counted[HIP_CPU_BARRIERS]);
    for (const InstructionCounts& i : launch.instructions) instructions.push_back(to_json(i));
    launches.push_back({{"kernel", launch.kernel},
                        {"grid", launch.grid},
                        {"block", launch.block},
                        {"warp_size", launch.warp_size},
                        {"complete", launch.complete},
                        {"threads", threads},
                        {"warps", warps},
                        {"bank_conflicts", launch.counted[HIP_CPU_BANK_CONFLICTS].total},
                        {"instructions", instructions}});
  }
  return launches;
}

}  // namespace hippuzzle
