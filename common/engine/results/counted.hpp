// The quantities that are counted of a launch's threads and warps, and limits on them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/results/fields.hpp"

namespace hippuzzle {

// Accesses as the source makes them; an atomic operation is neither a read nor a write.
enum class Counted {
  global_reads,
  global_writes,
  global_atomics,
  shared_reads,
  shared_writes,
  shared_atomics,
  global_read_bytes,
  global_write_bytes,
  global_atomic_bytes,
  shared_read_bytes,
  shared_write_bytes,
  shared_atomic_bytes,
  barriers,           // __syncthreads() and similar ones
  warp_operations,    // shuffles and votes, one for each lane that calls
  atomics,            // on global and shared memory
  async_copy_bytes,   // that asynchronous copies bring to shared memory
  open_group_reads,   // of shared memory, by a thread whose asynchronous copies go on
  bank_conflicts,     // of warps, not of threads: wavefronts beyond the least possible
  global_sectors,     // of warps, not of threads
  global_requests,    // of warps, not of threads: for global memory
  matrix_operations,  // of warps, not of threads: products of 16 x 8 x 8 by matrix cores
  shared_bytes,       // of a block, not of threads: its shared memory, static and dynamic
  resident            // percent of a multiprocessor's warps; computed from a launch, not counted
};
inline constexpr size_t counted_kinds = 22;  // without the last one

// The bounds of a count: for all threads together, or for each thread, of shared_bytes and resident
// for each block.
struct CountLimit {
  static constexpr uint64_t no_upper_bound = UINT64_MAX;

  Counted what = Counted::global_reads;
  bool in_all = false;
  uint64_t most = no_upper_bound;
  uint64_t least = 0;  // 0: no lower bound

  bool operator==(const CountLimit&) const = default;
};
HIPPUZZLE_FIELDS(CountLimit, what, in_all, most, least)

struct CountRange {
  uint64_t least = 0, most = 0, total = 0;  // of a thread, of a thread, of all

  bool operator==(const CountRange&) const = default;
};
HIPPUZZLE_FIELDS(CountRange, least, most, total)

}  // namespace hippuzzle
