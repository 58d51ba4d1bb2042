// Functions that g++ -fsanitize=thread -fsanitize-coverage=trace-pc calls.
//
// At -O0 each access of the source has one call, which comes before it. A struct's copy calls for
// its write and then for its read, before both.
#include <algorithm>
#include <cstring>

#include "hip_cpu/check/detectors/accesses.hpp"
#include "hip_cpu/check/detectors/pointers.hpp"
#include "hip_cpu/check/detectors/runaway.hpp"
#include "hip_cpu/check/entries/host_turn.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"
#include "hip_cpu/check/execution/guessed_values.hpp"
#include "hip_cpu/check/execution/waiting.hpp"
#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {
namespace {

// Unchecked accesses of a thread go to the probe if the probe runs it. If no kernel runs, the
// thread is the host's.
[[gnu::noinline]] void tell_probe(const void* address, std::size_t bytes, Kind kind,
                                  const void* code, bool is_atomic = false) {
  const auto at = reinterpret_cast<Address>(address);
  if (probe) return probe->access(at, bytes, kind);
  if (!first_machine) return;
  const bool is_device_memory = first_machine->memory.shadow().contains(at);
  const bool may_be_unset = kind == Kind::read && UnsetCopies::may_be_unset(address, bytes);
  if (!is_device_memory && !may_be_unset) return;
  if (current_block && current_block->running()) return;
  const HostTurn turn;
  if (may_be_unset) first_machine->unset_copies.read(at, bytes);
  if (is_device_memory) first_machine->host_accesses.access(at, bytes, kind, code, is_atomic);
}
[[gnu::noinline]] void tell_probe_of_step() {
  if (probe) probe->step();
}

// Out of line, so that the callback that runs most often saves no registers.
[[gnu::noinline]] void run_away(CheckedMachine& machine, const void* code) {
  runs_away(machine, machine.site(code));
}
[[gnu::noinline]] void count_block(CheckedMachine& machine, const void* code) {
  machine.requests->block(code);
}

void check_copy(void* to, const void* from, std::size_t bytes, const void* code) {
  if (!active) {
    tell_probe(from, bytes, Kind::read, code);
    tell_probe(to, bytes, Kind::write, code);
    return;
  }
  check_range(*active, reinterpret_cast<Address>(from), bytes, Kind::read, code);
  check_range(*active, reinterpret_cast<Address>(to), bytes, Kind::write, code);
}

// g++ announces the copy of a type by its size alone, unless it is an access of 1, 2, 4, 8 or 16
// bytes that the type aligns to as much, or to eight. So one of such a size is aligned to less, and
// no GPU's compiler moves it at once.
unsigned at_once(std::size_t bytes) {
  const bool is_power = bytes <= 16 && (bytes & (bytes - 1)) == 0;
  return is_power && bytes > 1 ? std::min<unsigned>(static_cast<unsigned>(bytes) / 2, 4) : 16;
}

// Not inlined, so that without observers a callback saves no registers.
[[gnu::noinline]] void tell_enter(Machine& machine, const void* code, const void* frame) {
  machine.observers.tell(&LaunchObserver::enter, code, frame);
}
[[gnu::noinline]] void tell_leave(Machine& machine, const void* code, const void* frame) {
  machine.observers.tell(&LaunchObserver::leave, code, frame);
}

// Fibers have 64 KiB and more; a GPU's thread has 1 KiB by default.
constexpr std::ptrdiff_t most_stack = 48 * 1024;

// The running thread goes on after all others of its block that can run.
[[gnu::noinline]] void give_way(Machine& machine, const void* code) {
  const Away away;
  const Wait wait(machine, machine.site(code));
  hip_cpu_yield();
}

// An atomic operation: announced, made by `operate(word)`, and then recorded. `access`: the kind of
// access that a GPU makes; loads and stores are accesses like others to its memory. `drops`: the
// operation discards the old value, like a store. use_of(result): how it used the value.
template <typename T, typename Operate, typename UseOf>
auto atomic(volatile T* address, const void* code, hip_cpu_access access, bool drops,
            const Operate& operate, const UseOf& use_of) {
  T* const word = const_cast<T*>(address);
  if (!active) {
    tell_probe(word, sizeof(T), access == HIP_CPU_READ ? Kind::read : Kind::atomic, code, true);
    const auto result = operate(word);
    if (own_machine && own_machine->launch.is_unlooked_at)
      own_machine->order.pass_on(reinterpret_cast<Address>(word), use_of(result));
    return result;
  }
  CheckedMachine& machine = *active;
  const auto at = reinterpret_cast<Address>(word);
  const bool of_block = access != HIP_CPU_READ && machine.current->scope.is_block;
  machine.be_precise();
  check(machine, {at, sizeof(T), Kind::atomic, code, true, !drops, of_block, sizeof(T),
                  access == HIP_CPU_READ});
  const ShadowMemory* const memory = machine.requests ? machine.launch.memory_at(at) : nullptr;
  if (memory) request_range(machine, *memory, at, sizeof(T), sizeof(T), access, code);
  machine.order.admit_atomic(at);
  const auto result = operate(word);
  machine.order.synchronise(at, use_of(result));
  if (machine.schedule.lets_others_run()) give_way(machine, code);
  return result;
}

// An atomic operation that stores whatever the old value is, and that counts as a read unless its
// result is unused.
template <typename T, typename Operate>
T update(volatile T* address, const void* code, int order, const Operate& operate,
         bool drops = false) {
  settle_guess(active, address, sizeof(T), nullptr);
  return atomic(address, code, HIP_CPU_ATOMIC, drops, operate, [order](T) {
    return AtomicUse{true, true, Ordering::of(order)};
  });
}

template <typename T>
int compare_exchange(volatile T* address, T* expected, T value, const void* code, int order,
                     int order_of_failure) {
  settle_guess(active, address, sizeof(T), expected);
  return atomic(
      address, code, HIP_CPU_ATOMIC, false,
      [&](T* word) -> int {
        return __atomic_compare_exchange_n(word, expected, value, false, __ATOMIC_SEQ_CST,
                                           __ATOMIC_SEQ_CST);
      },
      [=](int has_stored) {
        return AtomicUse{true, has_stored != 0,
                         Ordering::of(has_stored ? order : order_of_failure)};
      });
}

}  // namespace

}  // namespace hip_cpu::check

using namespace hip_cpu::check;

#define CODE __builtin_return_address(0)
#define FRAME __builtin_frame_address(0)
#define CALLER_FRAME (*static_cast<const void* const*>(FRAME))
#define CHECK(call)                  \
  if (!active) return;               \
  CheckedMachine& machine = *active; \
  call
#define CHECK_ACCESS(address, bytes, kind, call)                    \
  if (!active) return tell_probe(address, bytes, Kind::kind, CODE); \
  CheckedMachine& machine = *active;                                \
  call

extern "C" {

void __tsan_init() {}

void __tsan_func_entry(void* caller) {
  CHECK(Thread& thread = *machine.current);
  const auto* here = static_cast<const char*>(FRAME);
  if (thread.stack - here > most_stack) stack_overflows(machine, CODE);
  thread.calls.enter(caller);
  if (machine.requests) machine.requests->enter(CODE, caller);
  if (machine.observers.want_steps()) tell_enter(machine, CODE, CALLER_FRAME);
}

void __tsan_func_exit() {
  CHECK(machine.current->calls.leave());
  if (machine.requests) machine.requests->leave();
  if (machine.observers.want_steps()) tell_leave(machine, CODE, CALLER_FRAME);
}

void __sanitizer_cov_trace_pc() {
  if (!active) return tell_probe_of_step();
  CheckedMachine& machine = *active;
  machine.launch.last_code = CODE;
  if (machine.current->steps_left-- == 0) return run_away(machine, CODE);
  if (machine.requests) count_block(machine, CODE);
}

#define ACCESS(bytes, name, kind, has_alignment, reads)                                       \
  void __tsan_##name##bytes(void* address) {                                                  \
    CHECK_ACCESS(address, bytes, kind,                                                        \
                 check(machine, {reinterpret_cast<Address>(address), bytes, Kind::kind, CODE, \
                                 has_alignment, reads}));                                     \
  }
#define ACCESSES(bytes, name, has_alignment)           \
  ACCESS(bytes, name##read, read, has_alignment, true) \
  ACCESS(bytes, name##write, write, has_alignment, false)
#define ACCESSES_TO_WORDS(bytes)                                                               \
  void __tsan_read##bytes(void* pointer) {                                                     \
    CHECK_ACCESS(pointer, bytes, read,                                                         \
                 (read_words<bytes>(machine, reinterpret_cast<Address>(pointer), CODE)));      \
  }                                                                                            \
  void __tsan_write##bytes(void* pointer) {                                                    \
    CHECK_ACCESS(                                                                              \
        pointer, bytes, write,                                                                 \
        (check_words<Kind::write, bytes>(machine, reinterpret_cast<Address>(pointer), CODE))); \
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
  CHECK_ACCESS(address, bytes, read,
               check_range(machine, reinterpret_cast<Address>(address), bytes, Kind::read, CODE,
                           at_once(bytes)));
}
void __tsan_write_range(void* address, std::size_t bytes) {
  CHECK_ACCESS(address, bytes, write,
               check_range(machine, reinterpret_cast<Address>(address), bytes, Kind::write, CODE,
                           at_once(bytes)));
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
  if (active) {
    check_range(*active, reinterpret_cast<Address>(to), bytes, Kind::write, CODE);
  } else {
    tell_probe(to, bytes, Kind::write, CODE);
  }
  return std::memset(to, value, bytes);
}
void __tsan_vptr_read(void** address) {
  CHECK_ACCESS(address, sizeof(void*), read,
               check(machine, {reinterpret_cast<Address>(address), sizeof(void*), Kind::read, CODE,
                               true, true}));
}
void __tsan_vptr_update(void** address, void* table) {
  CHECK(make_object(reinterpret_cast<Address>(table)));
  check(machine,
        {reinterpret_cast<Address>(address), sizeof(void*), Kind::write, CODE, true, false});
}

// __threadfence() and __threadfence_block() of <hip_cpu/sync.hpp>.
void __tsan_atomic_thread_fence(int order) {
  CHECK(machine.order.fence(FenceScope::device, Ordering::of(order)));
}
void __tsan_atomic_signal_fence(int order) {
  CHECK(machine.order.fence(FenceScope::block, Ordering::of(order)));
}

#define ATOMIC_UPDATE(T, bits, name)                                                            \
  T __tsan_atomic##bits##_##name(volatile T* address, T value, int order) {                     \
    return update(address, CODE, order,                                                         \
                  [value](T* word) { return __atomic_##name(word, value, __ATOMIC_SEQ_CST); }); \
  }
#define ATOMICS(T, bits)                                                                       \
  T __tsan_atomic##bits##_load(const volatile T* address, int order) {                         \
    return atomic(                                                                             \
        const_cast<volatile T*>(address), CODE, HIP_CPU_READ, false,                           \
        [](T* word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); },                       \
        [order](T) {                                                                           \
          return AtomicUse{true, false, Ordering::of(order)};                                  \
        });                                                                                    \
  }                                                                                            \
  void __tsan_atomic##bits##_store(volatile T* address, T value, int order) {                  \
    const auto store = [value](T* word) {                                                      \
      __atomic_store_n(word, value, __ATOMIC_SEQ_CST);                                         \
      return value;                                                                            \
    };                                                                                         \
    settle_guess(active, address, sizeof(T), nullptr);                                         \
    atomic(address, CODE, HIP_CPU_WRITE, true, store, [order](T) {                             \
      return AtomicUse{false, true, Ordering::of(order)};                                      \
    });                                                                                        \
  }                                                                                            \
  T __tsan_atomic##bits##_exchange(volatile T* address, T value, int order) {                  \
    const auto exchange = [value](T* word) {                                                   \
      return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);                               \
    };                                                                                         \
    return update(address, CODE, order, exchange, true);                                       \
  }                                                                                            \
  ATOMIC_UPDATE(T, bits, fetch_add)                                                            \
  ATOMIC_UPDATE(T, bits, fetch_sub)                                                            \
  ATOMIC_UPDATE(T, bits, fetch_and)                                                            \
  ATOMIC_UPDATE(T, bits, fetch_or)                                                             \
  ATOMIC_UPDATE(T, bits, fetch_xor)                                                            \
  ATOMIC_UPDATE(T, bits, fetch_nand)                                                           \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* address, T* expected, T value, \
                                                    int order, int order_of_failure) {         \
    return compare_exchange(address, expected, value, CODE, order, order_of_failure);          \
  }                                                                                            \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* address, T* expected, T value,   \
                                                  int order, int order_of_failure) {           \
    return compare_exchange(address, expected, value, CODE, order, order_of_failure);          \
  }                                                                                            \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* address, T expected, T value,       \
                                               int order, int order_of_failure) {              \
    compare_exchange(address, &expected, value, CODE, order, order_of_failure);                \
    return expected;                                                                           \
  }

ATOMICS(std::uint8_t, 8)
ATOMICS(std::uint16_t, 16)
ATOMICS(std::uint32_t, 32)
ATOMICS(std::uint64_t, 64)

// <hip_cpu/scoped_atomics.hpp>
void hip_cpu_checked_enter_scope(int scope, bool has_order) {
  constexpr int workgroup = 3;  // __HIP_MEMORY_SCOPE_WORKGROUP; narrower ones are below
  CHECK((machine.current->scope = {scope <= workgroup, has_order}));
}
void hip_cpu_checked_leave_scope() { CHECK(machine.current->scope = {}); }

}  // extern "C"
