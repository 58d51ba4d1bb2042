// Remarks on right kernels: possible savings on a GPU, by source line. No findings, as nothing is
// wrong.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/results/access_counts.hpp"

namespace hippuzzle {

enum class RemarkKind {
  uncoalesced,      // a warp's lanes ask for more sectors than as many neighbours would
  bank_conflicts,   // shared memory is asked again and again for one request
  divergence,       // lanes that the block has do not take part
  repeated_reads,   // a block reads elements of global memory that it has read before
  repeated_writes,  // a thread writes elements of global memory that it has written before
  repeated_atomics  // a block changes elements by atomic operations that it has changed before
};

struct Remark {
  RemarkKind kind = RemarkKind::uncoalesced;
  std::string kernel = {};
  Access access = Access::read;
  bool shared = false;
  std::string array = {};  // "" when its name is not known
  SourcePlace place = {};
  // Sectors, wavefronts, lanes or accesses: as it is, and as it could be. Sums over the launch.
  uint64_t count = 0, needed = 0;
  // The traffic that is spared then: bytes of sectors of global memory, or of wavefronts of shared
  // memory, 128 each. 0 where it is neither: of divergence outside of shared memory.
  uint64_t spared_bytes = 0;
};

// Rates of a device, by its data sheet. 0 where it does not say.
struct MemoryRates {
  std::string device = {};    // "NVIDIA A100"; "" for none
  double l2 = 0, shared = 0;  // GB/s
};

// Remarks that spare less are left out: nobody would measure it.
struct RemarkFloor {
  uint64_t bytes = 0;
  double share = 0;  // of the traffic of the launch's lines together, in the same memory
};
inline constexpr RemarkFloor usual_floor{4096, 0.05};

// Remarks on explained counts, launch by launch in the order of the lines. A remark says that at
// least half of what a line asks for can be spared; a quarter of its wavefronts where they are
// conflicts.
std::vector<Remark> remarks(std::span<const LaunchCounts> launches,
                            const RemarkFloor& floor = usual_floor);

}  // namespace hippuzzle
