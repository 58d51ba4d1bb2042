// The access event: one call of the instrumentation, which detectors read.
#pragma once

#include <hip_cpu/check.h>

#include <cstdint>

namespace hip_cpu::check {

using Address = std::uintptr_t;

enum class Kind { read, write, atomic };

// The kind as the interface names it.
constexpr hip_cpu_access access_of(Kind kind) {
  return kind == Kind::read ? HIP_CPU_READ : kind == Kind::write ? HIP_CPU_WRITE : HIP_CPU_ATOMIC;
}

// An access by the running thread. It is announced before it is made.
struct Access {
  Address address;
  unsigned bytes;
  Kind kind;
  const void* code;       // the address after the call that announces it
  bool has_alignment;     // the instruction needs a multiple of its size
  bool reads;             // it uses the value
  bool of_block = false;  // an atomic operation that stores and is one to its block only
  unsigned at_once = 16;  // of a copy: bytes that a GPU moves by one access at most, a power of two
  bool is_load = false;   // an atomic operation that changes nothing

  bool only_reads() const { return kind == Kind::read || is_load; }
};

}  // namespace hip_cpu::check
