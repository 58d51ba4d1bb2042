// Memory traffic of a variant's launches, added up from the checker's counts: bytes as the
// threads ask for them, and sectors and wavefronts as the warps of a GPU would.
#pragma once

#include <cstdint>
#include <span>

#include "engine/results/access_counts.hpp"

namespace hippuzzle {

struct Traffic {
  double read_bytes = 0, written_bytes = 0;  // of global memory; an atomic operation is both
  double read_sectors = 0;                   // of 32 bytes that the warps' reads touch
  double least_sectors = 0;                  // as few as could hold those reads' bytes
  double shared_bytes = 0;                   // of shared memory, read and written
  double wavefronts = 0, conflicts = 0;      // of shared memory; conflicts are among the wavefronts
  double read_requests = 0, reads = 0;       // of warps, and of their lanes
  double handed_on_bytes = 0;                // read from an array that an earlier launch wrote
  double first_read_bytes = 0;               // read of words that the block has not read before
  double written_sectors = 0;                // of 32 bytes that the warps' writes touch
  double l1_wavefronts = 0;  // of 128 bytes: the requests' lines, or as many as their sectors fill
  double least_l1_wavefronts = 0;           // as few as those requests could take
  bool has_whole_warps = false;             // blocks have as many threads as a warp has lanes
  uint64_t blocks = 0, counted_blocks = 0;  // of all launches; fewer counted where it is a sample
  uint64_t launches = 0;
  uint64_t most_blocks = 0, warps_of_each = 0;  // of the launch with the most warps

  uint64_t most_warps() const { return most_blocks * warps_of_each; }

  bool is_sample() const { return counted_blocks < blocks; }

  // Single threads read for their whole block, as bulk copies do where they are emulated: the
  // sectors that warps would fetch are then unknown.
  bool is_by_single_lanes() const { return has_whole_warps && reads < 2 * read_requests; }

  // The fetched sectors divided by the least number needed: 1 where neighbouring lanes read
  // neighbouring words, 8 where each lane reads a word in a sector of its own. 1 where nothing is
  // read.
  double sectors_per_least() const { return least_sectors > 0 ? read_sectors / least_sectors : 1; }
};

inline constexpr double sector_bytes = 32;      // of global memory
inline constexpr double wavefront_bytes = 128;  // that shared memory's 32 banks move at once, and
                                                // the L1 cache in one access

// The traffic of all kernels of a launch, in their order. A launch that counted some of its blocks
// stands for all of them.
Traffic traffic_of(std::span<const LaunchCounts> launches);

}  // namespace hippuzzle
