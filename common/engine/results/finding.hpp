// A finding of the checker in a kernel, as hippuzzle reports it: what, where, who, and why it
// matters.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/results/counted.hpp"
#include "engine/results/fields.hpp"

namespace hippuzzle {

enum class FindingKind {
  out_of_bounds,  // outside an array, before its start or past its end
  outside_shape,  // an index that leaves a tensor's shape; `detail` says which
  use_after_free,
  misaligned,       // an address that is not a multiple of the access's size
  race,             // unordered accesses by two threads, one of them a write
  race_same_value,  // two writes of the same value
  uninitialised,    // a read of memory that nobody has written
  unwritten,        // elements of an output that nobody has written
  barrier,          // a barrier that some threads of the block do not reach
  warp,             // a warp operation that lacks lanes; `detail` says what
  runaway,          // a thread that did not end within the steps that it may take
  stack_overflow,
  wild_pointer,    // an address that is not device memory
  division,        // of an integer by zero
  aborted,         // the kernel called abort, or met an illegal instruction
  claim,           // more or less of something than the puzzle promises
  too_early,       // machine code that uses a result before it waited for it; `detail` says which
  wait_states,     // machine code without the distance that two instructions need; the same
  warp_dropped,    // a value from a lane that takes no part, of which nothing comes
  host_data,       // a kernel uses a variable of the host; `detail` says which
  host_table,      // the same of a constant array, which nvcc alone refuses
  constant_write,  // a kernel writes a variable that is __constant__; `detail` says which
  host_function,   // a kernel calls a function of the host; `detail` says which
  exception,       // a kernel throws or catches; `detail` says which
  static_shared,   // a kernel declares more shared memory than nvcc takes: `counted` bytes
  no_peer_access,  // by a kernel to another device's memory; `detail` says which
  race_benign,     // of a plain read whose value a compare-and-swap then checks
  api_error,       // a call of the host's fails and nobody looks; `detail` says which
  host_access      // by the host's code to memory of a device
};

enum class Access { none, read, write, atomic };

// An address in a module's file, after the call in question.
struct CodeAddress {
  std::string module = {};
  uint64_t offset = 0;
  uint64_t object = 0,
           object_bytes = 0;  // the part of the file that is the ELF object; no bytes: all of it

  bool operator==(const CodeAddress&) const = default;
};
HIPPUZZLE_FIELDS(CodeAddress, module, offset, object, object_bytes)

// A line of the kernel's source. line 0: not known.
struct SourcePlace {
  std::string file = {};
  int line = 0;
  int column = 0;
  std::string function = {};
  std::string text = {};  // of the line, without the blanks around it

  bool operator==(const SourcePlace&) const = default;
};
HIPPUZZLE_FIELDS(SourcePlace, file, line, column, function, text)

// One thread's part. The checker gives frames, which become a place; other tools give the place.
struct FindingSide {
  Access access = Access::none;
  std::array<uint32_t, 3> block = {}, thread = {};
  std::vector<CodeAddress> frames =
      {};  // innermost first; none when the thread has left the kernel
  SourcePlace place = {};
  std::string instruction = {};  // of a GPU; "" where it is not known
  bool copy = false;  // a copy or fill of the host's, by no thread; the place is the host's call

  bool has_left_kernel() const { return !copy && frames.empty() && place.line == 0; }
  bool operator==(const FindingSide&) const = default;
};
HIPPUZZLE_FIELDS(FindingSide, access, block, thread, frames, place, instruction, copy)

// The case of a finding of which nobody knows in which it was met.
inline constexpr uint32_t unknown_case = ~0u;

// The members that findings of one kind have in addition to the members of all findings.
struct NoPart {
  bool operator==(const NoPart&) const = default;
};
HIPPUZZLE_NO_FIELDS(NoPart)

// The change that would order a race's two accesses, read from the source of their lines.
enum class RaceRemedy {
  unknown,
  barrier_between,                 // the two lines
  barrier_each_round,              // at the end of the loop around both
  barrier_between_and_each_round,  // both of them
  read_first,       // a thread reads an element that another writes by the same statement
  combined_update,  // the threads change one element together, as by +=
  own_element       // one statement has several threads write one element
};

// For race, race_same_value and race_benign.
struct RacePart {
  bool between_blocks = false;
  bool after_barrier = false;  // between blocks: the first thread met a barrier after its access

  // Set where findings are explained; a line is 0 where the remedy names none.
  RaceRemedy remedy = RaceRemedy::unknown;
  int first_line = 0, second_line = 0, loop_line = 0;

  bool operator==(const RacePart&) const = default;
};
HIPPUZZLE_FIELDS(RacePart, between_blocks, after_barrier, remedy, first_line, second_line,
                 loop_line)

// For out_of_bounds.
struct BoundsPart {
  bool has_stopped = false;  // a thread did not go on
  std::string type = {};     // the declared type that an index leaves, "float [4]"; else ""
  int64_t index = 0;         // that index

  bool operator==(const BoundsPart&) const = default;
};
HIPPUZZLE_FIELDS(BoundsPart, has_stopped, type, index)

// For barrier.
struct BarrierPart {
  uint32_t waiting = 0, threads = 0, missing = 0;

  bool operator==(const BarrierPart&) const = default;
};
HIPPUZZLE_FIELDS(BarrierPart, waiting, threads, missing)

// For runaway.
struct RunawayPart {
  bool in_sample = false;  // other blocks, for which it may wait, did not run

  bool operator==(const RunawayPart&) const = default;
};
HIPPUZZLE_FIELDS(RunawayPart, in_sample)

// For claim, and for static_shared, whose limit and number are bytes.
struct LimitPart {
  CountLimit limit = {};
  uint64_t counted = 0;

  bool is_too_few() const { return counted < limit.least; }
  bool operator==(const LimitPart&) const = default;
};
HIPPUZZLE_FIELDS(LimitPart, limit, counted)

// The part of an api_error.
struct CallPart {
  bool is_used = false;  // the program goes on to use what the call should have made

  bool operator==(const CallPart&) const = default;
};
HIPPUZZLE_FIELDS(CallPart, is_used)

using FindingPart =
    std::variant<NoPart, RacePart, BoundsPart, BarrierPart, RunawayPart, LimitPart, CallPart>;

struct Finding {
  FindingKind kind = FindingKind::out_of_bounds;
  std::string kernel = {};
  std::string array = {};  // "" when none is concerned or its name is not known
  bool shared = false;
  uint32_t bytes = 0;  // of one access
  uint64_t array_bytes = 0;
  int64_t first = 0,
          last = 0;  // offsets in the array, in bytes: of the sides' access; the greatest
  uint64_t address = 0;
  uint64_t count = 0;
  uint32_t schedule = 0;  // the first schedule that showed it: 0 in order of numbers, 1 the reverse
  std::string detail = {};  // one sentence's worth, or a word (finding_origin.hpp)
  FindingPart part = {};
  std::vector<FindingSide> sides = {};  // at most two

  uint32_t case_index = 0;  // of the case that showed it first, or unknown_case

  // Set where findings are explained, whatever the runner says.
  std::string case_name = {};
  std::string element = {};    // "output[1, 0]", "shared[3]", or "" when no array is concerned
  uint64_t element_bytes = 0;  // of the array's elements, as it is declared; 0: not known
  std::string suppressed =
      {};  // the reason that a comment in the source gives; "" when there is none

  // The part of that type; its default for a finding that has another part.
  template <class Part>
  const Part& get() const {
    static const Part none = {};
    const Part* own = std::get_if<Part>(&part);
    return own == nullptr ? none : *own;
  }

  bool operator==(const Finding&) const = default;
};
HIPPUZZLE_FIELDS(Finding, kind, kernel, array, shared, bytes, array_bytes, first, last, address,
                 count, schedule, detail, part, sides, case_index, case_name, element,
                 element_bytes, suppressed)

}  // namespace hippuzzle
