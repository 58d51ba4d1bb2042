// A kernel's position under a device's roofs, and changes that would move it. Each level of memory
// and the arithmetic have a roof, and the lowest one binds. A placement is a
// model of the kernel's traffic, always named, under the roof of one level of memory:
//   requested   the traffic of a product whose operands are fetched for every use: two operands'
//               K elements an output element; for products only;
//   counted     the accesses of the kernel's threads to global memory, counted by the checker;
//   sectors     the same in sectors of 32 bytes, as its warps fetch them: uncoalesced accesses
//               move to the left;
//   shared      its accesses to shared memory, in wavefronts of 128 bytes, conflicts included;
//   compulsory  the traffic that no kernel can avoid: each input read once;
//   measured    the operations that it executed over the bytes that device memory moved for it.
// All but the last have the same operations, of a product 2K - 1 for each output element: K
// multiplications and K - 1 additions. Intensities are over the bytes that are read; "shared" and
// "measured" are over all bytes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/performance/profile/profiled_launch.hpp"
#include "engine/performance/roofline/device_ceilings.hpp"
#include "engine/performance/roofline/technique.hpp"
#include "engine/performance/roofline/traffic.hpp"

namespace hippuzzle {

struct Placement {
  std::string model;           // "requested", "counted", … "measured (ncu 2025.3.1)"
  std::string level;           // the ceiling of memory: "dram", "l2", "shared"
  std::string arithmetic;      // the ceiling's name: "fp32"
  double flops, bytes;         // of one launch
  double written = 0;          // bytes in addition to the intensity's; 0 if it includes them
  double intensity = 0;        // FLOP/B
  double memory_roof = 0;      // GFLOP/s that the level can feed
  double arithmetic_roof = 0;  // GFLOP/s
  double roof = 0;             // the lower one
  double measured = 0;         // GFLOP/s, by this model's operations; 0 if nothing was measured

  double of_peak() const { return roof / arithmetic_roof; }
};

// Origin of a level's bytes.
enum class Origin {
  none,         // the arithmetic has no bytes
  requested,    // by the warps: each request in accesses of 128 bytes
  first_reads,  // of each block, as if the L1 cache served all others; and the writes
  compulsory,   // each array once, as if the L2 cache served all others
  counters      // the GPU's own
};

// One of the roofs above a kernel. Its bytes are the fewest that the level may have to move, so
// that the roof is an upper bound.
struct LevelRoof {
  std::string level;  // "l1", "l2", "dram", "shared", or of the arithmetic: "fp32"
  Origin origin = Origin::none;
  double bytes = 0;
  double intensity = 0;  // FLOP/B; 0 of the arithmetic
  double roof = 0;       // GFLOP/s

  bool is_arithmetic() const { return origin == Origin::none; }
};

struct Placed {
  std::string name;
  std::vector<Placement> placements;
  std::vector<LevelRoof> roofs;           // from the threads outwards; the arithmetic is the last
  double measured = 0;                    // GFLOP/s; 0 if nothing was measured
  std::optional<Traffic> traffic;         // the source of "counted" and similar models
  std::string why_not_counted;            // where there is none
  std::optional<ProfiledLaunch> counted;  // the source of "measured"
  Recommendation next;                    // a technique that the kernel does not use yet
  TimedOn timed;                          // the source of "measured" rates

  // The lowest roof of all, which bounds the kernel's rate.
  const LevelRoof& binding() const;

  // nullptr when the level has no known roof.
  const LevelRoof* roof(const std::string& level) const;

  // The measured share of the lowest roof; 0 if nothing was measured.
  double of_roof() const { return measured / binding().roof; }

  // nullptr when there is none. level "": the first of that model.
  const Placement* find(const std::string& model, const std::string& level = "") const;
};

// False for a variant that only moves data, about which no roof says anything.
bool counts_operations(const hippuzzle_variant& variant, const hippuzzle_extents& extents);

// traffic: of one launch at these extents, if it was counted. Throws Error(unsupported) where the
// device has no roof of the variant's arithmetic.
Placed place(const hippuzzle_variant& variant, const std::string& name,
             const hippuzzle_extents& extents, const std::optional<Traffic>& traffic,
             const TimedOn& timed, const Ceilings& ceilings);

// Adds the measured model, and gives the L2 cache's and device memory's roofs the counted bytes.
// The arithmetic with the most executed operations determines the roof. Throws Error(unsupported)
// if the counters saw no operation or no byte.
void add_measured(Placed& placed, ProfiledLaunch counted, const Ceilings& ceilings);

}  // namespace hippuzzle
