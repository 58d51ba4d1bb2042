// Occupancy: how many blocks of a launch fit one multiprocessor at a time, and what keeps more from
// it. The rules are from NVIDIA's occupancy calculator (cuda_occupancy.h of its toolkit) and from
// AMD's HIP runtime; the figures are the device's.
#pragma once

#include <string>
#include <vector>

#include "engine/occupancy/kernel_resources.hpp"
#include "engine/occupancy/multiprocessor.hpp"

namespace hippuzzle {

enum class OccupancyLimit { warps, blocks, barriers, registers, scalar_registers, shared_memory };

struct LimitedBlocks {
  OccupancyLimit by;
  unsigned blocks;  // that this alone would let in
};

struct Occupancy {
  unsigned warps_per_block = 0;
  unsigned shared_bytes = 0;             // that a block is given: its own, reserved and rounded up
  unsigned blocks = 0;                   // at a time; 0: it cannot be launched
  unsigned active_warps = 0, warps = 0;  // of so many
  std::vector<LimitedBlocks> limits;     // all that apply
  std::string impossible;                // why no block fits at all; "" when one does

  double fraction() const { return warps == 0 ? 0 : double(active_warps) / warps; }
  // Lanes of the warps that have a thread: 9 of 32.
  unsigned threads_per_block = 0, warp_size = 0;
  bool limits_most(const LimitedBlocks& limit) const { return limit.blocks == blocks; }
};

// threads: of a block. dynamic_bytes: shared memory that the launch adds.
Occupancy occupancy_of(const KernelResources& kernel, unsigned threads, unsigned dynamic_bytes,
                       const Multiprocessor& device);

}  // namespace hippuzzle
