// A thread of the checked block.
#pragma once

#include <hip_cpu/check.h>

#include <csetjmp>
#include <cstdint>
#include <vector>

#include "hip_cpu/check/code/call_sites.hpp"
#include "hip_cpu/check/shadow/happens_before.hpp"

namespace hip_cpu::check {

// A chain of calls. It gets its number when that is first asked for: most calls access no memory
// that is checked.
class Calls {
 public:
  void clear() {
    calls_.clear();
    context_ = 0;
  }
  void enter(const void* code) {
    calls_.push_back({code, 0});
    context_ = 0;
  }
  void leave() {
    if (calls_.empty()) return;
    calls_.pop_back();
    context_ = calls_.empty() ? 0 : calls_.back().context;
  }
  ContextId context(CallSites& sites) { return context_ != 0 ? context_ : number(sites); }

 private:
  struct Call {
    const void* code;
    ContextId context;  // 0: not asked for yet
  };

  [[gnu::noinline]] ContextId number(CallSites& sites) {
    std::size_t known = calls_.size();
    while (known > 0 && calls_[known - 1].context == 0) --known;
    ContextId context = known == 0 ? 0 : calls_[known - 1].context;
    for (; known < calls_.size(); ++known)
      context = calls_[known].context = sites.enter(context, calls_[known].code);
    return context_ = context;
  }

  ContextId context_ = 0;  // of the innermost call
  std::vector<Call> calls_;
};

// A thread's last call of a warp operation. number: among all such calls.
struct WarpCall {
  std::uint64_t number = 0, mask = 0;
  SiteId site = 0;
};

// The last index of the thread's that left its array's declared type: the finding that it became
// (null for none), the address after the call that met it, and its basic block.
struct IndexFault {
  hip_cpu_finding* finding = nullptr;
  const void* code = nullptr;
  std::uint64_t steps_left = 0;
};

// A plain read of the thread's that raced with an atomic operation: the finding that it became,
// null for none, and the value that it read.
struct GuessedValue {
  hip_cpu_finding* finding = nullptr;
  std::uintptr_t address = 0;
  unsigned bytes = 0;
  std::uint64_t value = 0;
};

// The bytes of a struct with pointers, or after a pointer, that belong to it.
inline constexpr unsigned most_of_struct = 1024;

// The properties of an atomic operation apart from its order. has_order: the order counts where the
// operation reads; otherwise a relaxed operation acquires at once all that was released.
struct AtomicScope {
  bool is_block = false, has_order = false;
};

// Members that each access and each basic block needs lie in one cache line.
struct alignas(64) Thread {
  std::uint32_t index = 0;               // in the block, x fastest
  Time time = 0;                         // of its accesses from now on
  Calls calls;                           // that it is in
  std::uint64_t steps_left = 0;          // basic blocks that it may yet run through
  bool exited = false, stopped = false;  // stopped: by a finding that it could not go on after
  SiteId waits_at = 0;          // of the barrier or warp operation that it waits in, 0 when it runs
  bool joined = false;          // the warp barrier that it leaves was accounted for by another lane
  const char* stack = nullptr;  // where it began
  const void* last_access = nullptr;  // its code
  Fence fence;                        // its last one
  Fence block_fence;                  // the last fence that orders for its block only
  Unfenced unfenced;
  AtomicScope scope;  // of its atomic operations
  WarpCall warp_call;
  IndexFault index_fault;
  GuessedValue guess;
  std::uint64_t left_at_yield = 0;  // of its steps, when it last let others run
  bool has_left_types = false;      // by an index: its writes may have hit its own stack
  std::uintptr_t wild_pointer = 0;  // read by it, the last that was reported; 0: none
  VectorClock clock;                // in addition to its block's clock
  std::jmp_buf end;                 // leaves the thread
};

}  // namespace hip_cpu::check
