// The meetings of a warp's lanes: the common part of shuffles, votes and __syncwarp.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <hip_cpu/warp_functions.hpp>
#include <vector>

namespace hip_cpu {

class Block;
struct Suspended;

enum class WarpOperation : unsigned char { shuffle, vote, barrier };

// Lanes that exchange values in one operation: the lanes at one site, or the lanes in one mask.
struct Meeting {
  Site site;               // of the first lane; without a mask, of all
  std::uint64_t mask;      // 0 for a meeting at a site
  std::uint64_t expected;  // lanes that exist and may come
  std::uint64_t arrived;
  std::uint64_t votes;
  WarpOperation operation;  // of the first lane
  unsigned first, other;    // lanes by number: the first one, and the first with another operation
  Site other_site;
  bool is_mixed;    // there is one
  unsigned unread;  // lanes that have not taken their result
  std::array<std::uint64_t, 64> value;
  std::array<Suspended*, 64> waiting;

  // Then all its lanes except the caller still wait in it.
  bool is_read_by_nobody() const {
    return unread == static_cast<unsigned>(__builtin_popcountll(arrived));
  }
};

class Warps {
 public:
  // The calling lane deposits a value and a vote, waits for the others and gets the meeting, to
  // read from it and to leave it then.
  Meeting& meet(Block& block, std::uint64_t value, bool vote, std::uint64_t mask, Site site,
                WarpOperation operation);
  void leave(Meeting& meeting);

  // To be called when no thread of the block can run: completes, in every warp, the masked meetings
  // that lack only exited lanes, or else the meeting at the earliest line. True when that has woken
  // a lane.
  bool release_incomplete(Block& block);

  bool any_waiting() const { return open_count_ != 0; }

 private:
  using Open = std::vector<Meeting*>;

  Meeting& find_or_open(Open& open, std::uint64_t mask, Site site, std::uint64_t expected);
  void close(Block& block, Open& open, Meeting& meeting);
  bool release_masked(Block& block, Open& open, std::uint64_t at_barrier);
  bool release_earliest_site(Block& block, Open& open);

  std::array<Open, 32> open_;  // by warp: 1024 threads are at most 32 of them
  unsigned open_count_ = 0;
  std::deque<Meeting> meetings_;
  std::vector<Meeting*> unused_;
};

}  // namespace hip_cpu
