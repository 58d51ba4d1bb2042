// The steps of one warp's lanes since the last block barrier.
//
// Lanes of a warp mostly take the same steps. The first lane's steps are stored; the other lanes
// compare their steps with them and store their addresses only. If a lane takes another step, the
// path forks. If it reaches a step that another lane has made in the same calls and
// iterations, it joins that lane's path.
//
// Warps, too, mostly take the same steps: a path that did not fork is kept as a guess for the next
// path with the same beginning.
#pragma once

#include <hip_cpu/check.h>

#include <cstdint>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/requests/iterations.hpp"

namespace hip_cpu::check {

// One thing that a thread does; two threads that do the same have equal events.
struct Event {
  enum Kind : unsigned { end = 0, block = 1, enter = 2, leave = 3, access = 0x80 };

  std::uint64_t word = end;  // an address in the code, and in the lowest byte the kind
  std::uintptr_t call = 0;   // of enter: where from

  static Event of(Kind kind, std::uintptr_t code, std::uintptr_t call = 0) {
    return {code << 8 | kind, call};
  }
  // bytes: 1, 2, 4, 8 or 16.
  static Event of_access(std::uintptr_t code, hip_cpu_access access, bool shared, unsigned bytes) {
    const unsigned what = Kind::access | static_cast<unsigned>(access) << 5 |
                          static_cast<unsigned>(shared) << 4 |
                          static_cast<unsigned>(__builtin_ctz(bytes));
    return {code << 8 | what, 0};
  }

  bool operator==(const Event&) const = default;
  std::uintptr_t code() const { return word >> 8; }
  Kind kind() const { return is_access() ? access : static_cast<Kind>(word & 0xff); }
  bool is_access() const { return (word & Kind::access) != 0; }
  hip_cpu_access access_kind() const { return static_cast<hip_cpu_access>(word >> 5 & 3); }
  bool is_shared() const { return (word & 0x10) != 0; }
  unsigned bytes() const { return 1u << (word & 0xf); }
};

class Path {
 public:
  using Position = std::uint32_t;  // before the step with this number
  static constexpr Position nowhere = ~Position{0};
  static constexpr std::uintptr_t untouched = ~std::uintptr_t{0};
  static constexpr SiteId no_site = ~SiteId{0};

  struct Step {
    Event event;             // `end`: no lane has gone on from here on this stretch of the path
    std::uint32_t row;       // of the access, or of the next one after it
    std::uint32_t fork = 0;  // the first of the other steps that lanes made here; 0: none
  };
  // One request: the accesses of the lanes at a step.
  struct Row {
    Event event;
    SiteId site;  // no_site: not set yet
  };

  // Empty, begins at position 0. width: lanes of a warp; chain: the calls in which it begins.
  void begin(unsigned width, IterationKey chain);

  // The path stays as a guess; no lane has taken a step.
  void begin_again();
  bool begins_like(const Event& event, IterationKey chain) const {
    return chain_ == chain && !is_forked_ && !steps_.empty() && steps_.front().event == event;
  }

  // Removes the steps from `at` on, which no lane has taken.
  void cut(Position at);

  // Whether steps have keys.
  bool is_forked() const { return is_forked_; }
  void set_forked() { is_forked_ = true; }

  Step* step(Position at) { return &steps_[at]; }
  const Step* step(Position at) const { return &steps_[at]; }
  Position position(const Step* step) const { return static_cast<Position>(step - steps_.data()); }
  std::size_t size() const { return steps_.size(); }
  bool is_last(Position at) const { return at + 1 == steps_.size(); }

  std::size_t row_count() const { return rows_.size(); }
  Row& row(std::size_t row) { return rows_[row]; }
  // The addresses by lane; `untouched` where it has no part.
  std::uintptr_t* addresses(std::size_t row) { return &addresses_[row * width_]; }

  // Whether the step is an access and the lane has a part in it.
  bool has_part(Position step, unsigned lane) const {
    return steps_[step].event.is_access() &&
           addresses_[steps_[step].row * width_ + lane] != untouched;
  }

  // Adds a step at the end that was made last.
  void append(const Event& event);

  // The step of a lane at `at` where the path goes on with another step: an existing fork from
  // there, or nowhere. Accesses in which the lane has a part are passed over.
  Position forked(Position at, const Event& event, unsigned lane);
  void fork(Position at, Position to);

  // A place from which no step was made yet, apart from all others.
  Position append_end();

  // Steps by the key of the event and of the lane's place. find() passes over accesses in which the
  // lane has a part: `key` is then the key of the next one.
  Position find(IterationKey& key, unsigned lane);
  void insert(IterationKey key, Position step);
  bool contains(IterationKey key) const { return slot_of(key) != nullptr; }

 private:
  struct Fork {
    Position to;
    std::uint32_t next;
  };
  // Entries of earlier generations are void.
  struct Slot {
    IterationKey key = 0;
    Position step = 0;
    std::uint32_t generation = 0;
  };

  const Slot* slot_of(IterationKey key) const;
  void grow();

  unsigned width_ = 0;
  IterationKey chain_ = 0;
  bool is_forked_ = false;
  std::vector<Step> steps_;
  std::vector<Fork> forks_;  // from 1 on
  std::vector<Row> rows_;
  std::vector<std::uintptr_t> addresses_;
  std::vector<Slot> slots_;  // a power of two, at least twice as many as are in use
  std::size_t used_slots_ = 0;
  std::uint32_t generation_ = 1;
};

}  // namespace hip_cpu::check
