// malloc, free, new and delete in checked kernels (<hip_cpu/checked.hpp>): an allocation of a
// kernel is an array in device memory, unwritten, and stays until it is freed. The host's calls of
// the same module go where they would have gone.
#include <cstdint>
#include <cstdlib>
#include <new>

#include "hip_cpu/check/entries/this_thread.hpp"

namespace hip_cpu::check {
namespace {

// Null when the memory is used up, as on a GPU.
void* allocate_in_kernel(Machine& machine, std::size_t bytes) {
  if (machine.worker.number != 0) machine.stop_launch();  // in which order would blocks get it?
  void* const pointer = machine.memory.allocate_in_launch(bytes);
  if (pointer) machine.memory.describe(pointer, bytes, "heap", false);
  return pointer;
}

// code: the address after the call.
bool free_in_kernel(const void* pointer, const void* code) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!first_machine || !first_machine->memory.shadow().contains(address)) return false;
  if (!active) {
    first_machine->memory.free(pointer);
    return true;
  }
  if (active->worker.number != 0) active->stop_launch();
  active->settle_writes();
  active->kernel_frees.free(address, code);
  return true;
}

}  // namespace
}  // namespace hip_cpu::check

using namespace hip_cpu::check;

extern "C" {

void* hip_cpu_checked_malloc(std::size_t bytes) {
  return active ? allocate_in_kernel(*active, bytes) : std::malloc(bytes);
}
void hip_cpu_checked_free(void* pointer) {
  if (!free_in_kernel(pointer, __builtin_return_address(0))) std::free(pointer);
}
void* hip_cpu_checked_new(std::size_t bytes) {
  return active ? allocate_in_kernel(*active, bytes) : ::operator new(bytes);
}
void hip_cpu_checked_delete(void* pointer) noexcept {
  if (!free_in_kernel(pointer, __builtin_return_address(0))) ::operator delete(pointer);
}

}  // extern "C"
