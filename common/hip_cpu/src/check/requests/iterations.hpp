// The iterations of loops that a thread is in.
//
// -fsanitize-coverage=trace-pc announces basic blocks, and g++ -O0 lays a function's blocks out in
// the order of its source. A step back to an address that is not after the current one begins
// another iteration of the loop that starts there; the loop reaches to the last block from which a
// step back to its start was ever seen. Two threads with the same key are in the same calls, made
// in the same iterations. The first time that a thread leaves a loop by a `continue`, the following
// blocks are not yet known to belong to the loop.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "hip_cpu/check/code/code_range.hpp"

namespace hip_cpu::check {

using IterationKey = std::uint64_t;

inline IterationKey mix(IterationKey key, std::uint64_t value) {
  key = (key ^ value) * 0x9e3779b97f4a7c15u;
  return key ^ key >> 32;
}

// The loops of a module that any thread has run through: the last block of each, by the first.
using LoopEnds = std::unordered_map<std::uintptr_t, std::uintptr_t>;

class Iterations {
 public:
  // function_of(code) gives the function around an address.
  using FunctionOf = std::function<CodeRange(std::uintptr_t code)>;

  void clear() {
    frames_.clear();
    loops_.clear();
  }

  // A function is called at `call`; `code` is an address in it before its first block.
  void enter(std::uintptr_t code, std::uintptr_t call) {
    const IterationKey base = mix(key(), call);
    frames_.push_back({code, 0, {}, base, base, mix(chain(), call), loops_.size()});
  }

  void leave() {
    if (frames_.empty()) return;
    loops_.resize(frames_.back().first_loop);
    frames_.pop_back();
  }

  // A block begins at `code`.
  void block(std::uintptr_t code, LoopEnds& ends, const FunctionOf& function_of) {
    if (frames_.empty()) return;
    Frame& frame = frames_.back();
    if (code > frame.block && code <= frame.limit) {
      frame.block = code;
    } else if (Loop* loop = repeated(frame, code)) {
      frame.block = code;
      frame.key = mix(loop->around, ++loop->count);
    } else {
      jump(frame, code, ends, function_of);
    }
  }

  IterationKey key() const { return frames_.empty() ? 0 : frames_.back().key; }

  // The same for the chain of calls alone.
  IterationKey chain() const { return frames_.empty() ? 0 : frames_.back().chain; }

 private:
  struct Frame {
    std::uintptr_t block;    // the current one
    std::uintptr_t limit;    // forward to here, the key stays as it is
    CodeRange function;      // empty: not looked up yet
    IterationKey base, key;  // at the function's begin, and now
    IterationKey chain;
    std::size_t first_loop;  // of its loops in loops_
  };
  struct Loop {
    std::uintptr_t begin;
    std::uintptr_t* end;  // in LoopEnds
    std::uint64_t count;
    IterationKey around;  // key of the loop without its count, while the thread is in it
  };

  // The innermost loop, if a block at its begin is another iteration of it that brings nothing new.
  Loop* repeated(const Frame& frame, std::uintptr_t code) {
    if (code > frame.block || loops_.size() == frame.first_loop) return nullptr;
    Loop& loop = loops_.back();
    return loop.begin == code && frame.block <= *loop.end ? &loop : nullptr;
  }

  void jump(Frame& frame, std::uintptr_t code, LoopEnds& ends, const FunctionOf& function_of);
  void repeat(Frame& frame, std::uintptr_t code, LoopEnds& ends);

  std::vector<Frame> frames_;
  std::vector<Loop> loops_;  // per frame, ascending; includes loops that have ended
};

}  // namespace hip_cpu::check
