#include "hip_cpu/api/allocation_table.hpp"

#include <hip_cpu/config.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "hip_cpu/simt/allocator.hpp"

namespace hip_cpu {
namespace {

constexpr std::size_t alignment = 256;

void* allocate_bytes(std::size_t bytes, int device) {
  if (device_allocator) return device_allocator->allocate(bytes, device);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

// Memory from before the allocator was installed is the heap's.
void free_bytes(void* pointer) {
  if (!device_allocator || !device_allocator->free(pointer)) std::free(pointer);
}

// HIPPUZZLE_CPU_DEVICE_MIB, of each device; 0 where it is not set to a number.
std::size_t memory_by_environment() {
  const char* text = std::getenv("HIPPUZZLE_CPU_DEVICE_MIB");
  constexpr std::size_t most = std::size_t{1} << 30;
  const std::size_t mebibytes = text != nullptr ? std::strtoul(text, nullptr, 10) : 0;
  return mebibytes <= most ? mebibytes << 20 : 0;
}

}  // namespace

std::size_t device_memory() {
  static const std::size_t by_user = memory_by_environment();
  if (by_user != 0) return by_user;
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                            static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes / static_cast<unsigned>(hip_cpu_device_count());
}

// Never destroyed: host threads may free memory while the program ends.
AllocationTable& AllocationTable::instance() {
  static auto* table = new AllocationTable;
  return *table;
}

void* AllocationTable::allocate(std::size_t bytes, MemoryKind kind, unsigned flags) {
  const int device = current_device();
  const std::lock_guard lock(mutex_);
  if (bytes > device_memory() - std::min(allocated_[device], device_memory())) return nullptr;
  auto* begin =
      static_cast<char*>(allocate_bytes(bytes, kind == MemoryKind::device ? device : no_device));
  if (!begin) return nullptr;
  allocations_.emplace(begin, Allocation{begin, bytes, kind, flags, device});
  // The host may write this memory directly, which the allocator does not hear of.
  if (kind != MemoryKind::device && device_allocator) device_allocator->filled(begin, bytes);
  allocated_[device] += bytes;
  return begin;
}

bool AllocationTable::free(void* pointer, bool (*accepts)(MemoryKind)) {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.find(static_cast<const char*>(pointer));
  if (found == allocations_.end() || !accepts(found->second.kind)) return false;
  allocated_[found->second.device] -= found->second.bytes;
  free_bytes(found->second.begin);
  allocations_.erase(found);
  return true;
}

void AllocationTable::free_all_but_host(int device) {
  const std::lock_guard lock(mutex_);
  for (auto next = allocations_.begin(); next != allocations_.end();) {
    const auto allocation = next++;
    if (allocation->second.kind == MemoryKind::host || allocation->second.device != device)
      continue;
    allocated_[device] -= allocation->second.bytes;
    free_bytes(allocation->second.begin);
    allocations_.erase(allocation);
  }
}

std::optional<Allocation> AllocationTable::find(const void* pointer) const {
  const auto* address = static_cast<const char*>(pointer);
  const std::lock_guard lock(mutex_);
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return std::nullopt;
  const Allocation& allocation = std::prev(after)->second;
  if (address >= allocation.begin + allocation.bytes) return std::nullopt;
  return allocation;
}

bool AllocationTable::contains_or_ignores(const void* pointer, std::size_t bytes) const {
  const auto allocation = find(pointer);
  if (!allocation) return true;
  const auto offset =
      static_cast<std::size_t>(static_cast<const char*>(pointer) - allocation->begin);
  return bytes <= allocation->bytes - offset;
}

std::size_t AllocationTable::allocated_bytes(int device) const {
  const std::lock_guard lock(mutex_);
  return allocated_[device];
}

}  // namespace hip_cpu
