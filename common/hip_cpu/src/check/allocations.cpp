#include "allocations.hpp"

#include "grid.hpp"

namespace hip_cpu::check {

bool is_on() { return first_grid != nullptr; }

void* allocate(std::size_t bytes) { return first_grid->memory.allocate(bytes); }

bool free(const void* pointer) {
  if (!first_grid ||
      !first_grid->memory.region().contains(reinterpret_cast<std::uintptr_t>(pointer)))
    return false;
  first_grid->memory.free(pointer);
  return true;
}

void copied(const void* to, const void* from, std::size_t bytes) {
  if (first_grid) first_grid->memory.copy(to, from, bytes);
}

void filled(const void* to, std::size_t bytes) {
  if (first_grid) first_grid->memory.write(to, bytes);
}

}  // namespace hip_cpu::check
