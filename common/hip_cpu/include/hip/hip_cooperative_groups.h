// Cooperative groups: the threads of a block, of a tile of it, or of a branch, as an object that
// says who they are and that synchronizes them, votes and shuffles.
//
//   namespace cg = cooperative_groups;
//   const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
//   for (unsigned step = 8; step > 0; step /= 2) sum += tile.shfl_down(sum, step);
//
// A tile has 1, 2, 4, … threads of consecutive ranks and lies within a warp, so it is at most that
// wide; a coalesced group is the lanes that reach a call together. An operation of such a group
// concerns its lanes alone, wherever in the source each of them calls it. Lanes that have exited or
// that the block does not have take no part; reading from one gives the reader's own value.
//
// Only grid_group is larger than a block: other groups across blocks are not supported.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace hip_cpu {

// Lanes of one warp, one bit each.
using LaneSet = std::uint64_t;

inline constexpr unsigned widest_warp = 64;

constexpr bool is_tile_size(unsigned threads, unsigned warp) {
  return threads != 0 && (threads & (threads - 1)) == 0 && threads <= warp;
}

inline void check_tile_size(unsigned threads) {
  if (is_tile_size(threads, static_cast<unsigned>(warpSize))) return;
  std::fprintf(stderr,
               "hip_cpu: a partition into tiles of %u threads (a tile has 1, 2, 4, ... threads and "
               "lies within a warp, which has %d lanes), ask for such a number or set "
               "HIP_CPU_WARP_SIZE\n",
               threads, warpSize);
  std::abort();
}

inline unsigned lane_count(LaneSet lanes) {
  return static_cast<unsigned>(__builtin_popcountll(lanes));
}
inline unsigned first_lane(LaneSet lanes) { return static_cast<unsigned>(__builtin_ctzll(lanes)); }
constexpr LaneSet without_first(LaneSet lanes) { return lanes & (lanes - 1); }

constexpr LaneSet lanes_from(unsigned first, unsigned count) {
  return (~LaneSet{0} >> (widest_warp - count)) << first;
}

// A lane's rank in a set is the number of the set's lanes below it.
inline unsigned rank_of(unsigned lane, LaneSet lanes) {
  return lane_count(lanes & ((LaneSet{1} << lane) - 1));
}
inline LaneSet from_rank(unsigned rank, LaneSet lanes) {
  while (rank-- > 0) lanes = without_first(lanes);
  return lanes;
}

// The lanes of `lanes` at `count` ranks from `rank` on, or as many as there are.
inline LaneSet ranks_from(unsigned rank, unsigned count, LaneSet lanes) {
  const LaneSet from = from_rank(rank, lanes);
  return from & ~from_rank(count, from);
}

}  // namespace hip_cpu

namespace cooperative_groups {

// A group of any kind, without the operations that not all of them have.
class thread_group {
 public:
  unsigned size() const { return size_; }
  unsigned num_threads() const { return size_; }
  unsigned thread_rank() const {
    return is_block() ? hip_cpu::linear_thread_index() : hip_cpu::rank_of(__lane_id(), lanes_);
  }
  constexpr bool is_valid() const { return true; }
  void sync() const {
    if (is_block()) {
      __syncthreads();
    } else {
      __syncwarp(lanes_);
    }
  }

 protected:
  // No lanes stand for the whole block. A tile's lanes may be more than the block has.
  thread_group(unsigned size, hip_cpu::LaneSet lanes) : size_(size), lanes_(lanes) {}

  hip_cpu::LaneSet lanes() const { return lanes_; }

  // The lanes of the caller's tile when this group is cut into tiles of `threads`.
  hip_cpu::LaneSet tile_lanes(unsigned threads) const {
    hip_cpu::check_tile_size(threads);
    if (is_block()) return hip_cpu::lanes_from(__lane_id() & ~(threads - 1), threads);
    return hip_cpu::ranks_from(thread_rank() & ~(threads - 1), threads, lanes_);
  }

 private:
  bool is_block() const { return lanes_ == 0; }

  friend class lane_group;
  friend thread_group tiled_partition(const thread_group& parent, unsigned threads);

  unsigned size_;
  hip_cpu::LaneSet lanes_;
};

class thread_block : public thread_group {
 public:
  dim3 group_index() const { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  dim3 thread_index() const { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
  dim3 group_dim() const { return blockDim; }

 private:
  thread_block() : thread_group(blockDim.x * blockDim.y * blockDim.z, 0) {}

  friend thread_block this_thread_block();
};

inline thread_block this_thread_block() { return {}; }

// All threads of a grid. They can wait for each other if hipLaunchCooperativeKernel started the
// grid.
class grid_group {
 public:
  unsigned long long size() const { return num_blocks() * this_thread_block().size(); }
  unsigned long long num_threads() const { return size(); }
  unsigned long long thread_rank() const {
    return block_rank() * this_thread_block().size() + hip_cpu::linear_thread_index();
  }
  // A block waits for itself however it was started.
  bool is_valid() const { return num_blocks() == 1 || hip_cpu_is_cooperative() != 0; }
  void sync() const { num_blocks() == 1 ? __syncthreads() : hip_cpu_grid_barrier(); }

  dim3 group_dim() const { return gridDim; }
  dim3 dim_blocks() const { return gridDim; }
  dim3 block_index() const { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  unsigned long long num_blocks() const {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  unsigned long long block_rank() const {
    return blockIdx.x +
           static_cast<unsigned long long>(gridDim.x) * (blockIdx.y + gridDim.y * blockIdx.z);
  }

 private:
  grid_group() = default;

  friend grid_group this_grid();
};

inline grid_group this_grid() { return {}; }

// The base of tiles and coalesced groups; a kernel names one of these two.
class lane_group : public thread_group {
 public:
  // The group's number within its partition, and the number of groups in that partition.
  unsigned meta_group_rank() const { return meta_rank_; }
  unsigned meta_group_size() const { return meta_size_; }

  int any(int predicate) const { return __any_sync(lanes(), predicate); }
  int all(int predicate) const { return __all_sync(lanes(), predicate); }

 protected:
  explicit lane_group(hip_cpu::LaneSet lanes) : thread_group(hip_cpu::lane_count(lanes), lanes) {}
  lane_group(const thread_group& parent, unsigned threads)
      : lane_group(parent.tile_lanes(threads)) {
    meta_rank_ = parent.thread_rank() / threads;
    meta_size_ = (parent.size() + threads - 1) / threads;
  }

 private:
  unsigned meta_rank_ = 0, meta_size_ = 1;
};

// A tile whose size is part of its type. `Parent` is the group that was cut; a tile of any parent
// is a thread_block_tile<threads>.
template <unsigned threads, class Parent = void>
class thread_block_tile : public lane_group {
  static_assert(hip_cpu::is_tile_size(threads, hip_cpu::widest_warp),
                "a tile has 1, 2, 4, ... threads and lies within a warp, which has at most 64");

 public:
  template <class Other>
  thread_block_tile(const thread_block_tile<threads, Other>& same) : lane_group(same) {
    static_assert(std::is_void_v<Parent>, "a tile does not change what it was cut from");
  }

  static constexpr unsigned size() { return threads; }
  static constexpr unsigned num_threads() { return threads; }

  template <typename T>
  T shfl(T value, int rank) const {
    return __shfl_sync(lanes(), value, rank, threads);
  }
  template <typename T>
  T shfl_up(T value, unsigned delta) const {
    return __shfl_up_sync(lanes(), value, delta, threads);
  }
  template <typename T>
  T shfl_down(T value, unsigned delta) const {
    return __shfl_down_sync(lanes(), value, delta, threads);
  }
  template <typename T>
  T shfl_xor(T value, unsigned mask) const {
    return __shfl_xor_sync(lanes(), value, static_cast<int>(mask), threads);
  }

  // One bit a rank.
  unsigned long long ballot(int predicate) const {
    return __ballot_sync(lanes(), predicate) >> hip_cpu::first_lane(lanes());
  }

 private:
  explicit thread_block_tile(const thread_group& parent) : lane_group(parent, threads) {}

  template <unsigned count, class From>
  friend thread_block_tile<count, From> tiled_partition(const From& parent);
};

// Lanes of a warp that were together in one place of the source; they need not be neighbours.
class coalesced_group : public lane_group {
 public:
  template <typename T>
  T shfl(T value, int rank) const {
    return read(value, static_cast<unsigned>(rank) % size());
  }
  template <typename T>
  T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return read(value, delta <= rank ? rank - delta : rank);
  }
  template <typename T>
  T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return read(value, delta < size() - rank ? rank + delta : rank);
  }

  // One bit a rank.
  unsigned long long ballot(int predicate) const {
    const hip_cpu::LaneSet votes = __ballot_sync(lanes(), predicate);
    unsigned long long by_rank = 0, bit = 1;
    for (hip_cpu::LaneSet left = lanes(); left != 0; left = hip_cpu::without_first(left), bit <<= 1)
      if (votes >> hip_cpu::first_lane(left) & 1) by_rank |= bit;
    return by_rank;
  }

 private:
  explicit coalesced_group(hip_cpu::LaneSet lanes) : lane_group(lanes) {}
  coalesced_group(const coalesced_group& parent, unsigned threads) : lane_group(parent, threads) {}

  template <typename T>
  T read(T value, unsigned rank) const {
    const unsigned lane = hip_cpu::first_lane(hip_cpu::from_rank(rank, lanes()));
    return hip_cpu::shuffle(value, lane, lanes(), {});
  }

  friend coalesced_group coalesced_threads(hip_cpu::Site site);
  friend coalesced_group tiled_partition(const coalesced_group& parent, unsigned threads);
};

inline coalesced_group coalesced_threads(hip_cpu::Site site = hip_cpu::Site::here()) {
  return coalesced_group(__activemask(site));
}

namespace detail {

template <class Group>
inline constexpr unsigned tile_limit = 0;
template <>
inline constexpr unsigned tile_limit<thread_block> = hip_cpu::widest_warp;
template <unsigned threads, class Parent>
inline constexpr unsigned tile_limit<thread_block_tile<threads, Parent>> = threads;

}  // namespace detail

// The caller's tile of a block, or of a wider tile.
template <unsigned threads, class Parent>
thread_block_tile<threads, Parent> tiled_partition(const Parent& parent) {
  static_assert(detail::tile_limit<Parent> != 0,
                "tiled_partition<N> cuts a block or a tile, tiled_partition(group, N) any group");
  static_assert(threads <= detail::tile_limit<Parent> || detail::tile_limit<Parent> == 0,
                "a tile is at most as wide as its parent group and a warp");
  return thread_block_tile<threads, Parent>(parent);
}

// The same with a size known at run time: of a block, of a tile, or of a coalesced group, whose
// last tile may be smaller.
inline thread_group tiled_partition(const thread_group& parent, unsigned threads) {
  const hip_cpu::LaneSet lanes = parent.tile_lanes(threads);
  return {hip_cpu::lane_count(lanes), lanes};
}
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned threads) {
  return {parent, threads};
}

template <class Group>
void sync(const Group& group) {
  group.sync();
}
template <class Group>
unsigned thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
unsigned group_size(const Group& group) {
  return group.size();
}

}  // namespace cooperative_groups

#include <hip_cpu/restore_macros.hpp>
