// The cost of a request to a GPU's memory: NVIDIA's where warps have 32 lanes, the local data share
// of AMD's where they have 64.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hip_cpu/check/requests/requests.hpp"

namespace hip_cpu::check {

// Sectors of 32 bytes that a request of global memory touches; of atomic operations, as often as
// lanes want one address of a sector.
unsigned sectors(const Request& request);

// How many passes a request takes in shared memory, which has 32 banks of four bytes each: lanes
// are served 32 at a time, 16 if each accesses 8 bytes, 8 if it accesses 16; each bank serves one
// word at a time, for all lanes that want it. Reads of 8 and 16 bytes are served for twice as many
// lanes at a time if every lane wants the same as its neighbour (lane ^ 1), or every lane the same
// as the next but one (lane ^ 2). Atomic operations on one word come one after the other. In warps
// of 64, AMD's: 32, 16 and 8 lanes at a time, with neighbours alike or not; reads of 16 bytes in
// another order (rocm.docs.amd.com, Composable Kernel, "Understanding AMD GPU LDS and bank
// conflicts"; quarters of a wavefront for 8 bytes: AMD's OpenCL programming guide). The rules of 32
// lanes were compared with the counters of an H200 for 257 patterns of reads and writes
// (docs/reference/check-limits.md).
struct Wavefronts {
  unsigned count;
  unsigned least;  // without a bank conflict
};
Wavefronts wavefronts(const Request& request);

// The same for the requests of one instruction, computed once for each pattern: which lanes take
// part, and the distances of their addresses.
class KnownCosts {
 public:
  // Sectors, or wavefronts of shared memory. The requests are of one space, access and size.
  Wavefronts of(const Request& request);

 private:
  // A shift by whole sectors changes no cost.
  static constexpr unsigned places = 32;

  struct Pattern {
    std::uint64_t lanes = 0;
    std::array<std::uintptr_t, 64> addresses;   // of one request with the pattern
    std::array<Wavefronts, places> costs = {};  // by where the first lane's address is in a sector;
                                                // 0: not yet worked out
    bool matches(const Request& request, unsigned first) const;
  };
  // An instruction mostly has one pattern; at a matrix's edge it may have some more.
  static constexpr std::size_t most_patterns = 4;

  Pattern& pattern_of(const Request& request, unsigned first);

  std::vector<Pattern> patterns_;
  std::size_t last_ = 0, oldest_ = 0;
};

}  // namespace hip_cpu::check
