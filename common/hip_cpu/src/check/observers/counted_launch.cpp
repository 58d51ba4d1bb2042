#include "hip_cpu/check/observers/counted_launch.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace hip_cpu::check {

namespace {

bool is_same_instruction(const hip_cpu_instruction& a, const hip_cpu_instruction& b) {
  return a.access == b.access && a.is_shared == b.is_shared && a.bytes == b.bytes &&
         std::equal(a.frames, a.frames + a.frame_count, b.frames, b.frames + b.frame_count,
                    [](const hip_cpu_frame& one, const hip_cpu_frame& other) {
                      return one.offset == other.offset &&
                             std::string_view(one.module) == other.module;
                    });
}

void add(hip_cpu_instruction& to, const hip_cpu_instruction& more) {
  to.accesses += more.accesses;
  to.requests += more.requests;
  to.partial += more.partial;
  to.dense += more.dense;
  to.sectors += more.sectors;
  to.wavefronts += more.wavefronts;
  to.conflicts += more.conflicts;
}

}  // namespace

unsigned counted(hip_cpu_access access, bool shared) {
  return (shared ? HIP_CPU_SHARED_READS : HIP_CPU_GLOBAL_READS) + (access - HIP_CPU_READ);
}

bool is_of_same_kernel(const CountedLaunch& one, const CountedLaunch& other) {
  const hip_cpu_launch_counts &a = one.counts, &b = other.counts;
  return std::equal(a.grid, a.grid + 3, b.grid) && std::equal(a.block, a.block + 3, b.block) &&
         std::string_view(a.kernel) == b.kernel;
}

void join(CountedLaunch& to, const CountedLaunch& more) {
  hip_cpu_launch_counts& counts = to.counts;
  counts.is_complete &= more.counts.is_complete;
  counts.counted_blocks += more.counts.counted_blocks;
  counts.launches += more.counts.launches;
  for (unsigned what = 0; what < HIP_CPU_COUNTED; ++what) {
    const hip_cpu_range& other = more.counts.counted[what];
    hip_cpu_range& range = counts.counted[what];
    range = {std::min(range.least, other.least), std::max(range.most, other.most),
             range.total + other.total};
  }
  counts.counted[HIP_CPU_SHARED_BYTES].total = counts.counted[HIP_CPU_SHARED_BYTES].most;
  for (const hip_cpu_instruction& instruction : more.instructions) {
    const auto known =
        std::find_if(to.instructions.begin(), to.instructions.end(),
                     [&](const auto& i) { return is_same_instruction(i, instruction); });
    if (known == to.instructions.end()) {
      to.instructions.push_back(instruction);
      to.instructions.back().array = to.arrays.emplace_back(instruction.array).c_str();
    } else {
      add(*known, instruction);
    }
  }
  counts.instruction_count = static_cast<std::uint32_t>(to.instructions.size());
  counts.instructions = to.instructions.data();
}

std::string by_array(const std::deque<CountedLaunch>& launches, unsigned what) {
  const auto of = [&](const hip_cpu_instruction& i) -> std::uint64_t {
    if (what == HIP_CPU_BANK_CONFLICTS) return i.conflicts;
    if (what == HIP_CPU_GLOBAL_SECTORS) return i.sectors;
    if (what == HIP_CPU_GLOBAL_REQUESTS) return i.is_shared != 0 ? 0 : i.requests;
    if (what >= HIP_CPU_BARRIERS && what != HIP_CPU_ATOMICS) return 0;  // no accesses
    if (what == HIP_CPU_ATOMICS) return i.access == HIP_CPU_ATOMIC ? i.accesses : 0;
    const unsigned kind = counted(i.access, i.is_shared != 0);
    return kind == what ? i.accesses : kind + bytes_behind == what ? i.accesses * i.bytes : 0;
  };
  std::vector<std::pair<std::string_view, std::uint64_t>> counts;
  for (const CountedLaunch& launch : launches) {
    for (const hip_cpu_instruction& i : launch.instructions) {
      if (of(i) == 0) continue;
      const std::string_view name = i.array && *i.array ? i.array : "an array without a name";
      const auto known = std::find_if(counts.begin(), counts.end(),
                                      [&](const auto& count) { return count.first == name; });
      if (known == counts.end()) {
        counts.emplace_back(name, of(i));
      } else {
        known->second += of(i);
      }
    }
  }
  std::string text;
  for (const auto& [name, count] : counts)
    text += (text.empty() ? "" : ", ") + std::string(name) + ' ' + std::to_string(count);
  return text;
}

}  // namespace hip_cpu::check
