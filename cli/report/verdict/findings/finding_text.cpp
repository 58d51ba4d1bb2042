#include "cli/report/verdict/findings/finding_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "engine/protocol/names.hpp"
#include "engine/support/text/text.hpp"

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
    {FindingKind::division, "an integer is divided by zero",
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

const char* name_of(Access access) {
  switch (access) {
    case Access::read:
      return "read";
    case Access::write:
      return "write";
    case Access::atomic:
      return "atomic operation";
    case Access::none:
      break;
  }
  return "access";
}

// "'a' (4 elements)": what the array is.
std::string extent(const Finding& f) {
  const std::string name =
      f.array.empty() ? (f.shared ? "a shared array" : "a buffer") : fmt::format("'{}'", f.array);
  if (f.array_bytes == 0) return name;
  const uint64_t bytes = f.element_bytes != 0 ? f.element_bytes : f.bytes;
  if (bytes == 0 || f.array_bytes % bytes != 0)
    return fmt::format("{} ({} bytes)", name, f.array_bytes);
  const uint64_t elements = f.array_bytes / bytes;
  return fmt::format("{} ({} element{})", name, elements, elements == 1 ? "" : "s");
}

const char* memory_of(const Finding& f) { return f.shared ? "shared memory" : "memory"; }

std::string access_of(const Finding& f) {
  const std::string access = f.sides.empty() ? "access" : name_of(f.sides[0].access);
  const char* article = access.front() == 'a' ? "an" : "a";
  const bool is_atomic = !f.sides.empty() && f.sides[0].access == Access::atomic;
  return fmt::format("{} {} {} {}", article, access, is_atomic ? "on" : "of",
                     f.element.empty() ? memory_of(f) : f.element);
}

std::string barrier_headline(const Finding& f) {
  if (f.threads == 0) return f.detail;
  if (f.sides.size() == 2 && !f.sides[1].has_left_kernel()) {
    return fmt::format("{} of {} threads wait at one barrier, others elsewhere", f.waiting,
                       f.threads);
  }
  return fmt::format("{} of {} threads wait at a barrier, {} {} left the kernel", f.waiting,
                     f.threads, f.missing, f.missing == 1 ? "has" : "have");
}

const char* promised(Counted what) {
  switch (what) {
    case Counted::global_reads:
      return "reads global memory";
    case Counted::global_writes:
      return "writes global memory";
    case Counted::shared_reads:
      return "reads shared memory";
    case Counted::shared_writes:
      return "writes shared memory";
    case Counted::barriers:
      return "waits at a barrier";
    case Counted::bank_conflicts:
      return "meets bank conflicts";
    case Counted::global_sectors:
      return "touches sectors of global memory";
    default:
      return "goes to memory";
  }
}

// "a thread reads global memory 3 times where the puzzle promises 1"
std::string claim_headline(const Finding& f) {
  return fmt::format("{} {} {} time{} where the puzzle promises {}",
                     f.limit.in_all ? "the kernel" : "a thread", promised(f.limit.what), f.counted,
                     f.counted == 1 ? "" : "s",
                     f.limit.most == 0 ? "none" : std::to_string(f.limit.most));
}

// What the runtime says of races beside their sides.
bool is_of_copy(const Finding& f) { return f.detail == "copy"; }
bool is_between_launches(const Finding& f) { return f.detail == "launches"; }
bool is_of_host_copy(const Finding& f) { return f.detail == "streams"; }
bool is_of_local(const Finding& f) {  // without a value
  return f.kind == FindingKind::uninitialised && f.detail == "unset";
}

// Seen without a thread that runs.
bool is_of_source(FindingKind kind) {
  return kind == FindingKind::host_data || kind == FindingKind::host_table ||
         kind == FindingKind::host_function || kind == FindingKind::exception ||
         kind == FindingKind::static_shared;
}

// Both sides are in one line of the source: for example one thread's sum += x and another's.
bool is_one_statement(const Finding& f) {
  if (f.sides.size() != 2) return false;
  const SourcePlace &a = f.sides[0].place, &b = f.sides[1].place;
  return a.line != 0 && a.line == b.line && a.file == b.file;
}

// "a read and a write of", of a race's two sides.
const char* racing_accesses_of(const Finding& f) {
  const auto is = [&](Access access) {
    return std::ranges::count(f.sides, access, &FindingSide::access) != 0;
  };
  if (is(Access::atomic))
    return is(Access::read) ? "a read and an atomic operation on"
                            : "a write and an atomic operation on";
  return is(Access::read) ? "a read and a write of" : "two writes of";
}

const char* copies_of(const Finding& f) {
  const bool both = f.sides.size() == 2 && f.sides[0].copy && f.sides[1].copy;
  return both ? "by two copies" : "by a copy and a kernel";
}

std::string what(const Finding& f) {
  switch (f.kind) {
    case FindingKind::out_of_bounds:
      if (!f.detail.empty())
        return fmt::format("{}, {} '{}'", access_of(f),
                           f.index < 0 ? "in front of" : "past the end of", f.detail);
      return fmt::format("{}, {} {}", access_of(f), f.first < 0 ? "in front of" : "past the end of",
                         extent(f));
    case FindingKind::outside_shape:
    case FindingKind::warp:
    case FindingKind::warp_dropped:
      return f.detail;
    case FindingKind::use_after_free:
      return fmt::format("{}, which was freed before the launch", access_of(f));
    case FindingKind::misaligned:
      return fmt::format("{} at an address that is no multiple of {} bytes", access_of(f), f.bytes);
    case FindingKind::race:
    case FindingKind::race_same_value:
      if (is_of_copy(f))
        return fmt::format("{} that an asynchronous copy still writes", access_of(f));
      return fmt::format("{} {}, {}", racing_accesses_of(f),
                         f.element.empty() ? memory_of(f) : f.element,
                         is_between_launches(f) ? "by two launches"
                         : is_of_host_copy(f)   ? copies_of(f)
                         : f.between_blocks     ? "by two blocks"
                                                : "by two threads of a block");
    case FindingKind::too_early:
    case FindingKind::wait_states:
      return f.detail;
    case FindingKind::host_data:
      return fmt::format("the kernel uses '{}', a variable of the host", f.detail);
    case FindingKind::host_table:
      return fmt::format("the kernel uses '{}', a constant array of the host", f.detail);
    case FindingKind::host_function:
      return fmt::format("the kernel calls '{}', a function of the host", f.detail);
    case FindingKind::exception:
      return fmt::format("a `{}` in a kernel", f.detail);
    case FindingKind::static_shared:
      return fmt::format("the kernel declares {} bytes of shared memory, {} are allowed", f.counted,
                         f.limit.most);
    case FindingKind::no_peer_access:
      return fmt::format("{}, {}", access_of(f), f.detail);
    case FindingKind::uninitialised:
      if (is_of_local(f))
        return fmt::format("{} with a local variable that nobody has given a value", access_of(f));
      if (!f.detail.empty()) return f.detail;
      return fmt::format("{}, which nobody has written", access_of(f));
    case FindingKind::unwritten:
      if (f.count == 0) return fmt::format("not all of '{}' was written", f.array);
      return fmt::format("{} bytes of '{}' were never written, the first at {}", f.count, f.array,
                         f.element);
    case FindingKind::barrier:
      return barrier_headline(f);
    case FindingKind::claim:
      return claim_headline(f);
    case FindingKind::wild_pointer:
      if (!f.detail.empty()) return fmt::format("{}, which {}", access_of(f), f.detail);
      return fmt::format("{} at 0x{:x}{}", access_of(f), f.address,
                         f.address < 4096 ? ", a null pointer" : "");
    default:
      return title_of(f.kind);
  }
}

}  // namespace

const char* title_of(FindingKind kind) { return text_of(kind).title; }

const char* why(FindingKind kind) { return text_of(kind).why; }

std::string headline(const Finding& finding) {
  return fmt::format("{}: {}", word_of(finding.kind), what(finding));
}

std::string describe_side(const Finding& finding, size_t index) {
  const FindingSide& side = finding.sides[index];
  if (is_of_source(finding.kind)) return "here";
  if (side.copy) return fmt::format("{} by a copy or fill of the host's", name_of(side.access));
  const std::string who =
      fmt::format("thread {} of block {}", index_text(side.thread), index_text(side.block));
  if (side.access != Access::none) return fmt::format("{} by {}", name_of(side.access), who);
  if (finding.kind == FindingKind::barrier || finding.kind == FindingKind::warp ||
      finding.kind == FindingKind::warp_dropped) {
    return side.has_left_kernel() ? fmt::format("{} has left the kernel", who)
                                  : fmt::format("{} is here", who);
  }
  return who;
}

const char* schedule_name(uint32_t schedule) {
  return schedule == 0 ? "as numbered" : schedule == 1 ? "reversed" : "shuffled";
}

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
