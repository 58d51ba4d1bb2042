#include "hip_cpu/check/machine/accesses/race_check.hpp"

#include <algorithm>

#include "hip_cpu/check/machine/reports.hpp"

namespace hip_cpu::check {
namespace {

// Adds the access to what the cell's history knows of others; the cell stays one of this launch.
void remember(ShadowMemory& memory, ShadowCell& cell, AccessSet& accesses, const Epoch& access,
              const Step& step) {
  accesses.add(access, machine->block.begin, [&](const Epoch& earlier) {
    return machine->happened_before(earlier, step.address, memory.shared());
  });
  const std::uint32_t number = cell.reads[1].history_number();
  cell.reads[1] = Epoch::history(std::max(cell.reads[1].time(), access.time()), number);
}

// Races with those of the accesses that did not happen before: one for each place in the source.
void race_with(const AccessSet& accesses, const ShadowMemory& memory, const Step& step,
               hip_cpu_access access, SiteId reported) {
  for (const Epoch& earlier : accesses) {
    if (earlier.site() == reported || are_atomic(step, earlier, memory.shared()) ||
        machine->happened_before(earlier, step.address, memory.shared()))
      continue;
    race(memory, step, earlier, access);
    reported = earlier.site();
  }
}

constexpr SiteId no_site = ~SiteId{0};

}  // namespace

void race(const ShadowMemory& memory, const Step& step, const Epoch& earlier,
          hip_cpu_access earlier_access) {
  // A block that does not run may lie between the two, and what orders them with it.
  if (machine->launch.is_sampled && machine->sampling.asked.runs_others == 0 &&
      machine->block.has_synchronised && earlier.is_before(machine->block.begin))
    return;
  Report report = report_of(HIP_CPU_RACE, step);
  report.array = array_at(*machine, memory, step.address);
  report.side_count = 2;
  report.sides[1] = side_of(*machine, earlier, earlier_access);
  if (step.kind == Kind::atomic && earlier.atomic()) report.detail = "scope";
  if (!memory.shared() && earlier.is_before(machine->launch.begin)) report.detail = "launches";
  report.between_blocks = earlier.is_before(machine->block.begin);
  report.after_barrier = machine->block.met_barrier;
  if (step.kind == Kind::write) machine->pending.forget_atomics(step.address, step.bytes);
  const bool two_writes = step.kind == Kind::write && earlier_access == HIP_CPU_WRITE &&
                          !earlier.atomic() && step.bytes <= PendingWrite::most_bytes;
  if (two_writes) {
    // A wide access meets the same earlier one in each of its words.
    if (machine->pending.has_write(step.code, step.address)) return;
    const auto* before = reinterpret_cast<const unsigned char*>(step.address);
    machine->pending.add({report, step.address, {before, before + step.bytes}, step.code});
    machine->reads.turn_off();
    return;
  }
  machine->findings.add(report);
}

void judge_by_history(ShadowMemory& memory, ShadowCell& cell, AccessHistory& history,
                      const Step& step) {
  const bool atomic = step.kind == Kind::atomic, was_atomic = cell.write.atomic();
  const bool is_ordered = machine->happened_before(cell.write, step.address, memory.shared());
  if (!is_ordered && !are_atomic(step, cell.write, memory.shared()))
    race(memory, step, cell.write, HIP_CPU_WRITE);
  if (!atomic || step.of_block)
    race_with(history.atomics, memory, step, HIP_CPU_ATOMIC,
              is_ordered ? no_site : cell.write.site());
  if (step.kind == Kind::read) return remember(memory, cell, history.reads, epoch_of(step), step);
  race_with(history.reads, memory, step, HIP_CPU_READ, no_site);
  if (atomic) {
    if (was_atomic && !is_ordered) remember(memory, cell, history.atomics, cell.write, step);
  } else {
    // Accesses that it did not race with happened before it.
    memory.histories().drop(cell.reads[1].history_number());
    cell.reads[0] = cell.reads[1] = {};
  }
  cell.write = epoch_of(step);
}

void begin_history_of_reads(ShadowMemory& memory, ShadowCell& cell, const Step& step) {
  if (!memory.histories().has_room()) return;
  const std::uint32_t number = memory.histories().make();
  AccessHistory& history = memory.histories()[number];
  const Epoch earlier[2] = {cell.reads[0], cell.reads[1]};
  cell.reads[1] = Epoch::history(machine->current->time, number);
  for (const Epoch& read : earlier) remember(memory, cell, history.reads, read, step);
  remember(memory, cell, history.reads, epoch_of(step), step);
}

void begin_history_of_atomics(ShadowMemory& memory, ShadowCell& cell) {
  if (!memory.histories().has_room()) return;
  const std::uint32_t number = memory.histories().make();
  AccessHistory& history = memory.histories()[number];
  const auto keep = [&](AccessSet& accesses, const Epoch& access) {
    if (!access.is_before(past_of(memory)))
      accesses.add(access, machine->block.begin, [](const Epoch&) { return false; });
  };
  for (const Epoch& read : cell.reads) keep(history.reads, read);
  keep(history.atomics, cell.write);
  cell.reads[1] = Epoch::history(machine->current->time, number);
}

}  // namespace hip_cpu::check
