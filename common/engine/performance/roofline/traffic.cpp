#include "engine/performance/roofline/traffic.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace hippuzzle {
namespace {

unsigned threads_of_a_block(const LaunchCounts& launch) {
  return launch.block[0] * launch.block[1] * launch.block[2];
}

uint64_t warps_of_a_block(const LaunchCounts& launch) {
  return (threads_of_a_block(launch) + launch.warp_size - 1) / std::max(launch.warp_size, 1u);
}

double in_all(const LaunchCounts& launch, Counted what) {
  return static_cast<double>(launch.of(what).total);
}

void add(Traffic& traffic, const LaunchCounts& launch) {
  const double atomics = in_all(launch, Counted::global_atomic_bytes);
  traffic.read_bytes += in_all(launch, Counted::global_read_bytes) + atomics;
  traffic.written_bytes += in_all(launch, Counted::global_write_bytes) + atomics;
  for (const Counted what :
       {Counted::shared_read_bytes, Counted::shared_write_bytes, Counted::shared_atomic_bytes}) {
    traffic.shared_bytes += in_all(launch, what);
  }
  for (const InstructionCounts& i : launch.instructions) {
    traffic.wavefronts += static_cast<double>(i.wavefronts);
    traffic.conflicts += static_cast<double>(i.conflicts);
    if (i.shared) continue;
    // A request takes at least one sector, whatever it asks for.
    const auto requests = static_cast<double>(i.requests), sectors = static_cast<double>(i.sectors);
    const double full = static_cast<double>(i.accesses) * i.bytes / sector_bytes;
    constexpr double sectors_at_once = wavefront_bytes / sector_bytes;
    traffic.l1_wavefronts += std::max(requests, sectors / sectors_at_once);
    traffic.least_l1_wavefronts += std::max(requests, std::min(sectors, full) / sectors_at_once);
    if (i.access != Access::read) traffic.written_sectors += sectors;
    if (i.access == Access::write) continue;
    traffic.first_read_bytes += static_cast<double>(i.accesses - i.repeated) * i.bytes;
    traffic.read_requests += requests;
    traffic.reads += static_cast<double>(i.accesses);
    traffic.read_sectors += static_cast<double>(i.sectors);
    traffic.least_sectors += std::min(static_cast<double>(i.sectors), std::max(requests, full));
  }
}

bool is_of_global_array(const InstructionCounts& i) { return !i.shared && !i.array.empty(); }

double bytes_read_from(const LaunchCounts& launch, const std::set<std::string>& arrays) {
  double bytes = 0;
  for (const InstructionCounts& i : launch.instructions) {
    if (is_of_global_array(i) && i.access == Access::read && arrays.contains(i.array))
      bytes += static_cast<double>(i.accesses) * i.bytes;
  }
  return bytes;
}

}  // namespace

Traffic traffic_of(std::span<const LaunchCounts> launches) {
  Traffic traffic;
  traffic.has_whole_warps = !launches.empty();
  std::set<std::string> written;  // by earlier launches
  for (const LaunchCounts& launch : launches) {
    add(traffic, launch);
    traffic.handed_on_bytes += bytes_read_from(launch, written);
    for (const InstructionCounts& i : launch.instructions) {
      if (is_of_global_array(i) && i.access != Access::read) written.insert(i.array);
    }
    traffic.blocks += launch.blocks();
    ++traffic.launches;
    const uint64_t warps = warps_of_a_block(launch);
    if (launch.blocks() * warps > traffic.most_warps()) {
      traffic.most_blocks = launch.blocks();
      traffic.warps_of_each = warps;
    }
    traffic.counted_blocks += launch.counted_blocks;
    if (threads_of_a_block(launch) < launch.warp_size) traffic.has_whole_warps = false;
  }
  return traffic;
}

}  // namespace hippuzzle
