#include "hip_cpu/check/memory/pending.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hip_cpu::check {

bool PendingReports::has_write(const void* code, std::uintptr_t address) const {
  return std::any_of(writes_.begin(), writes_.end(), [&](const PendingWrite& write) {
    return write.code == code && write.address == address;
  });
}

bool PendingReports::settle_writes() {
  if (writes_.empty()) return false;
  for (PendingWrite& write : writes_) {
    const void* now_there = reinterpret_cast<const void*>(write.address);
    if (std::memcmp(now_there, write.before.data(), write.before.size()) == 0)
      write.report.kind = HIP_CPU_RACE_SAME;
    findings_.add(write.report);
  }
  writes_.clear();
  return true;
}

void PendingReports::settle_reads(Time block_begin, Time last_barrier, bool launch_ends) {
  std::vector<PendingRead> kept;
  for (PendingRead& read : reads_) {
    bool is_race = false;
    if (read.memory->state(read.report.address) == written) {
      const Epoch write = read.memory->last_write(read.report.address);
      const bool both_atomic = write.atomic() && read.report.sides[0].access == HIP_CPU_ATOMIC;
      is_race = !both_atomic && (read.block_begin != block_begin ||
                                 (read.phase == last_barrier && !write.is_before(last_barrier) &&
                                  write.thread() != read.thread));
    } else if (!read.memory->shared() && !launch_ends) {
      kept.push_back(std::move(read));  // a later block may still write it
      continue;
    }
    if (!is_race) findings_.add(read.report);
  }
  reads_ = std::move(kept);
}

void PendingReports::forget_atomics(std::uintptr_t address, unsigned bytes, std::uint32_t thread,
                                    Time block_begin) {
  std::erase_if(reads_, [&](const PendingRead& read) {
    const bool is_of_another = read.thread != thread || read.block_begin != block_begin;
    return read.report.address - address < bytes && is_of_another &&
           read.report.sides[0].access == HIP_CPU_ATOMIC;
  });
}

void PendingReports::clear() {
  writes_.clear();
  reads_.clear();
}

}  // namespace hip_cpu::check
