// The figures that the kernels of ceilings.hip and their judge must agree on.
//
// Extents of every variant: {elements, blocks, repeats}. Its judge documents each variant's use of
// them.
#pragma once

#include <hippuzzle/portable.hpp>

constexpr unsigned threads_per_block = 256;
constexpr unsigned copied_per_thread = 16;  // elements, four at a time
constexpr unsigned shared_elements = 4096;  // of a block's array: 16 KiB
constexpr unsigned shared_step = 32;        // groups of four elements, from one read to the next
constexpr unsigned fma_chains = 8;          // independent ones a thread
constexpr unsigned fma_unrolled = 32;       // of each chain a repeat
constexpr unsigned matrix_chains = 4;       // independent accumulators a warp
constexpr unsigned matrix_unrolled = 8;     // of each a repeat
constexpr unsigned matrix_results = 4;      // of one instruction, in each lane
constexpr unsigned tf32_depth = 8, bf16_depth = 16;  // terms that it adds to each element
constexpr unsigned warpgroup_rows = 64, warpgroup_columns = 128;
constexpr unsigned warpgroup_results = 64;  // of each of its 128 threads
constexpr unsigned warpgroup_unrolled = 8;  // instructions a repeat

// The start of pass r over `groups` groups of four elements, such that no multiprocessor soon
// repeats its own reads: a multiple of a warp's 32, about 3/8 of the way further each time.
HIPPUZZLE_HD constexpr unsigned long long first_of_pass(unsigned long long r,
                                                        unsigned long long groups) {
  return (r * (groups * 3 / 8 / 32 * 32)) % groups;
}
