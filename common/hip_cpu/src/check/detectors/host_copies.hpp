// Work that the host submits, as accesses to memory that kernels use: copies and fills, allocations
// and frees in the order of a stream, and accesses by functions that a stream calls. They race with
// launches and with each other where no stream, event or wait of the host orders them. The same
// file checks accesses to memory of other devices, which a launch may not touch without peer
// access.
//
// Bytes that the running launch must not touch carry a state that no plain access passes by, so
// nothing else pays for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <hip_cpu/launch.hpp>
#include <vector>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"
#include "hip_cpu/check/shadow/shadow_memory.hpp"
#include "hip_cpu/simt/allocator.hpp"

namespace hip_cpu::check {

class HostCopies {
 public:
  // Findings go to the machine.
  explicit HostCopies(Machine& machine) : machine_(machine) {}

  // Judges it against the launches and the copies before it.
  void submit(const HostCopy& copy);

  // An access by the host's own code, which is a part of `work`.
  struct HostAccess {
    std::uintptr_t address;
    std::size_t bytes;
    bool writes, is_atomic;
    const void* code;
    const StreamWork& work;
    bool is_of_stream;  // the work is a function that a stream calls
  };

  // Judges it in the same way, and says whether there was anything to report.
  bool judge(const HostAccess& access);

  // Keeps it, so that later work is judged against it.
  void keep(const HostAccess& access);

  // Whether everything before it is ordered with the work.
  bool all_are_before(const StreamWork& work);

  // Marks the memory that the launch must not touch, until end_launch().
  void begin_launch(const LaunchRequest& request, const StreamWork& work);
  void end_launch();

  // Whether the launch may touch all of device memory.
  bool forbids_nothing() const { return forbidden_.empty(); }

  // To be called for an access to device memory. False when it is one to another device's memory.
  bool admit(const Access& access);

 private:
  enum class Kind { copy, pool, access };
  struct Copy {
    HostCopy host{};  // no `to`: a read by the host's code
    SiteId site = 0;
    Kind kind = Kind::copy;
  };
  // An access that is judged. `site` is found when there is something to report.
  struct Touch {
    std::uintptr_t begin;
    std::size_t bytes;
    bool writes, is_atomic;
    Kind kind;
    const StreamWork& work;
    const void* code;
  };
  // A reason why a launch must not touch some bytes, or must not write them.
  struct Forbidden {
    std::uintptr_t begin;
    std::size_t bytes;
    bool allows_reads;
    const Copy* copy;  // null: they are another device's
    int owner;
    ShadowMemory* memory;
    ByteStates::Saved states;  // as they were
  };
  static constexpr std::size_t most = 1024;  // of very many copies the first count as over

  void forget_what_is_over();
  bool judge(const Touch& touch);
  bool judge_against_copies(const Touch& touch);
  bool judge_against_launches(const Touch& touch);
  void forbid(std::uintptr_t begin, std::size_t bytes, bool allows_reads, const Copy* copy,
              int owner);
  void report(const Touch& touch, std::uintptr_t address, const Report::Side& earlier,
              const char* detail);

  Machine& machine_;
  std::deque<Copy> copies_;
  std::vector<Forbidden> forbidden_;
  int device_ = 0;  // of the launch
};

}  // namespace hip_cpu::check
