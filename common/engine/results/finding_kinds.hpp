// The kinds of findings, one row each. From the rows come the enumerators, the checker's numbers,
// the words in files and documents, and the texts that are the same for all findings of a kind.
#pragma once

#include <hip_cpu/check.h>

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace hippuzzle {

// row(enumerator, the checker's number, id, category, level, title, reason) for kinds that the
// checker reports; source_row() for kinds that hippuzzle finds in a module's code, without a
// number. id: for programs and for comments that allow a finding. category: for --only and
// suppressions. A warning leaves the verdict unchanged. title: of all findings of the kind. reason:
// the consequence on a GPU and the remedy, in one sentence. Documents list the kinds in this order.
// clang-format off
#define HIPPUZZLE_FINDING_KINDS(row, source_row)                                                  \
  row(out_of_bounds, HIP_CPU_OUT_OF_BOUNDS, "out-of-bounds", "bounds", error,                     \
      "an access outside an array",                                                               \
      "on a GPU it reads or overwrites whatever lies there, mostly without any sign of it")       \
  row(outside_shape, HIP_CPU_OUTSIDE_SHAPE, "outside-shape", "bounds", error,                     \
      "an index outside a tensor's shape",                                                        \
      "without a check the index lands on an element of another row, or past the end")            \
  row(use_after_free, HIP_CPU_USE_AFTER_FREE, "use-after-free", "bounds", error,                  \
      "an access to freed memory",                                                                \
      "the memory may belong to another buffer by then")                                          \
  row(misaligned, HIP_CPU_MISALIGNED, "misaligned", "alignment", error,                           \
      "an access at an address that is no multiple of its size",                                  \
      "a GPU stops the kernel with a misaligned address, or reads the wrong bytes")               \
  row(race, HIP_CPU_RACE, "race", "race", error,                                                  \
      "two threads race for the same memory",                                                     \
      "nothing orders the two accesses, so a GPU may make them in either order, and the "         \
      "answer is right by chance only; put a __syncthreads() between them")                       \
  row(race_same_value, HIP_CPU_RACE_SAME, "race-same-value", "race", warning,                     \
      "two threads write the same value at once",                                                 \
      "today's GPUs leave the value in place, but the language promises nothing; let one "        \
      "thread write")                                                                             \
  row(uninitialised, HIP_CPU_UNINITIALISED, "uninitialised", "uninitialised", error,              \
      "a read of memory that nobody has written",                                                 \
      "on a GPU it holds what the last kernel left there, not zeros")                             \
  row(unwritten, HIP_CPU_UNWRITTEN, "unwritten", "uninitialised", error,                          \
      "elements of the output that nobody has written",                                           \
      "they keep what the buffer held before, which need not be zeros")                           \
  row(barrier, HIP_CPU_BARRIER, "barrier-divergence", "barrier", error,                           \
      "a barrier that not all threads of the block reach",                                        \
      "all threads of a block must come to the same __syncthreads(), and all blocks of a "        \
      "grid as often to its sync(); where they do not, a GPU may wait for ever or go on too "     \
      "early")                                                                                    \
  row(warp, HIP_CPU_WARP, "warp-lanes", "warp", error,                                            \
      "a warp operation that lacks lanes",                                                        \
      "a GPU waits for the lanes that a mask names, and a value from a lane that takes no "       \
      "part is undefined")                                                                        \
  row(warp_dropped, HIP_CPU_WARP_DROPPED, "warp-lanes-unused", "warp", warning,                   \
      "a value from a lane that takes no part",                                                   \
      "nothing came of it here: with another value in its place memory held the same; a GPU "     \
      "gives any value, so keep it unused, or have all lanes take part and choose "               \
      "afterwards")                                                                               \
  row(runaway, HIP_CPU_RUNAWAY, "runaway", "crash", error,                                        \
      "a thread that does not come to an end",                                                    \
      "on a GPU the kernel hangs until the driver or the user stops it")                          \
  row(stack_overflow, HIP_CPU_STACK_OVERFLOW, "stack-overflow", "crash", error,                   \
      "the thread's stack overflows",                                                             \
      "a GPU gives a thread 1 KiB of stack, if nobody asks for more")                             \
  row(wild_pointer, HIP_CPU_WILD, "wild-pointer", "crash", error,                                 \
      "an access to what is no device memory",                                                    \
      "a GPU stops the kernel with an illegal address, and with it all that its context "         \
      "held")                                                                                     \
  row(division, HIP_CPU_DIVISION, "division-by-zero", "crash", error,                             \
      "an integer is divided by zero, or the least one by -1",                                    \
      "a GPU does not stop there: the quotient is some number, and the kernel goes on with "      \
      "it")                                                                                       \
  row(aborted, HIP_CPU_ABORTED, "aborted", "crash", error,                                        \
      "the kernel ends itself",                                                                   \
      "an abort or a failed assertion ends the whole kernel on a GPU")                            \
  row(claim, HIP_CPU_LIMIT, "claim", "counts", error,                                             \
      "more accesses than the puzzle promises",                                                   \
      "memory is what most kernels wait for: the same answer takes less of it")                   \
  row(too_early, HIP_CPU_TOO_EARLY, "too-early", "machine", error,                                \
      "a result that is used before it is there",                                                 \
      "a GPU goes on while memory answers, and the register or the word still holds what it "     \
      "held before; compilers wait by themselves, assembly has to")                               \
  row(wait_states, HIP_CPU_WAIT_STATES, "wait-states", "machine", error,                          \
      "two instructions that stand too close",                                                    \
      "the hardware does not wait between these two, so the second may see what was there "       \
      "before the first; compilers keep the distance by themselves, assembly has to")             \
  source_row(host_data, "host-data", "compiler", error,                                           \
      "a kernel uses the host's data",                                                            \
      "hipcc and nvcc refuse it, the CPU's compiler alone takes it: a GPU has memory of its "     \
      "own; declare the variable __device__ or __constant__, or hand it over as a parameter")     \
  source_row(host_table, "host-table", "compiler", warning,                                       \
      "a kernel uses a constant array of the host",                                               \
      "nvcc refuses it, hipcc and the CPU's compiler take it; declare the array "                 \
      "__constant__, or constexpr within the kernel")                                             \
  source_row(constant_write, "constant-write", "compiler", error,                                 \
      "a kernel writes to constant memory",                                                       \
      "nvcc refuses it, or warns where it is an element or a member that is written, hipcc "      \
      "and the CPU's compiler take it, and what other threads then read is anybody's guess; "     \
      "declare the variable __device__, or write it by hipMemcpyToSymbol between launches")       \
  source_row(host_function, "host-function", "compiler", error,                                   \
      "a kernel calls a function of the host",                                                    \
      "hipcc and nvcc refuse it, the CPU's compiler alone takes it; declare the function "        \
      "__device__, or constexpr")                                                                 \
  source_row(exception, "exception", "compiler", error,                                           \
      "an exception in a kernel",                                                                 \
      "hipcc and nvcc refuse `throw` and `try`, the CPU's compiler alone takes them: write "      \
      "an error code to memory, or use assert")                                                   \
  source_row(static_shared, "static-shared", "compiler", error,                                   \
      "a kernel declares too much shared memory",                                                 \
      "nvcc refuses more than 49152 bytes, hipcc and the CPU platform more than 65536; use "      \
      "a smaller tile, or `extern __shared__` memory, whose size the launch gives")               \
  row(no_peer_access, HIP_CPU_NO_PEER_ACCESS, "peer-access", "devices", error,                    \
      "an access to another device's memory without peer access",                                 \
      "a GPU stops the kernel with an illegal address; enable access from the kernel's "          \
      "device (hipSetDevice, hipDeviceEnablePeerAccess), or copy with hipMemcpyPeerAsync")
// clang-format on

#define HIPPUZZLE_ENUMERATOR(kind, ...) kind,
enum class FindingKind { HIPPUZZLE_FINDING_KINDS(HIPPUZZLE_ENUMERATOR, HIPPUZZLE_ENUMERATOR) };
#undef HIPPUZZLE_ENUMERATOR

enum class FindingLevel { error, warning };

struct FindingRule {
  FindingKind kind;
  int number;            // of the checker's; 0: found in a module's code
  const char* id;        // "race-same-value"
  const char* category;  // "race"
  bool is_error;         // else a warning
  const char* title;     // "two threads race for the same memory"
  const char* reason;
};

#define HIPPUZZLE_ROW(kind, number, id, category, level, title, reason) \
  {FindingKind::kind,                                                   \
   number,                                                              \
   id,                                                                  \
   category,                                                            \
   FindingLevel::level == FindingLevel::error,                          \
   title,                                                               \
   reason},
#define HIPPUZZLE_SOURCE_ROW(kind, ...) HIPPUZZLE_ROW(kind, 0, __VA_ARGS__)
inline constexpr FindingRule all_finding_rules[] = {
    HIPPUZZLE_FINDING_KINDS(HIPPUZZLE_ROW, HIPPUZZLE_SOURCE_ROW)};
#undef HIPPUZZLE_SOURCE_ROW
#undef HIPPUZZLE_ROW

// One for each kind, in the order of the rows.
constexpr std::span<const FindingRule> finding_rules() { return all_finding_rules; }

// Throws std::runtime_error on a value that is no kind.
constexpr const FindingRule& rule_of(FindingKind kind) {
  const auto index = static_cast<size_t>(kind);
  if (index >= std::size(all_finding_rules))
    throw std::runtime_error("a finding of an unknown kind");
  return all_finding_rules[index];
}

// Throws std::runtime_error for a number that no row has.
FindingKind finding_kind(int number);

// The categories, each once, in the order of the rows.
std::vector<std::string> finding_categories();

}  // namespace hippuzzle
