// Groups the accesses of threads that run one after the other into the requests that a GPU's warps
// would make: accesses of a warp's lanes by the same instruction, in the same calls and the same
// iteration of each loop around it, with no block barrier between them, are one request.
//
// The calls and iterations of a lane are computed only where it leaves the path of the others
// (path.hpp): lanes that take the same steps are in the same ones.
#pragma once

#include <hip_cpu/check.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/requests/iterations.hpp"
#include "hip_cpu/check/requests/path.hpp"

namespace hip_cpu::check {

struct Request {
  SiteId site;
  hip_cpu_access access;
  bool shared;
  unsigned bytes;                   // that one lane accesses: at most 16, a power of two
  unsigned first_thread;            // of the warp: its number in the block
  unsigned width;                   // lanes of a warp
  std::uint64_t lanes;              // that take part, never 0
  const std::uintptr_t* addresses;  // by lane; defined for the lanes that take part

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
  // A warp's requests come in the order in which its first lane made them; requests without that
  // lane come last. The reference is valid during the call.
  virtual void take(const Request& request) = 0;
};

// One thread runs at a time: begin_thread() and run() say which. Its events are announced below.
class Requests {
 public:
  Requests(RequestSink& sink, Iterations::FunctionOf function_of)
      : sink_(sink), function_of_(std::move(function_of)) {}

  void begin_block(unsigned thread_count, unsigned width);
  void begin_thread(unsigned thread);
  void run(unsigned thread);

  // A thread waits at the block's barrier, or is done; the last one of its warp hands the warp's
  // requests over.
  void arrive(unsigned thread);
  void end_thread(unsigned thread);

  // A thread goes on after the barrier, when all have arrived.
  void resume(unsigned thread) { ++warps_[thread / width_].running; }

  // Hands over all that is left: at the end of a phase between barriers.
  void hand_over();

  // The running thread begins a basic block, calls a function (`code`: in it, before its first
  // block; `call`: the address to which it returns), or is about to leave one.
  void block(const void* code) {
    const Event event = Event::of(Event::block, reinterpret_cast<std::uintptr_t>(code));
    if (next_->event.word != event.word) [[unlikely]]
      diverge(event.word, 0);
    ++next_;
  }
  void enter(const void* code, const void* call) {
    const Event event = Event::of(Event::enter, reinterpret_cast<std::uintptr_t>(code),
                                  reinterpret_cast<std::uintptr_t>(call));
    if (next_->event != event) [[unlikely]]
      diverge(event.word, event.call);
    ++next_;
  }
  void leave() {
    if (next_->event.word != Event::leave) [[unlikely]]
      diverge(Event::leave, 0);
    ++next_;
  }

  // Adds an access of 1, 2, 4, 8 or 16 bytes. site() is asked for by the first lane of a request
  // only.
  template <typename SiteOf>
  void access(const void* code, hip_cpu_access access, bool shared, std::uintptr_t address,
              unsigned bytes, SiteOf&& site) {
    const Event event =
        Event::of_access(reinterpret_cast<std::uintptr_t>(code), access, shared, bytes);
    if (next_->event.word != event.word || *slot_ != Path::untouched) [[unlikely]]
      diverge_to_access(event.word, site);
    *slot_ = address;
    slot_ += width_;
    ++next_;
  }

  // Adds the copy of any number of bytes as accesses of at most `most` bytes each: a power of two
  // up to 16, as the copy's size and address allow.
  template <typename SiteOf>
  void access_range(const void* code, hip_cpu_access kind, bool shared, std::uintptr_t address,
                    std::size_t bytes, std::size_t most, SiteOf&& site) {
    const std::size_t piece = piece_of(address, bytes | most);
    for (std::size_t done = 0; done < bytes; done += piece)
      access(code, kind, shared, address + done, static_cast<unsigned>(piece), site);
  }

 private:
  struct Warp {
    std::unique_ptr<Path> path;  // null while no lane has done anything since the last barrier
    Iterations root;             // of lanes at the path's begin
    bool has_begun = false;      // the path's begin is not the kernel's begin
    unsigned running = 0;        // threads that have not arrived
  };
  struct Thread {
    Iterations iterations;     // at `known`
    Path::Position at = 0;     // in its warp's path, unless it runs; nowhere: not on it yet
    Path::Position known = 0;  // at or after the last step at which it left the path of other lanes
    bool is_rooted = true;     // its iterations are the warp's `root`
    bool is_alive = false;     // in the kernel
  };

  // The longest path of a warp: a lane that runs on for longer without a barrier is counted without
  // the others.
  static constexpr std::size_t most_rows = std::size_t{1} << 18;
  static constexpr std::size_t most_steps = std::size_t{1} << 21;

  // The number of paths that are kept as guesses, and their greatest length. A kernel has one for
  // each phase.
  static constexpr std::size_t most_guesses = 8, most_kept = std::size_t{1} << 16;

  // The largest power of two that divides both.
  static std::size_t piece_of(std::uintptr_t address, std::size_t bytes) {
    return std::size_t{1} << __builtin_ctzll(address | bytes);
  }

  // The running thread's event is not the next step of its path, or no lane has made it yet. Puts
  // next_ and slot_ before the event's step; returns the row of an access.
  Path::Row* diverge(std::uint64_t word, std::uintptr_t call);
  template <typename SiteOf>
  [[gnu::noinline]] void diverge_to_access(std::uint64_t word, SiteOf& site) {
    Path::Row& row = *diverge(word, 0);
    if (row.site == Path::no_site) row.site = site();
  }
  Path::Position find_step(Path::Position at, const Event& event);
  void index();
  Path::Position cut_guess();
  void catch_up(Warp& warp, Thread& thread, Path::Position to);
  void apply(Iterations& iterations, const Event& event);

  void put_down();  // saves the running thread's position
  void take_up(const Event& event);
  std::unique_ptr<Path> path_for(const Event& first);
  void set_place(Path::Position at);
  void hand_over(unsigned warp);
  void emit(unsigned warp);

  RequestSink& sink_;
  const Iterations::FunctionOf function_of_;
  LoopEnds loop_ends_;
  unsigned thread_count_ = 0;
  std::vector<Warp> warps_;
  std::vector<Thread> threads_;
  std::vector<std::unique_ptr<Path>> unused_;  // least recently used first

  // The running thread: the next step of the path that it is on, and where the address of the next
  // access goes.
  Thread* thread_ = nullptr;
  Warp* warp_ = nullptr;
  Path::Step nowhere_{};  // the step of a thread whose position was not restored yet
  Path::Step* next_ = &nowhere_;
  unsigned lane_ = 0;
  unsigned width_ = 32;
  std::uintptr_t* slot_ = nullptr;
};

}  // namespace hip_cpu::check
