#include "engine/protocol/finding_json.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const FindingSide& side) {
  return {static_cast<int>(side.access), side.block, side.thread, to_json(side.frames)};
}

FindingSide to_side(const json& j) {
  FindingSide side;
  const int access = j.at(0);
  if (access < HIP_CPU_NO_ACCESS || access > HIP_CPU_ATOMIC)
    throw std::runtime_error("an unknown access");
  side.access = static_cast<hip_cpu_access>(access);
  side.block = j.at(1);
  side.thread = j.at(2);
  side.frames = frames_from_json(j.at(3));
  return side;
}

}  // namespace

json to_json(const std::vector<CodeAddress>& frames) {
  json all = json::array();
  for (const CodeAddress& frame : frames) all.push_back({frame.module, frame.offset});
  return all;
}

std::vector<CodeAddress> frames_from_json(const json& j) {
  std::vector<CodeAddress> frames;
  for (const json& frame : j) frames.push_back({frame.at(0), frame.at(1)});
  return frames;
}

json to_json(const Finding& f) {
  json sides = json::array();
  for (const FindingSide& side : f.sides) sides.push_back(to_json(side));
  return {{"kind", static_cast<int>(f.kind)},
          {"kernel", f.kernel},
          {"array", f.array},
          {"shared", f.shared},
          {"bytes", f.bytes},
          {"array_bytes", f.array_bytes},
          {"first", f.first},
          {"last", f.last},
          {"address", f.address},
          {"count", f.count},
          {"between_blocks", f.between_blocks},
          {"after_barrier", f.after_barrier},
          {"waiting", f.waiting},
          {"threads", f.threads},
          {"missing", f.missing},
          {"detail", f.detail},
          {"limit", {static_cast<int>(f.limit.what), f.limit.in_all, f.limit.most, f.counted}},
          {"case", f.case_index},
          {"sides", sides}};
}

Finding finding_from_json(const json& j) {
  Finding f;
  const int kind = j.at("kind");
  if (kind < HIP_CPU_OUT_OF_BOUNDS || kind > HIP_CPU_LIMIT)
    throw std::runtime_error("a finding of an unknown kind");
  f.kind = static_cast<hip_cpu_finding_kind>(kind);
  f.kernel = j.at("kernel");
  f.array = j.at("array");
  f.shared = j.at("shared");
  f.bytes = j.at("bytes");
  f.array_bytes = j.at("array_bytes");
  f.first = j.at("first");
  f.last = j.at("last");
  f.address = j.at("address");
  f.count = j.at("count");
  f.between_blocks = j.at("between_blocks");
  f.after_barrier = j.at("after_barrier");
  f.waiting = j.at("waiting");
  f.threads = j.at("threads");
  f.missing = j.at("missing");
  f.detail = j.at("detail");
  const json& limit = j.at("limit");
  const int what = limit.at(0);
  if (what < 0 || what >= HIP_CPU_COUNTED) throw std::runtime_error("a limit of an unknown count");
  f.limit = {static_cast<hip_cpu_counted>(what), limit.at(1), limit.at(2)};
  f.counted = limit.at(3);
  f.case_index = j.at("case");
  for (const json& side : j.at("sides")) f.sides.push_back(to_side(side));
  if (f.sides.size() > 2) throw std::runtime_error("a finding with more than two sides");
  return f;
}

}  // namespace hippuzzle
