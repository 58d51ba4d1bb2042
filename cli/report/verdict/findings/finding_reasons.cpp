// Why a finding matters and what helps, where it depends on more than the kind.
#include <string>

#include "cli/report/verdict/findings/finding_origin.hpp"
#include "cli/report/verdict/findings/finding_text.hpp"
#include "engine/results/finding_kinds.hpp"

namespace hippuzzle {
namespace {

// Both sides are in one line of the source: for example one thread's sum += x and another's.
bool is_one_statement(const Finding& f) {
  if (f.sides.size() != 2) return false;
  const SourcePlace &a = f.sides[0].place, &b = f.sides[1].place;
  return a.line != 0 && a.line == b.line && a.file == b.file;
}

}  // namespace

std::string why(const Finding& finding) {
  const auto& race = finding.get<RacePart>();
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
  if (finding.kind == FindingKind::race && !race.between_blocks && is_one_statement(finding)) {
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
