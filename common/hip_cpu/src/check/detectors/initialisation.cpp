#include "hip_cpu/check/detectors/initialisation.hpp"

#include <cstring>

#include "hip_cpu/check/execution/reports.hpp"
#include "hip_cpu/check/shadow/padding.hpp"

namespace hip_cpu::check {
namespace {

// Whether memory still has the bytes of its allocation: then unchecked blocks have not written it
// either. Compares whole words, because a byte may be equal by chance.
bool is_as_allocated(const Access& access) {
  using Word = std::uint64_t;
  Word untouched;
  std::memset(&untouched, poison, sizeof untouched);
  for (Address at = access.address & ~(sizeof(Word) - 1); at < access.address + access.bytes;
       at += sizeof(Word)) {
    Word there;
    std::memcpy(&there, reinterpret_cast<const void*>(at), sizeof there);
    if (there != untouched) return false;
  }
  return true;
}

void find_unwritten(Machine& machine, const Array& array) {
  ShadowMemory& shadow = machine.memory.shadow();
  Report report = report_of(machine, HIP_CPU_UNWRITTEN);
  report.array = &array;
  for (std::size_t i = 0; i < array.bytes; ++i) {
    if (shadow.is_written(array.begin + i)) continue;
    report.address = array.begin + i;
    machine.findings.add(report);
  }
}

}  // namespace

void read_unwritten(Machine& machine, ShadowMemory& memory, const Access& access) {
  unsigned first = 0;
  while (first < access.bytes && memory.is_written(access.address + first)) ++first;
  while (first < access.bytes)
    if (const unsigned padding = padding_at(memory, access.address, access.bytes, first)) {
      first += padding;
      while (first < access.bytes && memory.is_written(access.address + first)) ++first;
    } else {
      break;
    }
  if (first == access.bytes || !machine.pending.takes_reads()) return;
  if (!memory.shared() && machine.others_may_have_written() &&
      (machine.sampling.asked.runs_others == 0 || !is_as_allocated(access)))
    return;
  Report report = report_of(machine, HIP_CPU_UNINITIALISED, access);
  report.address = access.address + first;
  report.array = array_at(machine, memory, report.address);
  machine.pending.add(PendingRead{report, &memory, machine.current->index, machine.block.begin,
                                  machine.block.last_barrier});
}

void find_unwritten_outputs(Machine& machine) {
  // A stopped thread has not made its remaining writes.
  if (machine.any_stopped || machine.sampling.in_all != 0) return;
  for (const auto& [allocation, array] : machine.memory.arrays())
    if (array.output && !array.freed) find_unwritten(machine, array);
}

}  // namespace hip_cpu::check
