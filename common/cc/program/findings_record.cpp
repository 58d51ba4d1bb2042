#include "findings_record.hpp"

#include <dlfcn.h>

#include <cstdint>

#include "record_json.hpp"

namespace hippuzzle::program {
namespace {

std::string side_record(const hip_cpu_side& side) {
  return '{' + number("access", side.access) + number("copy", side.is_copy) +
         "\"block\":" + index(side.block) + ",\"thread\":" + index(side.thread) +
         ",\"frames\":" + frames_record(side.frames, side.frame_count) + '}';
}

std::string finding_record(const hip_cpu_finding& f) {
  const std::vector<hip_cpu_side> sides(f.sides, f.sides + f.side_count);
  return '{' + number("kind", f.kind) + number("shared", f.is_shared) + number("bytes", f.bytes) +
         number("array_bytes", f.array_bytes) + "\"first\":" + std::to_string(f.first) +
         ",\"last\":" + std::to_string(f.last) + ',' + number("address", f.address) +
         number("count", f.count) + number("between_blocks", f.between_blocks) +
         number("after_barrier", f.after_barrier) + number("has_stopped", f.has_stopped) +
         number("waiting", f.waiting) + number("threads", f.threads) +
         number("missing", f.missing) + number("in_sample", f.in_sample) +
         number("schedule", f.schedule) + "\"index\":" + std::to_string(f.index) +
         ",\"kernel\":" + quoted(f.kernel) + ",\"array\":" + quoted(f.array) +
         ",\"detail\":" + quoted(f.detail) + ",\"sides\":" + list(sides, side_record) + '}';
}

std::string instruction_record(const hip_cpu_instruction& i) {
  return '{' + number("access", i.access) + number("shared", i.is_shared) +
         number("bytes", i.bytes) + number("accesses", i.accesses) +
         number("requests", i.requests) + number("partial", i.partial) + number("dense", i.dense) +
         number("sectors", i.sectors) + number("wavefronts", i.wavefronts) +
         number("conflicts", i.conflicts) + number("repeated", i.repeated) +
         "\"array\":" + quoted(i.array) + ",\"frames\":" + frames_record(i.frames, i.frame_count) +
         '}';
}

std::string counts_record(const hip_cpu_launch_counts& counts) {
  const auto range = [](const hip_cpu_range& r) {
    return '[' + std::to_string(r.least) + ',' + std::to_string(r.most) + ',' +
           std::to_string(r.total) + ']';
  };
  const std::vector<hip_cpu_instruction> instructions(
      counts.instructions, counts.instructions + counts.instruction_count);
  return '{' + number("warp_size", counts.warp_size) + number("complete", counts.is_complete) +
         number("launches", counts.launches) + number("counted_blocks", counts.counted_blocks) +
         "\"kernel\":" + quoted(counts.kernel) + ",\"grid\":" + index(counts.grid) +
         ",\"block\":" + index(counts.block) + ",\"counted\":" + list(counts.counted, range) +
         ",\"instructions\":" + list(instructions, instruction_record) + '}';
}

// A return address, as the checker has them: behind the call, counted from where the module lies.
std::string address_record(void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || !info.dli_fname) return frame("", 0);
  return frame(info.dli_fname, static_cast<uint64_t>(static_cast<char*>(address) -
                                                     static_cast<char*>(info.dli_fbase)));
}

}  // namespace

std::string findings_record(const std::vector<Allocation>& allocations, const std::string& trace) {
  std::vector<const hip_cpu_finding*> findings;
  for (uint32_t i = 0; i < hip_cpu_checker.finding_count(); ++i)
    findings.push_back(hip_cpu_checker.finding(i));
  std::vector<const hip_cpu_launch_counts*> counted;
  for (uint32_t i = 0; i < hip_cpu_checker.launch_count(); ++i)
    counted.push_back(hip_cpu_checker.launch(i));
  uint64_t looked_at = 0, in_all = 0;
  hip_cpu_checker.sampled_blocks(&looked_at, &in_all);
  return '{' + number("looked_at", looked_at) + number("in_all", in_all) +
         number("rescheduled", hip_cpu_checker.rescheduled_launch_count()) + "\"findings\":" +
         list(findings, [](const hip_cpu_finding* f) { return finding_record(*f); }) +
         ",\"counts\":" +
         list(counted, [](const hip_cpu_launch_counts* c) { return counts_record(*c); }) +
         ",\"allocations\":" +
         list(allocations, [](const Allocation& a) { return list(a, address_record); }) +
         (trace.empty() ? "" : ",\"trace\":" + trace) + "}\n";
}

}  // namespace hippuzzle::program
