// Whether an access by the running thread races with earlier ones to the same bytes.
//
// The algorithm is FastTrack's (Flanagan and Freund, PLDI 2009): a shadow cell keeps the epoch of
// the last write and epochs of reads, and an access races with every kept access that did not
// happen before it. This file judges the accesses that fit in a cell; where reads or atomic
// operations need a vector clock, races.cpp judges them.
#pragma once

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

// The earlier access and this one are a race.
void race(Machine& machine, const ShadowMemory& memory, const Access& access, const Epoch& earlier,
          hip_cpu_access earlier_access);

// Judges by the history of a cell that has one or needs it now: the access is one more among some
// that nothing orders.
void judge_by_history(Machine& machine, ShadowMemory& memory, ShadowCell& cell,
                      AccessHistory& history, const Access& access);
void begin_history_of_reads(Machine& machine, ShadowMemory& memory, ShadowCell& cell,
                            const Access& access);
void begin_history_of_atomics(Machine& machine, ShadowMemory& memory, ShadowCell& cell);

// Keeps an atomic load beside the cell's reads.
void keep_load(Machine& machine, ShadowMemory& memory, ShadowCell& cell, const Access& access);

// The access as an epoch.
inline Epoch epoch_of(Machine& machine, const Access& access) {
  const Thread& thread = *machine.current;
  // A worker's launch starts over when anything is found, so its sites are never reported.
  const SiteId site = machine.worker.number != 0 ? 0 : machine.site(access.code);
  const Epoch epoch(thread.time, thread.index, site, access.kind == Kind::atomic);
  return access.is_load ? epoch.of_load() : access.of_block ? epoch.of_block_scope() : epoch;
}

// Whether both are atomic operations, and such to each other.
inline bool are_atomic(const Machine& machine, const Access& access, const Epoch& earlier,
                       bool shared) {
  if (access.kind != Kind::atomic || !earlier.atomic()) return false;
  const bool in_block = access.of_block || earlier.is_of_block_scope();
  return shared || !in_block || !earlier.is_before(machine.block.begin);
}

// Whether the access and an earlier one that is kept as a read are atomic operations to each other.
inline bool is_atomic_to_load(const Machine& machine, const Access& access, const Epoch& earlier,
                              bool shared) {
  if (access.kind != Kind::atomic || !earlier.is_load()) return false;
  return shared || !access.of_block || !earlier.is_before(machine.block.begin);
}

// FastTrack's "same epoch".
inline bool is_now(const Machine& machine, const Epoch& earlier) {
  return earlier.is_by(machine.current->index, machine.current->time);
}

// All accesses to the memory before that time happened before now.
inline Time past_of(const Machine& machine, const ShadowMemory& memory) {
  return memory.shared() ? machine.block.begin : machine.launch.begin;
}

// The same for a plain read: an atomic load does not stand for it.
inline bool is_read_now(const Machine& machine, const Epoch& earlier) {
  return is_now(machine, earlier) && !earlier.is_load();
}

// Judges a read by the cell alone.
inline void judge_read(Machine& machine, ShadowMemory& memory, ShadowCell& cell,
                       const Access& access) {
  const bool shared = memory.shared();
  if (!machine.happened_before(cell.write, access.address, shared) &&
      !are_atomic(machine, access, cell.write, shared))
    race(machine, memory, access, cell.write, HIP_CPU_WRITE);
  if (access.is_load) return keep_load(machine, memory, cell, access);
  Epoch& first = cell.reads[0];
  Epoch& second = cell.reads[1];
  if (is_read_now(machine, first) || is_read_now(machine, second)) return;
  if (machine.happened_before(first, access.address, shared)) {
    first = epoch_of(machine, access);
  } else if (second.is_history() || machine.happened_before(second, access.address, shared)) {
    second = first.is_before(machine.block.begin) ? epoch_of(machine, access).settled()
                                                  : epoch_of(machine, access);
  } else if (machine.launch.is_precise) {
    begin_history_of_reads(machine, memory, cell, access);
  } else if (first.is_before(machine.block.begin) && second.is_before(machine.block.begin) &&
             (!second.is_settled() || second.is_before(machine.launch.begin))) {
    // Two readers of one earlier block, or of a launch that nothing orders with this one.
    second = epoch_of(machine, access).settled();
  }
}

// Judges a write or an atomic operation by the cell alone.
inline void judge_write(Machine& machine, ShadowMemory& memory, ShadowCell& cell,
                        const Access& access, Address word) {
  const bool shared = memory.shared();
  const bool atomic = access.kind == Kind::atomic, was_atomic = cell.write.atomic();
  if (!are_atomic(machine, access, cell.write, shared) &&
      !machine.happened_before(cell.write, access.address, shared))
    race(machine, memory, access, cell.write, HIP_CPU_WRITE);
  // A history that counts is judged elsewhere.
  for (const Epoch& read : cell.reads)
    if (!read.is_history() && !machine.happened_before(read, access.address, shared) &&
        !is_atomic_to_load(machine, access, read, shared))
      race(machine, memory, access, read, HIP_CPU_READ);
  if (was_atomic && !atomic) machine.order.forget_released(word);
  if (is_now(machine, cell.write) && (atomic || !was_atomic)) return;
  if (atomic && was_atomic && !machine.happened_before(cell.write, access.address, shared))
    begin_history_of_atomics(machine, memory, cell);
  cell.write = epoch_of(machine, access);
}

// Judges the access to one cell. word: of the cell, or its only byte.
inline void judge(Machine& machine, ShadowMemory& memory, ShadowCell& cell, const Access& access,
                  Address word) {
  if (AccessHistory* const history = memory.history(cell, past_of(machine, memory))) {
    if (cell.write.atomic() && access.kind == Kind::write) machine.order.forget_released(word);
    judge_by_history(machine, memory, cell, *history, access);
  } else if (access.only_reads()) {
    judge_read(machine, memory, cell, access);
  } else {
    judge_write(machine, memory, cell, access, word);
  }
}

}  // namespace hip_cpu::check
