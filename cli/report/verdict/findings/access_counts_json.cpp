// Counts for programs. docs/reference/check.md describes the objects.
#include <nlohmann/json.hpp>

#include "cli/report/verdict/findings/findings_json.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

std::string key_of(Counted what) { return std::string(word_of(what)); }

json to_json(const CountRange& range) {
  return {{"least", range.least}, {"most", range.most}, {"total", range.total}};
}

json to_json(const InstructionCounts& i) {
  return {{"access", word_of(i.access)},
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
          {"bank_conflicts", i.conflicts},
          {"repeated", i.repeated}};
}

// Requests of warps to a space by one kind of access, all instructions together.
json warps_json(const LaunchCounts& launch, const CountedAccess& counted) {
  const bool shared = counted.shared;
  uint64_t requests = 0, sectors = 0, wavefronts = 0, conflicts = 0;
  for (const InstructionCounts& i : launch.instructions) {
    if (i.shared != shared || i.access != counted.access) continue;
    requests += i.requests;
    sectors += i.sectors;
    wavefronts += i.wavefronts;
    conflicts += i.conflicts;
  }
  if (!shared) return {{"requests", requests}, {"sectors", sectors}};
  return {{"requests", requests}, {"wavefronts", wavefronts}, {"bank_conflicts", conflicts}};
}

}  // namespace

nlohmann::ordered_json counts_json(std::span<const LaunchCounts> counted) {
  json launches = json::array();
  for (const LaunchCounts& launch : counted) {
    json threads = json::object(), warps = json::object(), instructions = json::array();
    for (const CountedAccess& counted : counted_accesses) {
      const std::string key = key_of(counted.what);
      warps[key] = warps_json(launch, counted);
      json& count = threads[key];
      count = to_json(launch.of(counted.what));
      count["bytes"] = to_json(launch.of(counted.bytes));
    }
    for (const Counted what : {Counted::barriers, Counted::warp_operations, Counted::atomics})
      threads[key_of(what)] = to_json(launch.of(what));
    for (const Counted what : {Counted::async_copy_bytes, Counted::open_group_reads})
      if (launch.of(what).total != 0) threads[key_of(what)] = to_json(launch.of(what));
    for (const InstructionCounts& i : launch.instructions) instructions.push_back(to_json(i));
    launches.push_back({{"kernel", launch.kernel},
                        {"grid", launch.grid},
                        {"block", launch.block},
                        {"warp_size", launch.warp_size},
                        {"complete", launch.complete},
                        {"blocks", launch.blocks()},
                        {"counted_blocks", launch.counted_blocks},
                        {"threads", threads},
                        {"warps", warps},
                        {"bank_conflicts", launch.of(Counted::bank_conflicts).total},
                        {"global_requests", launch.of(Counted::global_requests).total},
                        {"shared_bytes", launch.of(Counted::shared_bytes).total},
                        {"instructions", instructions}});
    if (const uint64_t multiplied = launch.of(Counted::matrix_operations).total; multiplied != 0)
      launches.back()["matrix_operations"] = multiplied;
  }
  return launches;
}

}  // namespace hippuzzle
