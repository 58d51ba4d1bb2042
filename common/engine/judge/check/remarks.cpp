#include "engine/judge/check/remarks.hpp"

#include <algorithm>
#include <iterator>

namespace hippuzzle {
namespace {

constexpr uint64_t sector_bytes = 32, wavefront_bytes = 128;

uint64_t rounded_up(uint64_t number, uint64_t by) { return (number + by - 1) / by; }

// Lanes that the block has, of all requests of the line together, if they are spread evenly.
uint64_t lanes_of(const LaunchCounts& launch, uint64_t requests) {
  const uint64_t threads = uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  const uint64_t warps = rounded_up(threads, std::max(launch.warp_size, 1u));
  return requests * threads / std::max<uint64_t>(warps, 1);
}

class Remarks {
 public:
  explicit Remarks(const LaunchCounts& launch) : launch_(launch) {}

  std::vector<Remark> all() {
    for (const InstructionCounts& i : launch_.instructions) {
      if (i.place.line == 0) continue;
      if (i.shared) {
        add_conflicts(i);
      } else if (!i.constant) {  // a cache of its own serves constant memory
        add_sectors(i);
        add_repeated(i);
      }
      add_divergence(i);
    }
    return std::move(all_);
  }

 private:
  void add(RemarkKind kind, const InstructionCounts& i, uint64_t count, uint64_t needed,
           uint64_t spared_bytes) {
    all_.push_back(
        {kind, launch_.kernel, i.access, i.shared, i.array, i.place, count, needed, spared_bytes});
  }

  // Lanes that want one and the same element count as neighbours, as in the profilers of GPUs.
  // Neighbours that do not begin with a sector touch one more.
  void add_sectors(const InstructionCounts& i) {
    if (i.access == Access::atomic) return;
    const uint64_t needed = std::max(i.requests, rounded_up(i.accesses * i.bytes, sector_bytes));
    if (i.sectors < 2 * needed || i.sectors <= needed + i.requests) return;
    add(RemarkKind::uncoalesced, i, i.sectors, needed, (i.sectors - needed) * sector_bytes);
  }

  // Atomic operations of lanes on one word do not depend on the layout.
  void add_conflicts(const InstructionCounts& i) {
    if (i.access == Access::atomic || i.conflicts == 0 || i.conflicts * 4 < i.wavefronts) return;
    add(RemarkKind::bank_conflicts, i, i.wavefronts, i.wavefronts - i.conflicts,
        i.conflicts * wavefront_bytes);
  }

  // One request a block is one thread's or one warp's part; that is not a loss.
  void add_divergence(const InstructionCounts& i) {
    const uint64_t lanes = lanes_of(launch_, i.requests);
    if (i.partial == 0 || i.requests <= launch_.blocks() || i.accesses * 2 > lanes) return;
    if (i.dense * 2 > i.requests) return;
    add(RemarkKind::divergence, i, i.requests, i.dense,
        i.shared ? (i.requests - i.dense) * wavefront_bytes : 0);
  }

  // Memory that somebody in the launch changes may have to be read again.
  void add_repeated(const InstructionCounts& i) {
    if (i.repeated * 2 < i.accesses || i.repeated == 0) return;
    const auto changes = [&](const InstructionCounts& other) {
      return !other.shared && other.access != Access::read && other.array == i.array;
    };
    if (i.access == Access::read && std::ranges::any_of(launch_.instructions, changes)) return;
    const RemarkKind kind = i.access == Access::read    ? RemarkKind::repeated_reads
                            : i.access == Access::write ? RemarkKind::repeated_writes
                                                        : RemarkKind::repeated_atomics;
    const uint64_t needed = i.accesses - i.repeated;
    const uint64_t sectors = std::min(i.sectors, rounded_up(needed * i.bytes, sector_bytes));
    if (sectors == i.sectors) return;  // lanes of one request read the same elements
    add(kind, i, i.accesses, needed, (i.sectors - sectors) * sector_bytes);
  }

  const LaunchCounts& launch_;
  std::vector<Remark> all_;
};

// Bytes that the launch's lines move in one of the memories.
uint64_t traffic_of(const LaunchCounts& launch, bool shared) {
  uint64_t bytes = 0;
  for (const InstructionCounts& i : launch.instructions) {
    if (i.shared == shared)
      bytes += shared ? i.wavefronts * wavefront_bytes : i.sectors * sector_bytes;
  }
  return bytes;
}

// Divergence outside of shared memory spares no traffic: each request counts as a sector.
bool is_below(const RemarkFloor& floor, const Remark& r, const LaunchCounts& launch) {
  const uint64_t spared =
      r.spared_bytes != 0 ? r.spared_bytes : (r.count - r.needed) * sector_bytes;
  return spared < floor.bytes ||
         static_cast<double>(spared) <
             floor.share * static_cast<double>(traffic_of(launch, r.shared));
}

}  // namespace

std::vector<Remark> remarks(std::span<const LaunchCounts> launches, const RemarkFloor& floor) {
  std::vector<Remark> all;
  for (const LaunchCounts& launch : launches) {
    std::vector<Remark> of_launch = Remarks(launch).all();
    std::erase_if(of_launch, [&](const Remark& r) { return is_below(floor, r, launch); });
    std::ranges::move(of_launch, std::back_inserter(all));
  }
  return all;
}

}  // namespace hippuzzle
