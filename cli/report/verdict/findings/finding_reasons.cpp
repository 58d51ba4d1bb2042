// Why a finding matters and what helps, where it depends on more than the kind.
#include <fmt/format.h>

#include <string>

#include "cli/report/verdict/findings/finding_origin.hpp"
#include "cli/report/verdict/findings/finding_text.hpp"
#include "engine/judge/check/source_code.hpp"
#include "engine/results/finding_kinds.hpp"

namespace hippuzzle {
namespace {

// Both sides are in one line of the source: for example one thread's sum += x and another's.
bool is_one_statement(const Finding& f) {
  if (f.sides.size() != 2) return false;
  const SourcePlace &a = f.sides[0].place, &b = f.sides[1].place;
  return a.line != 0 && a.line == b.line && a.file == b.file;
}

bool is_by_writes(const Finding& f) {
  return f.sides[0].access != Access::read && f.sides[1].access != Access::read;
}

// The remedy for a race within one block; "" if the source does not show it.
std::string remedy_in_block(const Finding& f) {
  const auto& race = f.get<RacePart>();
  switch (race.remedy) {
    case RaceRemedy::barrier_between:
      return fmt::format(
          "nothing orders the two accesses, so a GPU may make them in either order; put a "
          "__syncthreads() between lines {} and {}",
          race.first_line, race.second_line);
    case RaceRemedy::barrier_each_round:
      return fmt::format(
          "a thread may begin the next round of the loop in line {} while another is still in this "
          "one; put a __syncthreads() at the end of each round{}",
          race.loop_line,
          race.first_line != race.second_line
              ? ""
              : ", and where a thread reads a value that another writes in the same round, read "
                "into a "
                "variable and put a __syncthreads() before the write as well");
    case RaceRemedy::barrier_between_and_each_round:
      return fmt::format(
          "nothing orders the two accesses, in one round of the loop in line {} or in two; put a "
          "__syncthreads() between lines {} and {}, and another at the end of each round",
          race.loop_line, race.first_line, race.second_line);
    case RaceRemedy::read_first:
      return "one thread reads an element that another writes by the same statement; if a guard "
             "should part them, fix it; else read it into a variable, put a __syncthreads() after "
             "that, and write only then";
    case RaceRemedy::combined_update:
      return "the threads change one element together, and one change overwrites the other; let "
             "one thread do it, add up in a tree, or use an atomic operation";
    case RaceRemedy::own_element:
    case RaceRemedy::unknown:
      break;
  }
  return "";
}

// The statement's element is the same for all threads, as output[0] or a variable.
bool is_fixed_element(const Finding& f) {
  const Assignment assignment = assignment_in(f.sides[0].place.text, f.array);
  const std::string index = assignment.element.substr(assignment.base.size());
  return !assignment.base.empty() && index.find_first_not_of("[](),0123456789") == index.npos;
}

// The remedy if one statement writes one element twice, in one block or in several.
std::string remedy_of_statement(const Finding& f) {
  const auto& race = f.get<RacePart>();
  if (race.remedy == RaceRemedy::own_element && is_fixed_element(f) && race.between_blocks)
    return "threads of several blocks write this one element, and one write replaces the other; if "
           "their values are parts of one result, use an atomic operation, or write one result per "
           "block and combine them in a second launch";
  if (race.remedy == RaceRemedy::own_element && is_fixed_element(f))
    return "every thread that executes this line writes this one element; let one thread write it: "
           "if (threadIdx.x == 0)";
  if (race.remedy == RaceRemedy::own_element)
    return f.shared ? "one statement writes one element in several threads; give each thread an "
                      "element of its own, or let one thread write"
                    : "one statement writes one element in several threads; if each has an element "
                      "of its own, fix the index (does it count blocks?) or the guard (does it "
                      "stop every thread past the edge?), else let one thread write";
  if (race.remedy == RaceRemedy::combined_update && race.between_blocks)
    return "threads of several blocks change one element together, and one change overwrites the "
           "other; use an atomic operation, or write one result per block and combine them in a "
           "second launch";
  return "";
}

// The cost that a claim limits, and the command that shows its accesses.
std::string why_of_claim(const LimitPart& claim) {
  constexpr const char* by_line = "`hippuzzle check --counts` shows the accesses by line";
  if (claim.limit.what == Counted::resident)
    return "a multiprocessor works on other resident warps while one waits for memory, so fewer "
           "warps hide less waiting; `hippuzzle occupancy --threads N --shared BYTES` shows what "
           "limits such blocks on each architecture";
  if (claim.is_too_few())
    return "this puzzle is about one way to the answer, and the kernel takes another; read the "
           "lesson, and `hippuzzle check --counts` for what the kernel does";
  switch (claim.limit.what) {
    case Counted::bank_conflicts:
      return "lanes of a warp that meet in one bank of shared memory wait for each other, so one "
             "access takes as long as several; give the rows another length or order (see "
             "`hippuzzle show bank_conflicts`)";
    case Counted::global_sectors:
      return fmt::format(
          "a GPU fetches whole sectors of 32 bytes, so scattered accesses take more "
          "time and bytes than neighbouring ones; {}",
          by_line);
    case Counted::global_requests:
      return fmt::format(
          "each request of a warp takes an instruction, and one for 16 bytes a lane "
          "does the work of four; {}",
          by_line);
    case Counted::atomics:
      return "atomic operations on one address wait for each other; add up in registers or shared "
             "memory first";
    case Counted::warp_operations:
      return "a shuffle or vote takes as long as an access to shared memory, and this answer needs "
             "fewer";
    case Counted::async_copy_bytes:
      return "each byte that a copy brings from memory takes time, however it is copied, and this "
             "answer needs fewer";
    case Counted::matrix_operations:
      return "matrix cores multiply whole tiles, of which this answer needs fewer";
    case Counted::shared_bytes:
      return "the multiprocessor divides its shared memory between its blocks, so a block that "
             "takes less leaves room for others";
    case Counted::barriers:
      return "at each barrier all threads of a block wait for the slowest one, and this answer "
             "needs fewer";
    case Counted::shared_reads:
    case Counted::shared_writes:
      return fmt::format(
          "shared memory is fast, but registers are faster, and this answer needs fewer accesses; "
          "{}",
          by_line);
    default:
      return fmt::format("most kernels wait for memory, and this answer needs fewer accesses; {}",
                         by_line);
  }
}

}  // namespace

std::string why(const Finding& finding) {
  const auto& race = finding.get<RacePart>();
  if (finding.kind == FindingKind::race && is_of_copy(finding))
    return "the copy writes at any time before the thread that began it has waited for it; wait "
           "(async_copy_wait_all()), and then put a __syncthreads() before other threads' "
           "accesses";
  if (finding.kind == FindingKind::race && is_of_barrier(finding))
    return "a thread that waits there may never leave; initialise a barrier once, put a "
           "__syncthreads() after that, and let its phases alternate by themselves";
  if (finding.kind == FindingKind::race && is_of_host_copy(finding))
    return "copies and launches in two streams have no order of their own; record an event after "
           "the first (hipEventRecord) and have the second's stream wait for it "
           "(hipStreamWaitEvent)";
  if (finding.kind == FindingKind::race && is_of_pool(finding))
    return "memory of hipMallocAsync exists from its allocation to its free in the order of their "
           "stream; let work in other streams wait for an event after the allocation, and the "
           "free for an event after the work";
  if (finding.kind == FindingKind::race && is_of_host_code(finding))
    return "launches and asynchronous copies go on while the host does; wait with "
           "hipStreamSynchronize or hipEventSynchronize before the host's access";
  if (is_between_launches(finding) && finding.kind != FindingKind::unwritten)
    return "launches in two streams have no order of their own; record an event after the first "
           "(hipEventRecord) and have the second's stream wait for it (hipStreamWaitEvent)";
  if (finding.kind == FindingKind::race && is_of_scope(finding))
    return "an operation of a block's scope is atomic to the threads of its block alone, so a GPU "
           "may lose one of the two; use the device's scope: atomicAdd and its like without "
           "_block, "
           "__HIP_MEMORY_SCOPE_AGENT";
  if (is_of_free(finding))
    return "free each pointer from a kernel's malloc() or new once, and no other pointer";
  if (is_of_host_variable(finding))
    return "a GPU stops the kernel with an illegal address: it does not reach the host's memory; "
           "copy the values with hipMemcpy, or declare the variable __managed__";
  if (is_of_host_address(finding))
    return "on the host the name of a __device__ variable is no address of the device; use it in "
           "the kernel, or hand over the address from hipGetSymbolAddress";
  if (finding.kind == FindingKind::wild_pointer && is_of_virtual_table(finding))
    return "a GPU's functions have other addresses than the host's; make the object in a kernel";
  if (finding.kind == FindingKind::uninitialised && is_of_host_code(finding))
    return "no kernel, copy or fill wrote those elements, so on a GPU they hold data of an earlier "
           "kernel; write them, or copy fewer";
  if (finding.kind == FindingKind::wild_pointer && !finding.detail.empty())
    return "that memory ended with who had it: at the same address lies other memory now; hand "
           "values on in global memory";
  if (is_of_local(finding))
    return "on a GPU it is a register with whatever was in it last; give the variable a value "
           "where it is declared";
  if (finding.kind == FindingKind::host_function && finding.detail.starts_with("std::"))
    return "hipcc and nvcc refuse it, the CPU's compiler alone takes it; the C++ library is host "
           "code, so use an array of a fixed size instead of a container, and a loop instead of an "
           "algorithm";
  if (finding.kind == FindingKind::claim) return why_of_claim(finding.get<LimitPart>());
  if (const std::string remedy = remedy_of_statement(finding); !remedy.empty())
    return finding.kind == FindingKind::race
               ? remedy
               : "today's GPUs leave the value in place, but the language promises nothing: " +
                     remedy;
  if (finding.kind == FindingKind::race && !race.between_blocks) {
    if (const std::string remedy = remedy_in_block(finding); !remedy.empty()) return remedy;
    if (is_one_statement(finding))
      return std::string(
                 "the threads run the same statement, and no barrier comes between them "
                 "there; ") +
             (is_by_writes(finding)
                  ? "let one thread write, add up in a tree, or use an atomic operation"
                  : "in a loop, end each round with a __syncthreads(); if all threads add to one "
                    "element, let one thread do it, add up in a tree, or use an atomic operation; "
                    "if a thread takes a neighbour's element, read it into a variable, and write "
                    "after a __syncthreads()");
  }
  if (finding.kind == FindingKind::race && race.between_blocks) {
    return race.after_barrier
               ? "a __syncthreads() orders the threads of one block only, and blocks run in any "
                 "order; use a second launch, or atomics with __threadfence()"
               : "blocks run in any order and at the same time; use a second launch, or atomics "
                 "with __threadfence()";
  }
  return rule_of(finding.kind).why;
}

}  // namespace hippuzzle
