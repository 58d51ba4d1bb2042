#include "hip_cpu/check/machine/accesses/accesses.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "hip_cpu/check/machine/accesses/between_blocks.hpp"
#include "hip_cpu/check/machine/accesses/copies.hpp"
#include "hip_cpu/check/machine/accesses/race_check.hpp"
#include "hip_cpu/check/machine/accesses/unset_values.hpp"
#include "hip_cpu/check/machine/reports.hpp"
#include "hip_cpu/check/shadow/padding.hpp"

namespace hip_cpu::check {

Report report_of(hip_cpu_finding_kind kind, const Step& step) {
  Report report = report_of(*machine, kind);
  report.bytes = step.bytes;
  report.address = step.address;
  report.side_count = 1;
  report.sides[0] = side_of(*machine, machine->current->index, access_of(step.kind), step.site());
  return report;
}

namespace {

// The finding that the index of this access has become already.
hip_cpu_finding* finding_of_index(const Step& step) {
  const IndexFault fault = std::exchange(machine->current->index_fault, {});
  constexpr std::ptrdiff_t near = 512;  // a subscript's check and its access
  const auto distance = static_cast<const char*>(step.code) - static_cast<const char*>(fault.code);
  const bool is_it = fault.finding != nullptr && distance > 0 && distance < near &&
                     fault.steps_left == machine->current->steps_left;
  return is_it ? fault.finding : nullptr;
}

constexpr unsigned most_of_struct = 1024;  // bytes of a struct with pointers, or behind a pointer

[[gnu::noinline]] void wild(const Step& step) {
  if (finding_of_index(step)) machine->stop_thread();
  if (is_private(step.address)) return;
  const Address known = machine->current->wild_pointer;
  if (known != 0 && step.address - known < most_of_struct) machine->stop_thread();
  const bool is_constant =
      step.kind == Kind::read && machine->launch.module->contains(step.address);
  if (is_constant) return;
  machine->findings.add(report_of(HIP_CPU_WILD, step));
  machine->stop_thread();
}

[[gnu::noinline]] void misaligned(const ShadowMemory& memory, const Step& step) {
  Report report = report_of(HIP_CPU_MISALIGNED, step);
  report.array = array_at(*machine, memory, step.address);
  machine->findings.add(report);
}

[[gnu::noinline]] void outside_array(const ShadowMemory& memory, const Step& step) {
  const Array* array = array_at(*machine, memory, step.address);
  const bool was_freed = array && array->freed && array->contains(step.address);
  Report report = report_of(was_freed ? HIP_CPU_USE_AFTER_FREE : HIP_CPU_OUT_OF_BOUNDS, step);
  report.array = array;
  const bool is_anothers =
      memory.shared() && !machine->launch.module->holds_shared(step.address, step.bytes);
  hip_cpu_finding* finding = finding_of_index(step);
  if (finding != nullptr) {
    machine->findings.complete(*finding, report);
  } else {
    finding = machine->findings.add(report);
  }
  if (!is_anothers) return;
  if (finding) finding->has_stopped = 1;
  machine->stop_thread();
}

// Whether memory still holds what it was filled with when it was allocated: then blocks that ran
// unlooked at have not written it either. Whole words around, as a byte may be like that by chance.
bool is_as_allocated(const Step& step) {
  using Word = std::uint64_t;
  Word untouched;
  std::memset(&untouched, poison, sizeof untouched);
  for (Address at = step.address & ~(sizeof(Word) - 1); at < step.address + step.bytes;
       at += sizeof(Word)) {
    Word there;
    std::memcpy(&there, reinterpret_cast<const void*>(at), sizeof there);
    if (there != untouched) return false;
  }
  return true;
}

[[gnu::noinline]] void uninitialised(ShadowMemory& memory, const Step& step) {
  unsigned first = 0;
  while (first < step.bytes && memory.is_written(step.address + first)) ++first;
  while (first < step.bytes)
    if (const unsigned padding = padding_at(memory, step.address, step.bytes, first)) {
      first += padding;
      while (first < step.bytes && memory.is_written(step.address + first)) ++first;
    } else {
      break;
    }
  if (first == step.bytes || !machine->pending.takes_reads()) return;
  if (!memory.shared() && machine->others_may_have_written() &&
      (machine->sampling.asked.runs_others == 0 || !is_as_allocated(step)))
    return;
  Report report = report_of(HIP_CPU_UNINITIALISED, step);
  report.address = step.address + first;
  report.array = array_at(*machine, memory, report.address);
  machine->pending.add(PendingRead{report, &memory, machine->current->index, machine->block.begin,
                                   machine->block.last_barrier});
}

// One word, or less than that.
void judge_part(ShadowMemory& memory, const Step& step, Address at, unsigned bytes) {
  if (bytes == ShadowMemory::word && !memory.is_split(at))
    return memory.visit(at, [&](ShadowCell& cell) { judge(memory, cell, step, at); });
  for (unsigned i = 0; i < bytes; ++i)
    memory.visit_byte(at + i, [&](ShadowCell& cell) { judge(memory, cell, step, at + i); });
}

// A write is settled by the next call, unless that is for the read of the same struct's copy.
bool comes_before_the_write(const Step& step, const void* write) {
  const auto distance = reinterpret_cast<const char*>(step.code) - static_cast<const char*>(write);
  return step.kind == Kind::read && distance > 0 && distance < 32;
}

void settle_before(const Step& step) {
  const void* const write = machine->pending.has_writes()     ? machine->pending.last_write()
                            : machine->observers.want_steps() ? machine->observers.unsettled_write()
                                                              : nullptr;
  if (write && !comes_before_the_write(step, write)) machine->settle_writes();
}

[[gnu::noinline]] void tell_observers(const ShadowMemory& memory, const Step& step) {
  const Array* array = array_at(*machine, memory, step.address);
  if (!array || array->internal || !array->contains(step.address)) return;
  machine->observers.tell(&LaunchObserver::access, *array, step.address, step.bytes,
                          access_of(step.kind), step.code);
}

// Whether locals of the running thread may lie there, or of one that runs where the launch was
// called, on the OS thread's own stack.
bool may_be_local(Address address) {
  constexpr Address near = 1 << 16;
  const auto call = reinterpret_cast<Address>(machine->launch.request);
  return is_private(address) || address - call < near || call - address < near;
}

// A pointer that is read may lead to memory that ended with the block, the launch or the thread
// which stored it; for this one there is other memory at the same address.
void check_pointer(ShadowMemory& memory, const Step& step, Address at) {
  Address pointer = 0;
  std::memcpy(&pointer, reinterpret_cast<const void*>(at), sizeof pointer);
  const bool is_shared = machine->launch.module->holds_shared(pointer, 1);
  if (!is_shared && !may_be_local(pointer)) return;
  const Epoch store = memory.last_write(at);
  if (store.time() == 0) return;  // by the host, or by nobody
  const LaunchState& launch = machine->launch;
  const bool is_of_this_block =
      memory.shared() || !store.is_before(machine->block.begin) ||
      (launch.waits_for_itself && !store.is_before(launch.begin) &&
       launch.block_begins.at(store.time()).number == machine->block.number);
  if (is_of_this_block && (is_shared || store.thread() == machine->current->index)) return;
  Report report = report_of(HIP_CPU_WILD, step);
  report.array = array_at(*machine, memory, at);
  report.detail = is_shared ? "points to shared memory of another block or launch"
                            : "points to local memory of another thread or launch";
  machine->findings.add(report);
  machine->current->wild_pointer = pointer;
}

[[gnu::noinline]] void check_pointers(ShadowMemory& memory, const Step& step) {
  const Address end = step.address + std::min(step.bytes, most_of_struct);
  for (Address at = (step.address + sizeof(Address) - 1) / sizeof(Address) * sizeof(Address);
       at + sizeof(Address) <= end; at += sizeof(Address))
    check_pointer(memory, step, at);
}

// Checks the access as one of the blocks that run at the same time.
void check_between_blocks(ShadowMemory& memory, const Step& step) {
  if (step.kind == Kind::atomic || machine->worker.given_up->load(std::memory_order_relaxed) ||
      !admit(*machine, memory, step.address, step.bytes, step.kind == Kind::write))
    machine->stop_launch();
}

}  // namespace

bool is_private(Address address) {
  const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
  const auto begin = reinterpret_cast<Address>(machine->current->stack);
  if (address >= here - 256 && address < begin) return true;
  const auto within = [&](const auto& variable) {
    return address - reinterpret_cast<Address>(&variable) < sizeof variable;
  };
  if (within(threadIdx) || within(blockIdx) || within(blockDim) || within(gridDim) ||
      within(hip_cpu_warp_lanes))
    return true;
  // Arguments lie where the launch was called or copied; memory of the host around them is none.
  const LaunchRequest& launched = *machine->launch.request;
  return address - reinterpret_cast<Address>(launched.call) < launched.call_bytes;
}

void check(const Step& step) {
  machine->current->last_access = step.code;
  settle_before(step);
  ShadowMemory* const found = machine->launch.memory_at(step.address);
  if (!found) return wild(step);
  ShadowMemory& memory = *found;
  if (step.bytes == 1 && memory.shared() && machine->launch.module->is_guard(step.address)) return;
  if (requests && step.kind != Kind::atomic)
    request_range(memory, step.address, step.bytes, step.at_once, access_of(step.kind), step.code);
  if (step.has_alignment && step.address % step.bytes != 0) misaligned(memory, step);

  if (machine->worker.number != 0 && !memory.shared()) return check_between_blocks(memory, step);
  const State least = memory.state(step.address, step.bytes);
  if (least == outside) return outside_array(memory, step);
  if (!machine->copies.empty() && memory.shared()) machine->copies.check(memory, step);
  if (!memory.shared() && !machine->host_copies.forbids_nothing() &&
      !machine->host_copies.admit(step))
    machine->stop_thread();
  if (least == unwritten) {
    if (step.reads) uninitialised(memory, step);
    if (step.kind != Kind::read) memory.mark_written(step.address, step.bytes);
  }
  if (machine->observers.want_steps()) tell_observers(memory, step);
  for (unsigned done = 0; done < step.bytes;) {
    const Address at = step.address + done;
    const unsigned left_in_word = ShadowMemory::word - at % ShadowMemory::word;
    const unsigned bytes = std::min(left_in_word, step.bytes - done);
    judge_part(memory, step, at, bytes);
    done += bytes;
  }
  if (step.kind == Kind::read && step.bytes > 2 * sizeof(Address)) check_pointers(memory, step);
}

template <Kind kind, unsigned bytes>
[[gnu::noinline]] void check_words(Address address, const void* code) {
  const Step step{address, bytes, kind, code, true, kind == Kind::read};
  machine->current->last_access = code;
  ShadowMemory* const memory = machine->launch.memory_at(address);
  if (!memory || address % bytes != 0 || machine->pending.has_writes() ||
      machine->observers.want_steps())
    return check(step);
  if (machine->worker.number != 0 && !memory->shared()) return check_between_blocks(*memory, step);
  for (Address at = address; at < address + bytes; at += ShadowMemory::word)
    if (!memory->is_plain(at)) return check(step);
  if (requests) request_words<bytes>(*memory, address, access_of(kind), code);
  for (Address at = address; at < address + bytes; at += ShadowMemory::word) {
    memory->visit(at, [&](ShadowCell& cell) { judge(*memory, cell, step, at); });
    if (kind == Kind::read && holds_unset_pattern(at)) read_unset_pattern(*memory, at);
  }
  if constexpr (kind == Kind::read && bytes >= sizeof(Address)) check_pointers(*memory, step);
}

template void check_words<Kind::read, 4>(Address, const void*);
template void check_words<Kind::read, 8>(Address, const void*);
template void check_words<Kind::read, 16>(Address, const void*);
template void check_words<Kind::write, 4>(Address, const void*);
template void check_words<Kind::write, 8>(Address, const void*);
template void check_words<Kind::write, 16>(Address, const void*);

void check_range(Address address, std::size_t bytes, Kind kind, const void* code,
                 unsigned at_once) {
  constexpr std::size_t most = 1u << 30;  // of one step
  for (std::size_t done = 0; done < bytes; done += most)
    check({address + done, static_cast<unsigned>(std::min(bytes - done, most)), kind, code, false,
           kind == Kind::read, false, at_once});
}

}  // namespace hip_cpu::check
