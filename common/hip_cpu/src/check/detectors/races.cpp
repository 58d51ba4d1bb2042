#include "hip_cpu/check/detectors/races.hpp"

#include <algorithm>

#include "hip_cpu/check/execution/guessed_values.hpp"
#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

// Adds the access to the other accesses in the cell's history; the cell stays one of this launch.
void remember(Machine& machine, ShadowMemory& memory, ShadowCell& cell, AccessSet& accesses,
              const Epoch& kept, const Access& access) {
  accesses.add(kept, machine.block.begin, [&](const Epoch& earlier) {
    return machine.happened_before(earlier, access.address, memory.shared());
  });
  const std::uint32_t number = cell.reads[1].history_number();
  cell.reads[1] = Epoch::history(std::max(cell.reads[1].time(), kept.time()), number);
}

// Races with the accesses that did not happen before: one for each place in the source.
void race_with(Machine& machine, const AccessSet& accesses, const ShadowMemory& memory,
               const Access& access, hip_cpu_access earlier_access, SiteId reported) {
  const auto are_atomic_to_each_other =
      earlier_access == HIP_CPU_READ ? is_atomic_to_load : are_atomic;
  for (const Epoch& earlier : accesses) {
    if (earlier.site() == reported ||
        are_atomic_to_each_other(machine, access, earlier, memory.shared()) ||
        machine.happened_before(earlier, access.address, memory.shared()))
      continue;
    race(machine, memory, access, earlier, earlier_access);
    reported = earlier.site();
  }
}

constexpr SiteId no_site = ~SiteId{0};

}  // namespace

void race(Machine& machine, const ShadowMemory& memory, const Access& access, const Epoch& earlier,
          hip_cpu_access earlier_access) {
  // A block that does not run may lie between the two, and with it the operations that order them.
  if (machine.launch.is_sampled && machine.sampling.asked.runs_others == 0 &&
      machine.block.has_synchronised && earlier.is_before(machine.block.begin))
    return;
  Report report = report_of(machine, HIP_CPU_RACE, access);
  report.array = array_at(machine, memory, access.address);
  report.side_count = 2;
  report.sides[1] = side_of(machine, earlier, earlier_access);
  if (access.kind == Kind::atomic && earlier.atomic()) report.detail = "scope";
  if (!memory.shared() && earlier.is_before(machine.launch.begin)) report.detail = "launches";
  if (machine.block.judges_barrier) report.detail = "barrier";
  report.between_blocks = earlier.is_before(machine.block.begin);
  report.after_barrier = machine.block.met_barrier;
  if (access.kind == Kind::write)
    machine.pending.forget_atomics(access.address, access.bytes, machine.current->index,
                                   machine.block.begin);
  const bool two_writes = access.kind == Kind::write && earlier_access == HIP_CPU_WRITE &&
                          !earlier.atomic() && access.bytes <= PendingWrite::most_bytes;
  if (two_writes) {
    // A wide access meets the same earlier one in each of its words.
    if (machine.pending.has_write(access.code, access.address)) return;
    const auto* before = reinterpret_cast<const unsigned char*>(access.address);
    machine.pending.add({report, access.address, {before, before + access.bytes}, access.code});
    machine.reads.turn_off();
    return;
  }
  hip_cpu_finding* const finding = machine.findings.add(report);
  if (finding && access.kind == Kind::read && earlier.atomic())
    guess_value(machine, access, *finding);
}

void judge_by_history(Machine& machine, ShadowMemory& memory, ShadowCell& cell,
                      AccessHistory& history, const Access& access) {
  const bool atomic = access.kind == Kind::atomic, was_atomic = cell.write.atomic();
  const bool is_ordered = machine.happened_before(cell.write, access.address, memory.shared());
  if (!is_ordered && !are_atomic(machine, access, cell.write, memory.shared()))
    race(machine, memory, access, cell.write, HIP_CPU_WRITE);
  if (!atomic || access.of_block)
    race_with(machine, history.atomics, memory, access, HIP_CPU_ATOMIC,
              is_ordered ? no_site : cell.write.site());
  if (access.only_reads())
    return remember(machine, memory, cell, history.reads, epoch_of(machine, access), access);
  race_with(machine, history.reads, memory, access, HIP_CPU_READ, no_site);
  if (atomic) {
    if (was_atomic && !is_ordered)
      remember(machine, memory, cell, history.atomics, cell.write, access);
  } else {
    // Accesses that it did not race with happened before it.
    memory.histories().drop(cell.reads[1].history_number());
    cell.reads[0] = cell.reads[1] = {};
  }
  cell.write = epoch_of(machine, access);
}

void begin_history_of_reads(Machine& machine, ShadowMemory& memory, ShadowCell& cell,
                            const Access& access) {
  if (!memory.histories().has_room()) return;
  const std::uint32_t number = memory.histories().make();
  AccessHistory& history = memory.histories()[number];
  const Epoch earlier[2] = {cell.reads[0], cell.reads[1]};
  cell.reads[1] = Epoch::history(machine.current->time, number);
  for (const Epoch& read : earlier) remember(machine, memory, cell, history.reads, read, access);
  remember(machine, memory, cell, history.reads, epoch_of(machine, access), access);
}

// A plain read that may still race with an atomic operation does not give way.
void keep_load(Machine& machine, ShadowMemory& memory, ShadowCell& cell, const Access& access) {
  for (Epoch& read : cell.reads) {
    const bool is_past = read.is_before(past_of(machine, memory));
    const bool is_earlier_load =
        read.is_load() && machine.happened_before(read, access.address, memory.shared());
    if (!is_past && !is_earlier_load) continue;
    read = epoch_of(machine, access);
    return;
  }
  begin_history_of_reads(machine, memory, cell, access);
}

void begin_history_of_atomics(Machine& machine, ShadowMemory& memory, ShadowCell& cell) {
  if (!memory.histories().has_room()) return;
  const std::uint32_t number = memory.histories().make();
  AccessHistory& history = memory.histories()[number];
  const auto keep = [&](AccessSet& accesses, const Epoch& kept) {
    if (!kept.is_before(past_of(machine, memory)))
      accesses.add(kept, machine.block.begin, [](const Epoch&) { return false; });
  };
  for (const Epoch& read : cell.reads) keep(history.reads, read);
  keep(history.atomics, cell.write);
  cell.reads[1] = Epoch::history(machine.current->time, number);
}

}  // namespace hip_cpu::check
