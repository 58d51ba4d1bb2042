// One access by the running thread, as the detectors that read accesses are asked about it.
//
// As in ThreadSanitizer (Serebryany et al., RV 2011), a shadow cell has room for a fixed number of
// epochs. The compiler's instrumentation is ThreadSanitizer's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hip_cpu/check/detectors/checked_machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

// Asks all detectors about the access, and tells the observers.
void check(CheckedMachine& machine, const Access& access);

// Asks only whether the access to one word of shared memory races, which stands for the
// initialisation or the use of a barrier. It is not the kernel's own, so nobody counts it.
void check_order_of_barrier(CheckedMachine& machine, const Access& access);

// The same as check() for any number of bytes. at_once: as of an Access.
void check_range(CheckedMachine& machine, Address address, std::size_t bytes, Kind kind,
                 const void* code, unsigned at_once = 16);

// The same for an aligned read or write of one word or more, which most accesses are.
template <Kind kind, unsigned bytes>
void check_words(CheckedMachine& machine, Address address, const void* code);

// Hands the copy of some bytes to the observers of requests; there must be some.
inline void request_range(Machine& machine, const ShadowMemory& memory, Address address,
                          std::size_t bytes, unsigned at_once, hip_cpu_access access,
                          const void* code) {
  machine.requests->access_range(code, access, memory.shared(), address, bytes, at_once,
                                 [&] { return machine.site(code); });
}

// The same for one access.
template <unsigned bytes>
[[gnu::noinline]] void request_words(Machine& machine, const ShadowMemory& memory, Address address,
                                     hip_cpu_access access, const void* code) {
  machine.requests->access(code, access, memory.shared(), address, bytes,
                           [&] { return machine.site(code); });
}

// Tells the observers of a read while copies go on that its thread has begun.
inline void read_beside_copies(Machine& machine, const ShadowMemory& memory, const void* code) {
  if (memory.shared() && machine.block.copies.has_any_of(machine.current->index))
    machine.observers.tell(&LaunchObserver::read_beside_copies, machine.site(code));
}

// check_words() of a read; most reads repeat a read that was checked.
template <unsigned bytes>
inline void read_words(CheckedMachine& machine, Address address, const void* code) {
  const ShadowMemory* const memory = machine.reads.memory_of_repeated<bytes>(address);
  if (!memory) return check_words<Kind::read, bytes>(machine, address, code);
  if (!machine.requests) return;
  request_words<bytes>(machine, *memory, address, HIP_CPU_READ, code);
  read_beside_copies(machine, *memory, code);
}

}  // namespace hip_cpu::check
