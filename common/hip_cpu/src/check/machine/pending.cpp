#include "hip_cpu/check/machine/pending.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "hip_cpu/check/machine/machine.hpp"

namespace hip_cpu::check {

bool PendingReports::has_write(const void* code, std::uintptr_t address) const {
  return std::any_of(writes_.begin(), writes_.end(), [&](const PendingWrite& write) {
    return write.code == code && write.address == address;
  });
}

void PendingReports::settle_writes() {
  for (PendingWrite& write : writes_) {
    const void* now_there = reinterpret_cast<const void*>(write.address);
    if (std::memcmp(now_there, write.before.data(), write.before.size()) == 0)
      write.report.kind = HIP_CPU_RACE_SAME;
    machine_.findings.add(write.report);
  }
  if (writes_.empty()) return;
  writes_.clear();
  machine_.filter_reads();
}

void PendingReports::settle_reads(bool launch_ends) {
  const BlockState& block = machine_.block;
  std::vector<PendingRead> kept;
  for (PendingRead& read : reads_) {
    bool is_race = false;
    if (read.memory->state(read.report.address) == written) {
      const Epoch write = read.memory->last_write(read.report.address);
      const bool both_atomic = write.atomic() && read.report.sides[0].access == HIP_CPU_ATOMIC;
      is_race =
          !both_atomic && (read.block_begin != block.begin ||
                           (read.phase == block.last_barrier &&
                            !write.is_before(block.last_barrier) && write.thread() != read.thread));
    } else if (!read.memory->shared() && !launch_ends) {
      kept.push_back(std::move(read));  // a later block may still write it
      continue;
    }
    if (!is_race) machine_.findings.add(read.report);
  }
  reads_ = std::move(kept);
}

void PendingReports::forget_atomics(std::uintptr_t address, unsigned bytes) {
  const auto is_of_another = [&](const PendingRead& read) {
    return read.thread != machine_.current->index || read.block_begin != machine_.block.begin;
  };
  std::erase_if(reads_, [&](const PendingRead& read) {
    return read.report.address - address < bytes && is_of_another(read) &&
           read.report.sides[0].access == HIP_CPU_ATOMIC;
  });
}

void PendingReports::clear() {
  writes_.clear();
  reads_.clear();
}

}  // namespace hip_cpu::check
