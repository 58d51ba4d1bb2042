// Whether an access by the running thread races with earlier ones to the same bytes.
//
// The algorithm is FastTrack's (Flanagan and Freund, PLDI 2009): a shadow cell keeps the epoch of
// the last write and epochs of reads, and an access races with those that did not happen before it.
// What fits in a cell is judged here; where reads or atomic operations need a vector clock,
// race_check.cpp does it.
#pragma once

#include "hip_cpu/check/machine/accesses/accesses.hpp"

namespace hip_cpu::check {

// The earlier access and this one are a race.
HIP_CPU_LOCAL void race(const ShadowMemory& memory, const Step& step, const Epoch& earlier,
                        hip_cpu_access earlier_access);

// Judges by the history of a cell that has one or needs it now: the access is one more among some
// that nothing orders.
HIP_CPU_LOCAL void judge_by_history(ShadowMemory& memory, ShadowCell& cell, AccessHistory& history,
                                    const Step& step);
HIP_CPU_LOCAL void begin_history_of_reads(ShadowMemory& memory, ShadowCell& cell, const Step& step);
HIP_CPU_LOCAL void begin_history_of_atomics(ShadowMemory& memory, ShadowCell& cell);

inline Epoch epoch_of(const Step& step) {
  const Thread& thread = *machine->current;
  // A worker's launch starts over when anything is found, so its sites are never reported.
  const SiteId site = machine->worker.number != 0 ? 0 : step.site();
  const Epoch epoch(thread.time, thread.index, site, step.kind == Kind::atomic);
  return step.of_block ? epoch.of_block_scope() : epoch;
}

// Whether both are atomic operations, and such to each other.
inline bool are_atomic(const Step& step, const Epoch& earlier, bool shared) {
  if (step.kind != Kind::atomic || !earlier.atomic()) return false;
  const bool in_block = step.of_block || earlier.is_of_block_scope();
  return shared || !in_block || !earlier.is_before(machine->block.begin);
}

// FastTrack's "same epoch".
inline bool is_now(const Epoch& access) {
  return access.is_by(machine->current->index, machine->current->time);
}

// All accesses to the memory before that time happened before now.
inline Time past_of(const ShadowMemory& memory) {
  return memory.shared() ? machine->block.begin : machine->launch.begin;
}

inline void judge_read(ShadowMemory& memory, ShadowCell& cell, const Step& step) {
  const bool shared = memory.shared();
  if (!machine->happened_before(cell.write, step.address, shared))
    race(memory, step, cell.write, HIP_CPU_WRITE);
  Epoch& first = cell.reads[0];
  Epoch& second = cell.reads[1];
  if (is_now(first) || is_now(second)) return;
  if (machine->happened_before(first, step.address, shared)) {
    first = epoch_of(step);
  } else if (second.is_history() || machine->happened_before(second, step.address, shared)) {
    second = first.is_before(machine->block.begin) ? epoch_of(step).settled() : epoch_of(step);
  } else if (machine->launch.is_precise) {
    begin_history_of_reads(memory, cell, step);
  } else if (first.is_before(machine->block.begin) && second.is_before(machine->block.begin) &&
             (!second.is_settled() || second.is_before(machine->launch.begin))) {
    // Two readers of one earlier block, or of a launch that nothing orders with this one.
    second = epoch_of(step).settled();
  }
}

inline void judge_write(ShadowMemory& memory, ShadowCell& cell, const Step& step, Address word) {
  const bool shared = memory.shared();
  const bool atomic = step.kind == Kind::atomic, was_atomic = cell.write.atomic();
  if (!are_atomic(step, cell.write, shared) &&
      !machine->happened_before(cell.write, step.address, shared))
    race(memory, step, cell.write, HIP_CPU_WRITE);
  // A history that counts is judged elsewhere.
  for (const Epoch& read : cell.reads)
    if (!read.is_history() && !machine->happened_before(read, step.address, shared))
      race(memory, step, read, HIP_CPU_READ);
  if (was_atomic && !atomic) machine->order.forget_released(word);
  if (is_now(cell.write) && (atomic || !was_atomic)) return;
  if (atomic && was_atomic && !machine->happened_before(cell.write, step.address, shared))
    begin_history_of_atomics(memory, cell);
  cell.write = epoch_of(step);
}

// word: of the cell, or its only byte.
inline void judge(ShadowMemory& memory, ShadowCell& cell, const Step& step, Address word) {
  if (AccessHistory* const history = memory.history(cell, past_of(memory))) {
    if (cell.write.atomic() && step.kind == Kind::write) machine->order.forget_released(word);
    judge_by_history(memory, cell, *history, step);
  } else if (step.kind == Kind::read) {
    judge_read(memory, cell, step);
  } else {
    judge_write(memory, cell, step, word);
  }
}

}  // namespace hip_cpu::check
