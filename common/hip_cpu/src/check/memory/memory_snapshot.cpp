#include "hip_cpu/check/memory/memory_snapshot.hpp"

#include <hip_cpu/allocations.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace hip_cpu::check {

MemorySnapshot::MemorySnapshot(const DeviceMemory& device, Module& module) : module_(module) {
  for (const auto& [begin, array] : device.arrays())
    if (!array.freed) save(device.shadow(), array);
  for (const auto& [begin, array] : module.arrays())
    if (!array.shared) save(*module.data(), array);
  hip_cpu_visit_registered(
      [](void* saved, void* begin, std::uint64_t bytes) {
        const auto* first = static_cast<const unsigned char*>(begin);
        static_cast<std::vector<Saved>*>(saved)->push_back(
            {reinterpret_cast<std::uintptr_t>(begin), nullptr, {first, first + bytes}, {}});
      },
      &saved_);
}

std::uint64_t MemorySnapshot::bytes_of(const DeviceMemory& device) {
  std::uint64_t all = device.live_bytes();
  hip_cpu_visit_registered(
      [](void* sum, void*, std::uint64_t bytes) { *static_cast<std::uint64_t*>(sum) += bytes; },
      &all);
  return all;
}

void MemorySnapshot::save(ShadowMemory& memory, const Array& array) {
  const auto* first = reinterpret_cast<const unsigned char*>(array.begin);
  Saved& saved = saved_.emplace_back(Saved{array.begin, &memory, {first, first + array.bytes}, {}});
  for (std::size_t done = 0; done < array.bytes; done += part) {
    const std::size_t bytes = std::min(part, array.bytes - done);
    ByteStates::Saved states = memory.save_states(array.begin + done, bytes);
    if (bytes == part && std::ranges::count(states, states[0]) == std::ssize(states)) {
      states.resize(1);
      states.shrink_to_fit();
    }
    saved.states.push_back(std::move(states));
  }
}

bool MemorySnapshot::holds_what_is_in_memory() const {
  return std::all_of(saved_.begin(), saved_.end(),
                     [this](const Saved& saved) { return is_in_memory(saved); });
}

// Always true of variables that no kernel has written.
bool MemorySnapshot::is_in_memory(const Saved& saved) const {
  return std::memcmp(reinterpret_cast<const void*>(saved.begin), saved.bytes.data(),
                     saved.bytes.size()) == 0 ||
         (saved.memory && saved.memory == module_.data() &&
          !module_.is_written_by_kernels(saved.begin, saved.bytes.size()));
}

void MemorySnapshot::restore() const {
  for (const Saved& saved : saved_) {
    // Constants among a module's variables are write-protected.
    if (!is_in_memory(saved))
      std::memcpy(reinterpret_cast<void*>(saved.begin), saved.bytes.data(), saved.bytes.size());
    for (std::size_t i = 0; i < saved.states.size(); ++i) {
      const std::size_t bytes = std::min(part, saved.bytes.size() - i * part);
      ByteStates::Saved states = saved.states[i];
      states.resize((bytes + ByteStates::word - 1) / ByteStates::word, states[0]);
      saved.memory->restore_states(saved.begin + i * part, bytes, states);
    }
  }
}

}  // namespace hip_cpu::check
