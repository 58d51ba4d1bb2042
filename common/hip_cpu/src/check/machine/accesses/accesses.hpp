// The judgement of one access by the running thread.
//
// As in ThreadSanitizer (Serebryany et al., RV 2011) a shadow cell has room for a fixed number of
// epochs, and the compiler's instrumentation is the one made for it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hip_cpu/check/machine/machine.hpp"

#define HIP_CPU_LOCAL __attribute__((visibility("hidden")))

namespace hip_cpu::check {

using Address = std::uintptr_t;

enum class Kind { read, write, atomic };

constexpr hip_cpu_access access_of(Kind kind) {
  return kind == Kind::read ? HIP_CPU_READ : kind == Kind::write ? HIP_CPU_WRITE : HIP_CPU_ATOMIC;
}

// An access, as one call of the instrumentation announces it.
struct Step {
  Address address;
  unsigned bytes;
  Kind kind;
  const void* code;
  bool has_alignment;     // the instruction needs a multiple of its size
  bool reads;             // it makes something of what is there
  bool of_block = false;  // an atomic operation that stores and is one to its block only
  unsigned at_once = 16;  // of a copy: bytes that a GPU moves by one access at most, a power of two

  SiteId site() const { return machine->site(code); }
};

// A report with the step as its only side.
Report report_of(hip_cpu_finding_kind kind, const Step& step);

// True on the stack of the running thread and of a built-in variable or parameter: nothing to be
// checked.
HIP_CPU_LOCAL bool is_private(Address address);

HIP_CPU_LOCAL void check(const Step& step);
HIP_CPU_LOCAL void check_range(Address address, std::size_t bytes, Kind kind, const void* code,
                               unsigned at_once = 16);

// The same for an aligned read or write of one word or more, which most accesses are.
template <Kind kind, unsigned bytes>
HIP_CPU_LOCAL void check_words(Address address, const void* code);

// Hands the copy of some bytes to the observers of requests.
inline void request_range(const ShadowMemory& memory, Address address, std::size_t bytes,
                          unsigned at_once, hip_cpu_access access, const void* code) {
  requests->access_range(code, access, memory.shared(), address, bytes, at_once,
                         [code] { return machine->site(code); });
}

template <unsigned bytes>
[[gnu::noinline]] void request_words(const ShadowMemory& memory, Address address,
                                     hip_cpu_access access, const void* code) {
  requests->access(code, access, memory.shared(), address, bytes,
                   [code] { return machine->site(code); });
}

template <unsigned bytes>
inline void read_words(Address address, const void* code) {
  const ShadowMemory* const memory = active->reads.memory_of_repeated<bytes>(address);
  if (!memory) return check_words<Kind::read, bytes>(address, code);
  if (requests) request_words<bytes>(*memory, address, HIP_CPU_READ, code);
}

}  // namespace hip_cpu::check
