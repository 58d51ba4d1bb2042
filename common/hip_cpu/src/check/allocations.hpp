// What the host does with device memory, for the checker's records. Before checking was asked for,
// nothing of this does anything.
#pragma once

#include <cstddef>

namespace hip_cpu::check {

bool is_on();

// Memory whose addresses are never used again; null when there is none left.
void* allocate(std::size_t bytes);

// False when allocate() has not given the pointer out.
bool free(const void* pointer);

void copied(const void* to, const void* from, std::size_t bytes);
void filled(const void* to, std::size_t bytes);

}  // namespace hip_cpu::check
