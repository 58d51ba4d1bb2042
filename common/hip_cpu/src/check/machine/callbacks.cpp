// What g++ -fsanitize=thread -fsanitize-coverage=trace-pc calls, and the judgement of an access.
//
// At -O0 each access of the source has one call, which comes before it. A struct's copy calls for
// its write and then for its read, before both.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "hip_cpu/check/machine/between_blocks.hpp"
#include "hip_cpu/check/machine/machine.hpp"

namespace hip_cpu::check {
namespace {

using Address = std::uintptr_t;

enum class Kind { read, write, atomic };

constexpr hip_cpu_access access_of(Kind kind) {
  return kind == Kind::read ? HIP_CPU_READ : kind == Kind::write ? HIP_CPU_WRITE : HIP_CPU_ATOMIC;
}

// What one call is about.
struct Step {
  Address address;
  unsigned bytes;
  Kind kind;
  const void* code;
  bool has_alignment;  // a multiple of its size is what the instruction needs

  SiteId site() const { return grid->site(code); }
};

Report report_of(hip_cpu_finding_kind kind, const Step& step) {
  Report report = grid->report(kind);
  report.bytes = step.bytes;
  report.address = step.address;
  report.side_count = 1;
  report.sides[0] = grid->side(grid->current->index, access_of(step.kind), step.site());
  return report;
}

// On the stack of the running thread, or a built-in variable or parameter: nothing to be checked.
bool is_private(Address address) {
  const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
  const auto begin = reinterpret_cast<Address>(grid->current->stack);
  constexpr Address caller = 16384;  // the launch's own frames, which hold the arguments
  if (address >= here - 256 && address < begin + caller) return true;
  const auto within = [&](const auto& variable) {
    return address - reinterpret_cast<Address>(&variable) < sizeof variable;
  };
  if (within(threadIdx) || within(blockIdx) || within(blockDim) || within(gridDim) ||
      within(hip_cpu_warp_lanes))
    return true;
  // Arguments lie where the launch was called, on the OS thread's stack.
  const auto call = reinterpret_cast<Address>(grid->request);
  return address - call < (Address{1} << 16) || call - address < (Address{1} << 16);
}

__attribute__((noinline)) void wild(const Step& step) {
  if (is_private(step.address)) return;
  if (step.kind == Kind::read && grid->module->contains(step.address)) return;  // constants
  grid->findings.add(report_of(HIP_CPU_WILD, step));
  grid->stop_thread();
}

__attribute__((noinline)) void misaligned(Region& region, const Step& step) {
  Report report = report_of(HIP_CPU_MISALIGNED, step);
  report.array = grid->array_at(region, step.address);
  grid->findings.add(report);
}

__attribute__((noinline)) void outside_array(Region& region, const Step& step) {
  const Array* array = grid->array_at(region, step.address);
  Report report =
      report_of(array && array->freed && array->contains(step.address) ? HIP_CPU_USE_AFTER_FREE
                                                                       : HIP_CPU_OUT_OF_BOUNDS,
                step);
  report.array = array;
  grid->findings.add(report);
}

__attribute__((noinline)) void uninitialised(Region& region, const Step& step) {
  unsigned first = 0;
  while (first < step.bytes && region.is_written(step.address + first)) ++first;
  if (first == step.bytes || grid->pending_reads.size() == Grid::most_pending) return;
  Report report = report_of(HIP_CPU_UNINITIALISED, step);
  report.array = grid->array_at(region, step.address);
  grid->pending_reads.push_back(
      {report, &region, grid->current->index, grid->block_begin, grid->last_barrier});
}

__attribute__((noinline)) void race(Region& region, const Step& step, const Access& earlier,
                                    hip_cpu_access earlier_access) {
  Report report = report_of(HIP_CPU_RACE, step);
  report.array = grid->array_at(region, step.address);
  report.side_count = 2;
  report.sides[1] = grid->side(earlier, earlier_access);
  const bool two_writes = step.kind == Kind::write && earlier_access == HIP_CPU_WRITE &&
                          !earlier.atomic() && step.bytes <= sizeof(Grid::PendingWrite::before);
  if (two_writes) {
    // A wide access meets the same earlier one in each of its words.
    for (const Grid::PendingWrite& write : grid->pending_writes)
      if (write.code == step.code && write.address == step.address) return;
    Grid::PendingWrite write{report, step.address, step.bytes, {}, step.code};
    std::memcpy(write.before, reinterpret_cast<const void*>(step.address), step.bytes);
    grid->pending_writes.push_back(write);
    grid->reads.turn_off();
    return;
  }
  hip_cpu_finding* finding = grid->findings.add(report);
  if (!finding) return;
  finding->between_blocks = earlier.is_before(grid->block_begin);
  finding->after_barrier = grid->met_barrier;
}

Access access_now(const Step& step) {
  const Thread& thread = *grid->current;
  // Where a launch starts over when anything is found, nobody asks for places.
  const SiteId site = grid->number != 0 ? 0 : step.site();
  return {thread.time, thread.index, site, step.kind == Kind::atomic};
}

bool is_mine_now(const Access& access) {
  return access.is_by(grid->current->index, grid->current->time);
}

void judge_read(Region& region, Cell& cell, const Step& step) {
  const bool shared = region.shared();
  if (!grid->before(cell.write, step.address, shared))
    race(region, step, cell.write, HIP_CPU_WRITE);
  Access& first = cell.reads[0];
  Access& second = cell.reads[1];
  if (is_mine_now(first) || is_mine_now(second)) return;
  if (grid->before(first, step.address, shared)) {
    first = access_now(step);
  } else if (grid->before(second, step.address, shared)) {
    second = access_now(step);
  } else if (first.is_before(grid->block_begin) && second.is_before(grid->block_begin)) {
    // Two readers of earlier blocks: one of this block is more likely to meet no order.
    second = access_now(step);
  }
}

void judge_write(Region& region, Cell& cell, const Step& step) {
  const bool shared = region.shared();
  const bool atomic = step.kind == Kind::atomic;
  if (!(atomic && cell.write.atomic()) && !grid->before(cell.write, step.address, shared))
    race(region, step, cell.write, HIP_CPU_WRITE);
  for (const Access& read : cell.reads)
    if (!grid->before(read, step.address, shared)) race(region, step, read, HIP_CPU_READ);
  if (is_mine_now(cell.write) && !(cell.write.atomic() && !atomic)) return;
  cell.write = access_now(step);
}

void judge(Region& region, Cell& cell, const Step& step) {
  if (step.kind == Kind::read) {
    judge_read(region, cell, step);
  } else {
    judge_write(region, cell, step);
  }
}

// One word, or less than that.
void judge_part(Region& region, const Step& step, Address at, unsigned bytes) {
  if (bytes == Region::word && !region.is_split(at)) return judge(region, region.cell(at), step);
  for (unsigned i = 0; i < bytes; ++i)
    region.visit_byte(at + i, [&](Cell& cell) { judge(region, cell, step); });
}

// Writes are settled by the next call, but not by the one for the read of the same struct's copy.
bool comes_before_the_write(const Step& step, const void* write) {
  const auto distance = reinterpret_cast<const char*>(step.code) - static_cast<const char*>(write);
  return step.kind == Kind::read && distance > 0 && distance < 32;
}

void count(const Region& region, Address address, std::size_t bytes, hip_cpu_access access,
           const void* code) {
  requests->access_range(code, access, region.shared(), address, bytes,
                         [code] { return grid->site(code); });
}

template <unsigned bytes>
void count_one(const Region& region, Address address, hip_cpu_access access, const void* code) {
  requests->access(code, access, region.shared(), address, bytes,
                   [code] { return grid->site(code); });
}

void settle_before(const Step& step) {
  const void* const write = !grid->pending_writes.empty() ? grid->pending_writes.back().code
                            : grid->trace                 ? grid->trace->last_write()
                                                          : nullptr;
  if (write && !comes_before_the_write(step, write)) grid->settle_writes();
}

__attribute__((noinline)) void trace(Region& region, const Step& step) {
  const Array* array = grid->array_at(region, step.address);
  if (!grid->trace->is_recording() || !array || array->internal || !array->contains(step.address))
    return;
  grid->trace->access(*array, step.address, step.bytes, access_of(step.kind), step.code);
}

// As one of the blocks that run at the same time.
void check_between_blocks(Region& region, const Step& step) {
  if (step.kind == Kind::atomic || grid->given_up->load(std::memory_order_relaxed) ||
      !admit(*grid, region, step.address, step.bytes, step.kind == Kind::write))
    grid->stop_launch();
}

void check(const Step& step) {
  settle_before(step);
  Region* const found = grid->region_of(step.address);
  if (!found) return wild(step);
  Region& region = *found;
  if (requests && step.kind != Kind::atomic)
    count(region, step.address, step.bytes, access_of(step.kind), step.code);
  if (step.has_alignment && step.address % step.bytes != 0) misaligned(region, step);

  if (grid->number != 0 && !region.shared()) return check_between_blocks(region, step);
  const State least = region.state(step.address, step.bytes);
  if (least == outside) return outside_array(region, step);
  if (least == unwritten) {
    if (step.kind != Kind::write) uninitialised(region, step);
    if (step.kind != Kind::read) region.mark_written(step.address, step.bytes);
  }
  if (grid->trace) trace(region, step);
  for (unsigned done = 0; done < step.bytes;) {
    const Address at = step.address + done;
    const unsigned left_in_word = Region::word - at % Region::word;
    const unsigned bytes = std::min(left_in_word, step.bytes - done);
    judge_part(region, step, at, bytes);
    done += bytes;
  }
}

// The same for aligned words in an array, which most accesses are.
template <Kind kind, unsigned bytes>
[[gnu::noinline]] void check_words(Address address, const void* code) {
  const Step step{address, bytes, kind, code, true};
  Region* const region = grid->region_of(address);
  if (!region || address % bytes != 0 || !grid->pending_writes.empty() || grid->trace)
    return check(step);
  if (grid->number != 0 && !region->shared()) return check_between_blocks(*region, step);
  for (Address at = address; at < address + bytes; at += Region::word)
    if (!region->is_plain(at)) return check(step);
  if (requests) count_one<bytes>(*region, address, access_of(kind), code);
  for (Address at = address; at < address + bytes; at += Region::word)
    judge(*region, region->cell(at), step);
}

template <unsigned bytes>
inline void read_words(Address address, const void* code) {
  const Region* const region = active->reads.of_one_more<bytes>(address);
  if (!region) return check_words<Kind::read, bytes>(address, code);
  if (requests) count_one<bytes>(*region, address, HIP_CPU_READ, code);
}

void check_range(Address address, std::size_t bytes, Kind kind, const void* code) {
  constexpr std::size_t most = 1u << 20;
  if (bytes == 0) return;
  check({address, static_cast<unsigned>(std::min(bytes, most)), kind, code, false});
}

void check_copy(void* to, const void* from, std::size_t bytes, const void* code) {
  if (!active) return;
  check_range(reinterpret_cast<Address>(from), bytes, Kind::read, code);
  check_range(reinterpret_cast<Address>(to), bytes, Kind::write, code);
}

__attribute__((noinline)) void runs_away(const void* code) {
  Report report = grid->report(HIP_CPU_RUNAWAY);
  report.side_count = 1;
  report.sides[0] = grid->side(grid->current->index, HIP_CPU_NO_ACCESS, grid->site(code));
  grid->findings.add(report);
  grid->stop_launch();
}

__attribute__((noinline)) void stack_overflows(const void* code) {
  Report report = grid->report(HIP_CPU_STACK_OVERFLOW);
  report.side_count = 1;
  // The chain of calls is as deep as the stack; its begin tells enough.
  report.sides[0] = grid->side(grid->current->index, HIP_CPU_NO_ACCESS, grid->site(code));
  grid->findings.add(report);
  grid->stop_thread();
}

// Fibers have 64 KiB; a GPU's thread has 1 KiB, if nobody has asked for more.
constexpr std::ptrdiff_t most_stack = 48 * 1024;

// `access`: what a GPU makes of it; loads and stores are accesses like others to its memory.
template <typename T>
T* atomic_word(volatile T* address, const void* code, hip_cpu_access access = HIP_CPU_ATOMIC) {
  T* word = const_cast<T*>(address);
  if (active) {
    const auto at = reinterpret_cast<Address>(word);
    check({at, sizeof(T), Kind::atomic, code, true});
    const Region* const region = requests ? grid->region_of(at) : nullptr;
    if (region) count(*region, at, sizeof(T), access, code);
    grid->synchronise(at, access != HIP_CPU_READ);
  }
  return word;
}

}  // namespace
}  // namespace hip_cpu::check

using namespace hip_cpu::check;

#define CODE __builtin_return_address(0)
#define FRAME __builtin_frame_address(0)
#define CALLER_FRAME (*static_cast<const void* const*>(FRAME))
#define CHECK(call)    \
  if (!active) return; \
  call

extern "C" {

void __tsan_init() {}

void __tsan_func_entry(void* caller) {
  CHECK(Thread& thread = *grid->current);
  const auto* here = static_cast<const char*>(FRAME);
  if (thread.stack - here > most_stack) stack_overflows(CODE);
  thread.calls.enter(caller);
  if (requests) requests->enter(CODE, caller);
  if (grid->trace) grid->trace->enter(CODE, CALLER_FRAME);
}

void __tsan_func_exit() {
  CHECK(grid->current->calls.leave());
  if (requests) requests->leave();
  if (grid->trace) grid->trace->leave(CODE, CALLER_FRAME);
}

void __sanitizer_cov_trace_pc() {
  CHECK(active->last_code = CODE);
  if (active->current->steps_left-- == 0) return runs_away(CODE);
  if (requests) requests->block(CODE);
}

#define ACCESSES(bytes, name, has_alignment)                                                     \
  void __tsan_##name##read##bytes(void* address) {                                               \
    CHECK(check({reinterpret_cast<Address>(address), bytes, Kind::read, CODE, has_alignment}));  \
  }                                                                                              \
  void __tsan_##name##write##bytes(void* address) {                                              \
    CHECK(check({reinterpret_cast<Address>(address), bytes, Kind::write, CODE, has_alignment})); \
  }
#define ACCESSES_TO_WORDS(bytes)                                                        \
  void __tsan_read##bytes(void* pointer) {                                              \
    CHECK((read_words<bytes>(reinterpret_cast<Address>(pointer), CODE)));               \
  }                                                                                     \
  void __tsan_write##bytes(void* pointer) {                                             \
    CHECK((check_words<Kind::write, bytes>(reinterpret_cast<Address>(pointer), CODE))); \
  }

ACCESSES(1, , true)
ACCESSES(2, , true)
ACCESSES(2, unaligned_, false)
ACCESSES(4, unaligned_, false)
ACCESSES(8, unaligned_, false)
ACCESSES(16, unaligned_, false)
ACCESSES_TO_WORDS(4)
ACCESSES_TO_WORDS(8)
ACCESSES_TO_WORDS(16)

void __tsan_read_range(void* address, std::size_t bytes) {
  CHECK(check_range(reinterpret_cast<Address>(address), bytes, Kind::read, CODE));
}
void __tsan_write_range(void* address, std::size_t bytes) {
  CHECK(check_range(reinterpret_cast<Address>(address), bytes, Kind::write, CODE));
}
void* hip_cpu_checked_memcpy(void* to, const void* from, std::size_t bytes) {
  check_copy(to, from, bytes, CODE);
  return std::memcpy(to, from, bytes);
}
void* hip_cpu_checked_memmove(void* to, const void* from, std::size_t bytes) {
  check_copy(to, from, bytes, CODE);
  return std::memmove(to, from, bytes);
}
void* hip_cpu_checked_memset(void* to, int value, std::size_t bytes) {
  if (active) check_range(reinterpret_cast<Address>(to), bytes, Kind::write, CODE);
  return std::memset(to, value, bytes);
}
void __tsan_vptr_read(void** address) {
  CHECK(check({reinterpret_cast<Address>(address), sizeof(void*), Kind::read, CODE, true}));
}
void __tsan_vptr_update(void** address, void*) {
  CHECK(check({reinterpret_cast<Address>(address), sizeof(void*), Kind::write, CODE, true}));
}

void __tsan_atomic_thread_fence(int) { CHECK(grid->fence()); }
void __tsan_atomic_signal_fence(int) { CHECK(grid->fence()); }

#define ATOMIC_UPDATE(T, bits, name)                                             \
  T __tsan_atomic##bits##_##name(volatile T* address, T value, int) {            \
    return __atomic_##name(atomic_word(address, CODE), value, __ATOMIC_SEQ_CST); \
  }
#define ATOMICS(T, bits)                                                                          \
  T __tsan_atomic##bits##_load(const volatile T* address, int) {                                  \
    return __atomic_load_n(atomic_word(const_cast<volatile T*>(address), CODE, HIP_CPU_READ),     \
                           __ATOMIC_SEQ_CST);                                                     \
  }                                                                                               \
  void __tsan_atomic##bits##_store(volatile T* address, T value, int) {                           \
    __atomic_store_n(atomic_word(address, CODE, HIP_CPU_WRITE), value, __ATOMIC_SEQ_CST);         \
  }                                                                                               \
  T __tsan_atomic##bits##_exchange(volatile T* address, T value, int) {                           \
    return __atomic_exchange_n(atomic_word(address, CODE), value, __ATOMIC_SEQ_CST);              \
  }                                                                                               \
  ATOMIC_UPDATE(T, bits, fetch_add)                                                               \
  ATOMIC_UPDATE(T, bits, fetch_sub)                                                               \
  ATOMIC_UPDATE(T, bits, fetch_and)                                                               \
  ATOMIC_UPDATE(T, bits, fetch_or)                                                                \
  ATOMIC_UPDATE(T, bits, fetch_xor)                                                               \
  ATOMIC_UPDATE(T, bits, fetch_nand)                                                              \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* address, T* expected, T value,    \
                                                    int, int) {                                   \
    return __atomic_compare_exchange_n(atomic_word(address, CODE), expected, value, false,        \
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                       \
  }                                                                                               \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* address, T* expected, T value, int, \
                                                  int) {                                          \
    return __atomic_compare_exchange_n(atomic_word(address, CODE), expected, value, false,        \
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                       \
  }                                                                                               \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* address, T expected, T value, int,     \
                                               int) {                                             \
    __atomic_compare_exchange_n(atomic_word(address, CODE), &expected, value, false,              \
                                __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                              \
    return expected;                                                                              \
  }

ATOMICS(std::uint8_t, 8)
ATOMICS(std::uint16_t, 16)
ATOMICS(std::uint32_t, 32)
ATOMICS(std::uint64_t, 64)

}  // extern "C"
