// The actions of blocks of a case's launches, phase by phase, as `hippuzzle trace` shows them. A
// phase ends where the block's threads meet at a barrier, and with the block.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/results/finding.hpp"
#include "engine/results/kernels.hpp"

namespace hippuzzle {

// A trace ends with the last phase before it would be more than this: nobody could look at it.
inline constexpr uint64_t most_traced_accesses = 1 << 16;  // of a launch
inline constexpr uint64_t most_traced_bytes = 4 << 20;     // held by its phases

// Absent where there is no value: memory that nobody has written, a variable that was given none.
using TracedValue = std::optional<double>;

struct TracedArray {
  std::string name;  // "" when it is not known
  bool shared = false;
  std::string type;             // "f32"
  std::vector<uint64_t> shape;  // row-major
  std::vector<double> inputs;   // values before the launch; empty when it is not a small input
};

// A local variable of the kernel, of which each thread has one.
struct TracedVariable {
  std::string name, type;
  std::vector<uint64_t> shape;  // empty for a number

  uint64_t count() const;
};

// An access to some consecutive elements of an array, by one thread.
struct TracedAccess {
  uint32_t thread = 0;  // in the block, x fastest
  uint32_t place = 0;
  Access access = Access::read;
  uint32_t array = 0;
  uint64_t element = 0;             // the first, row-major
  std::vector<TracedValue> values;  // that it read, or that it left there
  std::vector<TracedValue> before;  // an atomic operation
};

// The request that the lanes of a warp make of memory with one instruction.
struct TracedRequest {
  uint32_t warp = 0;
  uint32_t place = 0;
  Access access = Access::read;
  bool shared = false;
  uint32_t bytes = 0;              // that one lane asks for
  std::vector<uint32_t> threads;   // that take part
  std::vector<uint32_t> arrays;    // that each of them asks of; mostly one and the same
  std::vector<uint64_t> elements;  // the first that each of them asks for
  uint32_t cost = 0;               // sectors of global memory, or wavefronts of shared memory
  uint32_t least = 0;  // sectors for that many bytes, or wavefronts without a bank conflict
};

// A shuffle or a vote of lanes of a warp. Lanes are numbered within the warp.
struct TracedMeeting {
  uint32_t warp = 0;
  uint32_t place = 0;
  bool is_vote = false;
  std::vector<uint32_t> lanes;    // that met
  std::vector<uint32_t> sources;  // of a shuffle: the lane that each of them reads from
  std::vector<uint32_t> votes;    // of a vote: 1 for each lane whose predicate is true, else 0
};

enum class ThreadState {
  at_barrier,
  left,      // it has returned from the kernel, in this phase or before
  elsewhere  // stopped by a finding, or in a warp operation that does not end
};

struct TracedThread {
  ThreadState state = ThreadState::elsewhere;
  uint32_t place = 0;  // of the barrier; 0 when it is at none
};

struct TracedPhase {
  std::vector<TracedThread> threads;  // at the phase's end
  std::vector<TracedAccess> accesses;
  std::vector<TracedRequest> requests;
  std::vector<TracedMeeting> meetings;
  std::vector<std::vector<TracedValue>> shared;     // by array; empty for global memory
  std::vector<std::vector<TracedValue>> variables;  // by variable: a thread's elements, then the
                                                    // next one's
};

struct TracedLaunch {
  std::string kernel;
  std::array<uint32_t, 3> grid = {}, block = {};  // their sizes
  std::array<uint32_t, 3> shown = {};             // the block of the grid that this is about
  uint32_t warp_lanes = 32;
  uint64_t dynamic_shared_bytes = 0;
  bool has_block = false;  // if not, the grid ends before the block that was asked for
  bool is_cut = false;     // phases that follow are left out
  uint32_t first_thread = 0, recorded_threads = 0;  // of the block; others have no accesses and
                                                    // variables here
  std::vector<SourcePlace> places;                  // the first is none
  std::vector<TracedArray> arrays;
  std::vector<TracedVariable> variables;
  std::vector<TracedPhase> phases;

  uint32_t thread_count() const { return block[0] * block[1] * block[2]; }
};

struct Trace {
  std::string puzzle, variant, case_name;
  std::vector<TracedLaunch> launches;    // of one block, then of the next
  Kernels kernels = Kernels::reference;  // set by their chooser

  uint32_t warp_lanes() const { return launches.empty() ? 32 : launches.front().warp_lanes; }
};

}  // namespace hippuzzle
