// One row for each kind of finding: all that is the same for every finding of that kind.
#pragma once

#include <hip_cpu/check.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/results/finding.hpp"

namespace hippuzzle {

struct FindingRule {
  enum class Level { error, warning, note };

  FindingKind kind;
  int number;            // of hip_cpu/check.h, or not_of_the_runtime
  const char* id;        // "race-same-value": for programs
  const char* category;  // "race": the name in a suppression
  Level level;           // a warning or a note leaves the verdict as it is
  const char* title;
  const char* why;  // it matters, and how to fix it
};

// The number of a kind that the checker of the CPU platform never reports.
inline constexpr int not_of_the_runtime = -1;

namespace finding_kinds {
using Level = FindingRule::Level;

// In the order in which they are explained.
inline constexpr FindingRule table[] = {
    {FindingKind::out_of_bounds, HIP_CPU_OUT_OF_BOUNDS, "out-of-bounds", "bounds", Level::error,
     "an access outside an array",
     "on a GPU it reads or overwrites whatever lies there, mostly without any sign of it; guard "
     "the access with the size"},
    {FindingKind::outside_shape, HIP_CPU_OUTSIDE_SHAPE, "outside-shape", "bounds", Level::error,
     "an index outside a tensor's shape",
     "without a check the index lands on an element of another row, or past the end; guard the "
     "access with the shape"},
    {FindingKind::use_after_free, HIP_CPU_USE_AFTER_FREE, "use-after-free", "bounds", Level::error,
     "an access to freed memory", "the memory may belong to another buffer by then"},
    {FindingKind::misaligned, HIP_CPU_MISALIGNED, "misaligned", "alignment", Level::error,
     "an access at an address that is not a multiple of its size",
     "a GPU stops the kernel with a misaligned address, or reads the wrong bytes"},
    {FindingKind::race, HIP_CPU_RACE, "race", "race", Level::error,
     "two threads race for the same memory",
     "nothing orders the two accesses, so a GPU may make them in either order, and the answer is "
     "right by chance only; put a __syncthreads() between them"},
    {FindingKind::race_same_value, HIP_CPU_RACE_SAME, "race-same-value", "race", Level::warning,
     "two threads write the same value at once",
     "today's GPUs leave the value in place, but the language promises nothing; let one thread "
     "write"},
    {FindingKind::race_benign, HIP_CPU_RACE_BENIGN, "race-benign", "race", Level::note,
     "a plain read that a compare-and-swap checks",
     "by the language it is a race, but the compare-and-swap refuses an old value, so the result "
     "is right on every GPU; an atomic load instead of the plain read removes this note"},
    {FindingKind::uninitialised, HIP_CPU_UNINITIALISED, "uninitialised", "uninitialised",
     Level::error, "a read of memory that nobody has written",
     "on a GPU it holds data of an earlier kernel, not zeros; write it first, and put a "
     "__syncthreads() between another thread's write and the read"},
    {FindingKind::unwritten, HIP_CPU_UNWRITTEN, "unwritten", "uninitialised", Level::error,
     "elements of the output that nobody has written",
     "they keep the buffer's old values, which need not be zeros; look at the index and the "
     "guard of the write"},
    {FindingKind::barrier, HIP_CPU_BARRIER, "barrier-divergence", "barrier", Level::error,
     "a barrier that not all threads of the block reach",
     "all threads of a block must reach the same __syncthreads(), and all blocks of a grid must "
     "reach its sync() equally often; otherwise a GPU may wait for ever or go on too early"},
    {FindingKind::warp, HIP_CPU_WARP, "warp-lanes", "warp", Level::error,
     "a warp operation that lacks lanes",
     "a GPU waits for the lanes that a mask names, and a value from a lane that takes no part is "
     "undefined"},
    {FindingKind::warp_dropped, HIP_CPU_WARP_DROPPED, "warp-lanes-unused", "warp", Level::warning,
     "a value from a lane that takes no part",
     "it had no effect here: with another value, memory held the same; a GPU gives any value, so "
     "keep it unused, or have all lanes take part and choose afterwards"},
    {FindingKind::runaway, HIP_CPU_RUNAWAY, "runaway", "crash", Level::error,
     "a thread that does not come to an end",
     "on a GPU the kernel hangs until the driver or the user stops it"},
    {FindingKind::stack_overflow, HIP_CPU_STACK_OVERFLOW, "stack-overflow", "crash", Level::error,
     "the thread's stack overflows",
     "a GPU gives a thread 1 KiB of stack, if nobody asks for more"},
    {FindingKind::wild_pointer, HIP_CPU_WILD, "wild-pointer", "crash", Level::error,
     "an access outside device memory",
     "a GPU stops the kernel with an illegal address, and its context loses all its memory"},
    {FindingKind::division, HIP_CPU_DIVISION, "division-by-zero", "crash", Level::error,
     "an integer is divided by zero, or the least one by -1",
     "a GPU does not stop there: the quotient is some number, and the kernel goes on with it"},
    {FindingKind::aborted, HIP_CPU_ABORTED, "aborted", "crash", Level::error,
     "the kernel ends itself", "an abort or a failed assertion ends the whole kernel on a GPU"},
    {FindingKind::claim, HIP_CPU_LIMIT, "claim", "counts", Level::error,
     "more or less of something than the puzzle promises",
     "most kernels wait for memory: the same answer takes fewer accesses"},
    {FindingKind::too_early, HIP_CPU_TOO_EARLY, "too-early", "machine", Level::error,
     "a result that is used before it is there",
     "a GPU goes on while memory answers, and the register or the word still holds its old "
     "value; compilers insert the wait, assembly must contain it"},
    {FindingKind::wait_states, HIP_CPU_WAIT_STATES, "wait-states", "machine", Level::error,
     "two instructions that stand too close",
     "the hardware does not wait between these two, so the second may see the value from before "
     "the first; compilers keep the distance, assembly must keep it too"},
    {FindingKind::host_data, not_of_the_runtime, "host-data", "compiler", Level::error,
     "a kernel uses the host's data",
     "hipcc and nvcc refuse it, the CPU's compiler alone takes it: a GPU has memory of its own; "
     "declare the variable __device__ or __constant__, or hand it over as a parameter"},
    {FindingKind::host_table, not_of_the_runtime, "host-table", "compiler", Level::warning,
     "a kernel uses a constant array of the host",
     "nvcc refuses it, hipcc and the CPU's compiler take it; declare the array __constant__, or "
     "constexpr within the kernel"},
    {FindingKind::constant_write, not_of_the_runtime, "constant-write", "compiler", Level::error,
     "a kernel writes to constant memory",
     "nvcc refuses it, or warns where it is an element or a member that is written, hipcc and the "
     "CPU's compiler take it, and other threads may then read the old or the new value; declare "
     "the "
     "variable __device__, or write it by hipMemcpyToSymbol between "
     "launches"},
    {FindingKind::host_function, not_of_the_runtime, "host-function", "compiler", Level::error,
     "a kernel calls a function of the host",
     "hipcc and nvcc refuse it, the CPU's compiler alone takes it; declare the function "
     "__device__, "
     "or constexpr"},
    {FindingKind::exception, not_of_the_runtime, "exception", "compiler", Level::error,
     "an exception in a kernel",
     "hipcc and nvcc refuse `throw` and `try`, the CPU's compiler alone takes them: write an error "
     "code to memory, or use assert"},
    {FindingKind::static_shared, not_of_the_runtime, "static-shared", "compiler", Level::error,
     "a kernel declares too much shared memory",
     "nvcc refuses more than 49152 bytes, hipcc and the CPU platform more than 65536; use a "
     "smaller "
     "tile, or `extern __shared__` memory, whose size the launch gives"},
    {FindingKind::no_peer_access, HIP_CPU_NO_PEER_ACCESS, "peer-access", "devices", Level::error,
     "an access to another device's memory without peer access",
     "a GPU stops the kernel with an illegal address; enable access from the kernel's device "
     "(hipSetDevice, hipDeviceEnablePeerAccess), or copy with hipMemcpyPeerAsync"},
    {FindingKind::api_error, HIP_CPU_API_ERROR, "api-error", "api", Level::warning,
     "a call of HIP fails and nobody looks at its result",
     "the call did nothing, and the program goes on as if it had; compare the result with "
     "hipSuccess, and call hipGetLastError() after a launch"},
    {FindingKind::host_access, HIP_CPU_HOST_ACCESS, "host-access", "api", Level::error,
     "the host accesses memory of the device",
     "with a GPU the program ends with a segmentation fault: hipMalloc gives memory that only "
     "kernels and copies reach; copy it with hipMemcpy, or allocate it with hipMallocManaged or "
     "hipHostMalloc"},
};

// Every kind has one row, and no number or id stands in two.
consteval bool is_complete() {
  constexpr size_t kinds = static_cast<size_t>(FindingKind::host_access) + 1;
  for (size_t kind = 0; kind < kinds; ++kind) {
    if (std::ranges::count(table, static_cast<FindingKind>(kind), &FindingRule::kind) != 1)
      return false;
  }
  return std::ranges::all_of(table, [](const FindingRule& row) {
    return std::ranges::count(
               table, std::string_view(row.id),
               [](const FindingRule& other) { return std::string_view(other.id); }) == 1 &&
           (row.number == not_of_the_runtime ||
            std::ranges::count(table, row.number, &FindingRule::number) == 1);
  });
}
static_assert(is_complete());
}  // namespace finding_kinds

inline std::span<const FindingRule> finding_rules() { return finding_kinds::table; }

// Throws std::runtime_error for a kind that is none.
const FindingRule& rule_of(FindingKind kind);

// The level of one finding, which may be worse than its kind's.
FindingRule::Level level_of(const Finding& finding);
bool is_error(const Finding& finding);
const char* name_of(FindingRule::Level level);  // as SARIF has it

// The kind of a number of hip_cpu/check.h. Throws std::runtime_error for a number that is not known
// here.
FindingKind finding_kind(int number);

// The categories, each once, in the table's order.
std::vector<std::string> finding_categories();

}  // namespace hippuzzle
