#include "hip_cpu/check/entries/allocations.hpp"

#include "hip_cpu/check/detectors/api_errors.hpp"
#include "hip_cpu/check/entries/host_turn.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"
#include "hip_cpu/simt/allocator.hpp"

namespace hip_cpu::check {
namespace {

void* allocate(std::size_t bytes, int device) {
  const HostTurn turn;
  return first_machine->memory.allocate(bytes, device);
}

bool owns(const void* pointer) {
  return first_machine->memory.shadow().contains(reinterpret_cast<std::uintptr_t>(pointer));
}

bool free(const void* pointer) {
  if (!owns(pointer)) return false;
  const HostTurn turn;
  first_machine->memory.release(pointer);
  return true;
}

void submitted(const HostCopy& copy) {
  const HostTurn turn;
  ApiErrors::instance().copy(copy.from, copy.bytes, first_machine->memory);
  first_machine->host_copies.submit(copy);
}

void copied(const void* to, const void* from, std::size_t bytes) {
  const HostTurn turn;
  first_machine->memory.copy(to, from, bytes);
  first_machine->unset_copies.copied(to, from, bytes);
}

void filled(const void* to, std::size_t bytes) {
  const HostTurn turn;
  first_machine->memory.write(to, bytes);
}

}  // namespace

void install_allocator() {
  static const DeviceAllocator allocator = {allocate, free, owns, submitted, copied, filled};
  device_allocator = &allocator;
}

}  // namespace hip_cpu::check
