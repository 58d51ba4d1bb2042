// The requests that a GPU's warps would make of memory, from the accesses of threads that run one
// after the other: those of a warp's lanes by the same instruction, in the same calls and the same
// iteration of each loop around it, with no block barrier between them, are one request.
#pragma once

#include <hip_cpu/check.h>

#include <cstdint>
#include <vector>

#include "iterations.hpp"
#include "sites.hpp"

namespace hip_cpu::check {

struct Request {
  SiteId site;
  hip_cpu_access access;
  bool shared;
  unsigned bytes;                   // that one lane accesses: at most 16, a power of two
  unsigned first_thread;            // of the warp: its number in the block
  unsigned width;                   // lanes of a warp
  std::uint64_t lanes;              // that take part, never 0
  const std::uintptr_t* addresses;  // by lane; of those that take part

  template <typename Visit>
  void for_each_lane(Visit&& visit) const {  // visit(lane, address)
    for (std::uint64_t left = lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
      visit(lane, addresses[lane]);
    }
  }
};

class RequestSink {
 public:
  virtual ~RequestSink() = default;
  // Requests of a warp come in the order in which its first lane made them, those that it took no
  // part in behind. The reference is valid during the call.
  virtual void take(const Request& request) = 0;
};

class Requests {
 public:
  explicit Requests(RequestSink& sink) : sink_(sink) {}

  void begin_block(unsigned thread_count, unsigned width);
  void begin_thread(unsigned thread) { threads_[thread].iterations.clear(); }

  // A thread waits at the block's barrier, or has left the kernel; the last one of its warp hands
  // the warp's requests over.
  void arrive(unsigned thread);

  // A thread goes on behind the barrier, when all have arrived.
  void resume(unsigned thread) { ++warps_[thread / width_].running; }

  // Hands over all that is left.
  void end_block();

  Iterations& iterations(unsigned thread) { return threads_[thread].iterations; }

  // One access of a thread. site() is asked for by the first lane of a request only. Those of more
  // than 16 bytes, or of no power of two, are several requests.
  template <typename SiteOf>
  void add(unsigned thread, const void* code, hip_cpu_access access, bool shared,
           std::uintptr_t address, std::size_t bytes, SiteOf&& site) {
    const IterationKey key =
        mix(threads_[thread].iterations.key(),
            reinterpret_cast<std::uintptr_t>(code) * 8 + access * 2 + (shared ? 1 : 0));
    if (is_piece(bytes)) return add_piece(thread, key, access, shared, address, bytes, site);
    const std::size_t piece = piece_of(address, bytes);
    for (std::size_t done = 0; done < bytes; done += piece)
      add_piece(thread, mix(key, done * 32 + piece), access, shared, address + done, piece, site);
  }

  LoopEnds& loop_ends() { return loop_ends_; }

 private:
  struct Head {
    IterationKey key;
    std::uint64_t lanes;
    SiteId site;
    std::uint8_t access, shared, bytes;
  };
  // Where a key is in a warp's list; entries of earlier generations are void.
  struct Slot {
    IterationKey key = 0;
    std::uint32_t index = 0, generation = 0;
  };
  struct Warp {
    std::vector<Head> heads;
    std::vector<std::uintptr_t> addresses;  // `width` for each head
    std::vector<Slot> slots;                // a power of two, at least twice as many as heads
    std::uint32_t generation = 1;
    unsigned running = 0;
  };
  struct Thread {
    Iterations iterations;
    std::size_t next = 0;  // behind the head that it took part in last
  };
  static constexpr std::size_t none = ~std::size_t{0};

  // What a warp may hold back: a lane that runs on for longer without a barrier is counted without
  // the others.
  static constexpr std::size_t most_pending = std::size_t{1} << 18;

  static bool is_piece(std::size_t bytes) { return bytes <= 16 && (bytes & (bytes - 1)) == 0; }

  // The largest power of two up to 16 that divides both.
  static std::size_t piece_of(std::uintptr_t address, std::size_t bytes) {
    return std::size_t{1} << __builtin_ctzll(address | bytes | 16);
  }

  template <typename SiteOf>
  void add_piece(unsigned thread, IterationKey key, hip_cpu_access access, bool shared,
                 std::uintptr_t address, std::size_t bytes, SiteOf&& site) {
    Thread& state = threads_[thread];
    Warp& warp = warps_[thread / width_];
    const unsigned lane = thread % width_;
    const std::uint64_t bit = std::uint64_t{1} << lane;
    std::size_t at = state.next;
    if (at >= warp.heads.size() || warp.heads[at].key != key || (warp.heads[at].lanes & bit) != 0) {
      at = find(warp, key, bit);
      if (at == none)
        at = append(thread / width_,
                    {key, 0, site(), static_cast<std::uint8_t>(access),
                     static_cast<std::uint8_t>(shared), static_cast<std::uint8_t>(bytes)});
    }
    warp.heads[at].lanes |= bit;
    warp.addresses[at * width_ + lane] = address;
    state.next = at + 1;
  }

  // The head with the key in which the lane has no part yet; `key` becomes that of the next one
  // when it has, as in a loop that is made of jumps.
  std::size_t find(const Warp& warp, IterationKey& key, std::uint64_t bit) const;
  std::size_t append(unsigned warp, const Head& head);
  static void insert(Warp& warp, IterationKey key, std::size_t index);
  void hand_over(unsigned warp);
  void clear(unsigned warp);

  RequestSink& sink_;
  unsigned width_ = 32, thread_count_ = 0;
  std::vector<Warp> warps_;
  std::vector<Thread> threads_;
  LoopEnds loop_ends_;
};

}  // namespace hip_cpu::check
