#include "hip_cpu/check/machine/schedules/memory_snapshot.hpp"

#include <algorithm>
#include <cstring>

namespace hip_cpu::check {

MemorySnapshot::MemorySnapshot(const DeviceMemory& device, Module& module) {
  for (const auto& [begin, array] : device.arrays())
    if (!array.freed) save(device.shadow(), array);
  for (const auto& [begin, array] : module.arrays())
    if (!array.shared) save(*module.data(), array);
}

void MemorySnapshot::save(ShadowMemory& memory, const Array& array) {
  const auto* first = reinterpret_cast<const unsigned char*>(array.begin);
  saved_.push_back({array.begin,
                    &memory,
                    {first, first + array.bytes},
                    memory.save_states(array.begin, array.bytes)});
}

bool MemorySnapshot::holds_what_is_in_memory() const {
  return std::all_of(saved_.begin(), saved_.end(), [](const Saved& saved) {
    return std::memcmp(reinterpret_cast<const void*>(saved.begin), saved.bytes.data(),
                       saved.bytes.size()) == 0;
  });
}

void MemorySnapshot::restore() const {
  for (const Saved& saved : saved_) {
    void* const to = reinterpret_cast<void*>(saved.begin);
    // Constants among a module's variables are write-protected.
    if (std::memcmp(to, saved.bytes.data(), saved.bytes.size()) != 0)
      std::memcpy(to, saved.bytes.data(), saved.bytes.size());
    saved.memory->restore_states(saved.begin, saved.bytes.size(), saved.states);
  }
}

}  // namespace hip_cpu::check
