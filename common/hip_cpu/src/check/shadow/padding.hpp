// Padding: bytes of a struct that no member has, and that a copy of it reads all the same.
#pragma once

#include <cstdint>

#include "hip_cpu/check/shadow/shadow_memory.hpp"

namespace hip_cpu::check {

// The number of bytes from the unwritten one at address + first on that are padding, judged by the
// written bytes around them in an access of `bytes` bytes: up to the boundary that the next member
// needs. One to three bytes are padding if they follow a member whose length four does not divide;
// four bytes from there on only if eight of the struct's bytes were written at once, because a
// forgotten float looks the same. 0: none.
unsigned padding_at(ShadowMemory& memory, std::uintptr_t address, unsigned bytes, unsigned first);

}  // namespace hip_cpu::check
