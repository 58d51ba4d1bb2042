// Titles of findings, why they matter and what helps.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "cli/report/verdict/findings/finding_origin.hpp"
#include "cli/report/verdict/findings/finding_text.hpp"

namespace hippuzzle {
namespace {

struct KindText {
  FindingKind kind;
  const char* title;
  const char* why;
};

constexpr KindText texts[] = {
    {FindingKind::out_of_bounds, "an access outside an array",
     "on a GPU it reads or overwrites whatever lies there, mostly without any sign of it"},
    {FindingKind::outside_shape, "an index outside a tensor's shape",
     "without a check the index lands on an element of another row, or past the end"},
    {FindingKind::use_after_free, "an access to freed memory",
     "the memory may belong to another buffer by then"},
    {FindingKind::misaligned, "an access at an address that is no multiple of its size",
     "a GPU stops the kernel with a misaligned address, or reads the wrong bytes"},
    {FindingKind::race, "two threads race for the same memory",
     "nothing orders the two accesses, so a GPU may make them in either order, and the answer is "
     "right by chance only; put a __syncthreads() between them"},
    {FindingKind::race_same_value, "two threads write the same value at once",
     "today's GPUs leave the value in place, but the language promises nothing; let one thread "
     "write"},
    {FindingKind::uninitialised, "a read of memory that nobody has written",
     "on a GPU it holds what the last kernel left there, not zeros"},
    {FindingKind::unwritten, "elements of the output that nobody has written",
     "they keep what the buffer held before, which need not be zeros"},
    {FindingKind::barrier, "a barrier that not all threads of the block reach",
     "all threads of a block must come to the same __syncthreads(), and all blocks of a grid as "
     "often to its sync(); where they do not, a GPU may wait for ever or go on too early"},
    {FindingKind::warp, "a warp operation that lacks lanes",
     "a GPU waits for the lanes that a mask names, and a value from a lane that takes no part is "
     "undefined"},
    {FindingKind::warp_dropped, "a value from a lane that takes no part",
     "nothing came of it here: with another value in its place memory held the same; a GPU gives "
     "any value, so keep it unused, or have all lanes take part and choose afterwards"},
    {FindingKind::runaway, "a thread that does not come to an end",
     "on a GPU the kernel hangs until the driver or the user stops it"},
    {FindingKind::stack_overflow, "the thread's stack overflows",
     "a GPU gives a thread 1 KiB of stack, if nobody asks for more"},
    {FindingKind::wild_pointer, "an access to what is no device memory",
     "a GPU stops the kernel with an illegal address, and with it all that its context held"},
    {FindingKind::division, "an integer is divided by zero, or the least one by -1",
     "a GPU does not stop there: the quotient is some number, and the kernel goes on with it"},
    {FindingKind::aborted, "the kernel ends itself",
     "an abort or a failed assertion ends the whole kernel on a GPU"},
    {FindingKind::claim, "more accesses than the puzzle promises",
     "memory is what most kernels wait for: the same answer takes less of it"},
    {FindingKind::too_early, "a result that is used before it is there",
     "a GPU goes on while memory answers, and the register or the word still holds what it held "
     "before; compilers wait by themselves, assembly has to"},
    {FindingKind::wait_states, "two instructions that stand too close",
     "the hardware does not wait between these two, so the second may see what was there before "
     "the first; compilers keep the distance by themselves, assembly has to"},
    {FindingKind::host_data, "a kernel uses the host's data",
     "hipcc and nvcc refuse it, the CPU's compiler alone takes it: a GPU has memory of its own; "
     "declare the variable __device__ or __constant__, or hand it over as a parameter"},
    {FindingKind::host_table, "a kernel uses a constant array of the host",
     "nvcc refuses it, hipcc and the CPU's compiler take it; declare the array __constant__, or "
     "constexpr within the kernel"},
    {FindingKind::constant_write, "a kernel writes to constant memory",
     "nvcc refuses it, or warns where it is an element or a member that is written, hipcc and the "
     "CPU's compiler take it, and what other threads then read is anybody's guess; declare the "
     "variable __device__, or write it by hipMemcpyToSymbol between "
     "launches"},
    {FindingKind::host_function, "a kernel calls a function of the host",
     "hipcc and nvcc refuse it, the CPU's compiler alone takes it; declare the function "
     "__device__, "
     "or constexpr"},
    {FindingKind::exception, "an exception in a kernel",
     "hipcc and nvcc refuse `throw` and `try`, the CPU's compiler alone takes them: write an error "
     "code to memory, or use assert"},
    {FindingKind::static_shared, "a kernel declares too much shared memory",
     "nvcc refuses more than 49152 bytes, hipcc and the CPU platform more than 65536; use a "
     "smaller "
     "tile, or `extern __shared__` memory, whose size the launch gives"},
    {FindingKind::no_peer_access, "an access to another device's memory without peer access",
     "a GPU stops the kernel with an illegal address; enable access from the kernel's device "
     "(hipSetDevice, hipDeviceEnablePeerAccess), or copy with hipMemcpyPeerAsync"},
};

const KindText& text_of(FindingKind kind) {
  const auto* found = std::ranges::find(texts, kind, &KindText::kind);
  if (found == std::end(texts)) throw std::runtime_error("a kind of finding without a text");
  return *found;
}

// Both sides are in one line of the source: for example one thread's sum += x and another's.
bool is_one_statement(const Finding& f) {
  if (f.sides.size() != 2) return false;
  const SourcePlace &a = f.sides[0].place, &b = f.sides[1].place;
  return a.line != 0 && a.line == b.line && a.file == b.file;
}

}  // namespace

const char* title_of(FindingKind kind) { return text_of(kind).title; }

const char* why(FindingKind kind) { return text_of(kind).why; }

std::string why(const Finding& finding) {
  if (finding.kind == FindingKind::race && is_of_copy(finding))
    return "the copy writes at any time before the thread that began it has waited for it; wait "
           "(async_copy_wait_all()), and then put a __syncthreads() in front of other threads' "
           "accesses";
  if (finding.kind == FindingKind::race && is_of_host_copy(finding))
    return "copies and launches in two streams have no order of their own; record an event behind "
           "the first (hipEventRecord) and have the second's stream wait for it "
           "(hipStreamWaitEvent)";
  if (is_between_launches(finding) && finding.kind != FindingKind::unwritten)
    return "launches in two streams have no order of their own; record an event behind the first "
           "(hipEventRecord) and have the second's stream wait for it (hipStreamWaitEvent)";
  if (finding.kind == FindingKind::race && is_of_scope(finding))
    return "an operation of a block's scope is atomic to the threads of its block alone, so a GPU "
           "may lose one of the two; use the device's scope: atomicAdd and its like without "
           "_block, "
           "__HIP_MEMORY_SCOPE_AGENT";
  if (finding.kind == FindingKind::wild_pointer && !finding.detail.empty())
    return "that memory ended with who had it: at the same address lies other memory now; hand "
           "values on in global memory";
  if (is_of_local(finding))
    return "on a GPU it is a register with whatever was in it last; give the variable a value "
           "where it is declared";
  if (finding.kind == FindingKind::race && !finding.between_blocks && is_one_statement(finding)) {
    const bool both_write =
        finding.sides[0].access != Access::read && finding.sides[1].access != Access::read;
    return both_write
               ? "the threads run the same statement, and no barrier comes between them there; let "
                 "one thread write, add up in a tree, or use an atomic operation"
               : "the threads run the same statement, and no barrier comes between them there; to "
                 "change one element together let one thread do it, add up in a tree, or use an "
                 "atomic operation; to take a neighbour's element read it into a variable, and "
                 "write behind a __syncthreads()";
  }
  if (finding.kind == FindingKind::race && finding.between_blocks) {
    return finding.after_barrier
               ? "a __syncthreads() orders the threads of one block only, and blocks run in any "
                 "order; use a second launch, or atomics with __threadfence()"
               : "blocks run in any order and at the same time; use a second launch, or atomics "
                 "with __threadfence()";
  }
  return why(finding.kind);
}

}  // namespace hippuzzle
