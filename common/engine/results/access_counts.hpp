// The checker's counts of a launch: memory as the threads of a kernel ask for it, and as the warps
// of a GPU would.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/results/counted.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

// A kind of accesses, where they are counted and where their bytes are.
struct CountedAccess {
  Counted what, bytes;
  Access access;
  bool shared;
};

inline constexpr CountedAccess counted_accesses[] = {
    {Counted::global_reads, Counted::global_read_bytes, Access::read, false},
    {Counted::global_writes, Counted::global_write_bytes, Access::write, false},
    {Counted::global_atomics, Counted::global_atomic_bytes, Access::atomic, false},
    {Counted::shared_reads, Counted::shared_read_bytes, Access::read, true},
    {Counted::shared_writes, Counted::shared_write_bytes, Access::write, true},
    {Counted::shared_atomics, Counted::shared_atomic_bytes, Access::atomic, true}};

// One instruction that accesses memory, reached by one chain of calls. Figures are of the launch.
struct InstructionCounts {
  Access access = Access::read;
  bool shared = false;
  uint32_t bytes = 0;      // that a lane accesses
  std::string array = {};  // "" when its name is not known
  uint64_t variable = 0;   // where it begins in the module; 0: it is not a global variable
  bool constant = false;   // it is __constant__; set where counts are explained
  uint64_t accesses = 0;   // of threads
  uint64_t requests = 0;   // of warps
  uint64_t partial = 0;    // requests that lack some of the block's lanes
  uint64_t dense = 0;      // requests if, between barriers, the lanes that access were neighbours
  uint64_t sectors = 0;    // of global memory
  uint64_t wavefronts = 0, conflicts = 0;  // of shared memory
  uint64_t repeated = 0;  // of global memory: to words that the block has read before, or changed
                          // by an atomic operation before, or the thread has written before
  std::vector<CodeAddress> frames = {};  // innermost first
  SourcePlace place = {};                // set where counts are explained

  bool operator==(const InstructionCounts&) const = default;
};
HIPPUZZLE_FIELDS(InstructionCounts, access, shared, bytes, array, variable, constant, accesses,
                 requests, partial, dense, sectors, wavefronts, conflicts, repeated, frames, place)

// Figures in all are of the whole grid, also where they come of a sample of its blocks.
struct LaunchCounts {
  std::string kernel = {};
  std::array<uint32_t, 3> grid = {}, block = {};
  uint32_t warp_size = 0;
  bool complete = false;  // no thread was stopped by a finding
  uint64_t counted_blocks = 0;
  std::array<CountRange, counted_kinds> counted = {};  // by Counted
  std::vector<InstructionCounts> instructions = {};

  const CountRange& of(Counted what) const { return counted[static_cast<size_t>(what)]; }
  CountRange& of(Counted what) { return counted[static_cast<size_t>(what)]; }
  uint64_t blocks() const { return uint64_t{grid[0]} * grid[1] * grid[2]; }
  bool is_sampled() const { return counted_blocks < blocks(); }
  bool operator==(const LaunchCounts&) const = default;
};
HIPPUZZLE_FIELDS(LaunchCounts, kernel, grid, block, warp_size, complete, counted_blocks, counted,
                 instructions)

}  // namespace hippuzzle
