// What a request costs the memory of a GPU: of NVIDIA's where warps have 32 lanes, the local data
// share of AMD's where they have 64.
#pragma once

#include "requests.hpp"

namespace hip_cpu::check {

// Sectors of 32 bytes that a request of global memory touches; of atomic operations, as often as
// lanes want one address of a sector.
unsigned sectors(const Request& request);

// How often shared memory, 32 banks of four bytes each, must be asked for a request: lanes are
// served 32 at a time, 16 where each accesses 8 bytes, 8 where it accesses 16, and of each bank one
// word at a time, for all lanes that want it. Reads of 8 and 16 bytes are served for twice as many
// lanes at a time where every lane wants what its neighbour wants (lane ^ 1), or every lane what
// the next but one wants (lane ^ 2). Atomic operations on one word come one after the other. In
// warps of 64, AMD's: 32, 16 and 8 lanes at a time, with neighbours alike or not; reads of 16 bytes
// in another order (rocm.docs.amd.com, Composable Kernel, "Understanding AMD GPU LDS and bank
// conflicts"; quarters of a wavefront for 8 bytes: AMD's OpenCL programming guide). The rules of 32
// lanes were held against the counters of an H200 for 257 patterns of reads and writes
// (docs/check.md).
struct Wavefronts {
  unsigned count;
  unsigned least;  // without a bank conflict
};
Wavefronts wavefronts(const Request& request);

}  // namespace hip_cpu::check
