#include "hip_cpu/check/detectors/accesses.hpp"

#include <algorithm>

#include "hip_cpu/check/detectors/between_blocks.hpp"
#include "hip_cpu/check/detectors/bounds.hpp"
#include "hip_cpu/check/detectors/copies_under_way.hpp"
#include "hip_cpu/check/detectors/initialisation.hpp"
#include "hip_cpu/check/detectors/pointers.hpp"
#include "hip_cpu/check/detectors/races.hpp"
#include "hip_cpu/check/detectors/unset_values.hpp"
#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

// One word, or less than that.
void judge_part(Machine& machine, ShadowMemory& memory, const Access& access, Address at,
                unsigned bytes) {
  if (bytes == ShadowMemory::word && !memory.is_split(at))
    return memory.visit(at, [&](ShadowCell& cell) { judge(machine, memory, cell, access, at); });
  for (unsigned i = 0; i < bytes; ++i)
    memory.visit_byte(at + i,
                      [&](ShadowCell& cell) { judge(machine, memory, cell, access, at + i); });
}

// A write is settled by the next call, unless that is for the read of the same struct's copy.
bool comes_before_the_write(const Access& access, const void* write) {
  const auto distance =
      reinterpret_cast<const char*>(access.code) - static_cast<const char*>(write);
  return access.kind == Kind::read && distance > 0 && distance < 32;
}

void settle_before(Machine& machine, const Access& access) {
  const void* const write = machine.pending.has_writes()     ? machine.pending.last_write()
                            : machine.observers.want_steps() ? machine.observers.unsettled_write()
                                                             : nullptr;
  if (write && !comes_before_the_write(access, write)) machine.settle_writes();
}

[[gnu::noinline]] void tell_observers(Machine& machine, const ShadowMemory& memory,
                                      const Access& access) {
  const Array* array = array_at(machine, memory, access.address);
  if (!array || array->internal || !array->contains(access.address)) return;
  machine.observers.tell(&LaunchObserver::access, *array, access.address, access.bytes,
                         access_of(access.kind), access.code);
}

}  // namespace

void check(CheckedMachine& machine, const Access& access) {
  machine.current->last_access = access.code;
  settle_before(machine, access);
  ShadowMemory* const found = machine.launch.memory_at(access.address);
  if (!found) return outside_memory(machine, access);
  ShadowMemory& memory = *found;
  if (access.bytes == 1 && memory.shared() && machine.launch.module->is_guard(access.address))
    return;
  if (machine.requests && access.kind != Kind::atomic)
    request_range(machine, memory, access.address, access.bytes, access.at_once,
                  access_of(access.kind), access.code);
  if (machine.requests && access.kind == Kind::read)
    read_beside_copies(machine, memory, access.code);
  if (access.has_alignment && access.address % access.bytes != 0)
    misaligned(machine, memory, access);
  if (&memory == machine.launch.memories[2]) machine.module_variables.access(access);

  if (machine.worker.number != 0 && !memory.shared())
    return check_between_blocks(machine, memory, access);
  const State least = memory.state(access.address, access.bytes);
  if (least == outside) return outside_array(machine, memory, access);
  if (!machine.block.copies.empty() && memory.shared()) check_copies(machine, memory, access);
  if (!memory.shared() && !machine.host_copies.forbids_nothing() &&
      !machine.host_copies.admit(access))
    machine.stop_thread();
  if (least == unwritten) {
    if (access.reads) read_unwritten(machine, memory, access);
    if (!access.only_reads()) memory.mark_written(access.address, access.bytes);
  }
  if (machine.observers.want_steps()) tell_observers(machine, memory, access);
  for (unsigned done = 0; done < access.bytes;) {
    const Address at = access.address + done;
    const unsigned left_in_word = ShadowMemory::word - at % ShadowMemory::word;
    const unsigned bytes = std::min(left_in_word, access.bytes - done);
    judge_part(machine, memory, access, at, bytes);
    done += bytes;
  }
  if (access.kind == Kind::read && access.bytes > 2 * sizeof(Address))
    check_pointers(machine, memory, access);
}

void check_order_of_barrier(CheckedMachine& machine, const Access& access) {
  settle_before(machine, access);
  ShadowMemory* const memory = machine.launch.memory_at(access.address);
  if (!memory || !memory->shared()) return;
  machine.block.judges_barrier = true;
  judge_part(machine, *memory, access, access.address, access.bytes);
  machine.block.judges_barrier = false;
}

template <Kind kind, unsigned bytes>
[[gnu::noinline]] void check_words(CheckedMachine& machine, Address address, const void* code) {
  const Access access{address, bytes, kind, code, true, kind == Kind::read};
  machine.current->last_access = code;
  ShadowMemory* const memory = machine.launch.memory_at(address);
  if (!memory || address % bytes != 0 || machine.pending.has_writes() ||
      machine.observers.want_steps())
    return check(machine, access);
  if (memory == machine.launch.memories[2]) machine.module_variables.access(access);
  if (machine.worker.number != 0 && !memory->shared())
    return check_between_blocks(machine, *memory, access);
  for (Address at = address; at < address + bytes; at += ShadowMemory::word)
    if (!memory->is_plain(at)) return check(machine, access);
  if (machine.requests) {
    request_words<bytes>(machine, *memory, address, access_of(kind), code);
    if constexpr (kind == Kind::read) read_beside_copies(machine, *memory, code);
  }
  for (Address at = address; at < address + bytes; at += ShadowMemory::word) {
    memory->visit(at, [&](ShadowCell& cell) { judge(machine, *memory, cell, access, at); });
    if (kind == Kind::read && holds_unset_pattern(at)) read_unset_pattern(machine, *memory, at);
  }
  if constexpr (kind == Kind::read && bytes >= sizeof(Address))
    check_pointers(machine, *memory, access);
}

template void check_words<Kind::read, 4>(CheckedMachine&, Address, const void*);
template void check_words<Kind::read, 8>(CheckedMachine&, Address, const void*);
template void check_words<Kind::read, 16>(CheckedMachine&, Address, const void*);
template void check_words<Kind::write, 4>(CheckedMachine&, Address, const void*);
template void check_words<Kind::write, 8>(CheckedMachine&, Address, const void*);
template void check_words<Kind::write, 16>(CheckedMachine&, Address, const void*);

void check_range(CheckedMachine& machine, Address address, std::size_t bytes, Kind kind,
                 const void* code, unsigned at_once) {
  constexpr std::size_t most = 1u << 30;  // of one access
  for (std::size_t done = 0; done < bytes; done += most)
    check(machine, {address + done, static_cast<unsigned>(std::min(bytes - done, most)), kind, code,
                    false, kind == Kind::read, false, at_once});
}

}  // namespace hip_cpu::check
