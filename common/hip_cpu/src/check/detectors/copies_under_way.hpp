// Accesses to bytes that a copy in flight has not brought yet.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

// To be called for an access to shared memory while copies are in flight.
void check_copies(Machine& machine, ShadowMemory& memory, const Access& access);

}  // namespace hip_cpu::check
