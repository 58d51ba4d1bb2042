#include "cli/report/verdict/findings/finding_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/verdict/findings/finding_origin.hpp"
#include "engine/results/finding_kinds.hpp"
#include "engine/results/names.hpp"
#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

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

// "'a' (4 elements)": the array's description.
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
  const auto& [waiting, threads, missing] = f.get<BarrierPart>();
  if (threads == 0) return f.detail;
  if (f.sides.size() == 2 && !f.sides[1].has_left_kernel()) {
    return fmt::format("{} of {} threads wait at one barrier, others elsewhere", waiting, threads);
  }
  return fmt::format("{} of {} threads wait at a barrier, {} {} left the kernel", waiting, threads,
                     missing, missing == 1 ? "has" : "have");
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
    case Counted::global_requests:
      return "requests global memory";
    case Counted::atomics:
      return "uses atomic operations";
    case Counted::warp_operations:
      return "uses warp operations";
    case Counted::open_group_reads:
      return "reads shared memory during its own asynchronous copies";
    case Counted::matrix_operations:
      return "multiplies 16 x 8 x 8 on matrix cores";
    default:
      return "goes to memory";
  }
}

// "a thread reads global memory 3 times; this variant allows 1", "the kernel reads shared memory 0
// times; this variant needs at least 8"
std::string claim_headline(const Finding& f) {
  const auto& claim = f.get<LimitPart>();
  const CountLimit& limit = claim.limit;
  const std::string bound = claim.is_too_few() ? fmt::format("needs at least {}", limit.least)
                            : limit.most == 0  ? "allows none"
                                               : fmt::format("allows {}", limit.most);
  if (limit.what == Counted::shared_bytes) {
    return fmt::format("a block has {} byte{} of shared memory; this variant {}", claim.counted,
                       claim.counted == 1 ? "" : "s", bound);
  }
  if (limit.what == Counted::async_copy_bytes) {
    return fmt::format("{} copies {} byte{} asynchronously; this variant {}",
                       limit.in_all ? "the kernel" : "a thread", claim.counted,
                       claim.counted == 1 ? "" : "s", bound);
  }
  if (limit.what == Counted::resident) {
    return fmt::format("{}, {} %; this variant {} %", f.detail, claim.counted, bound);
  }
  return fmt::format("{} {} {} time{}; this variant {}{}", limit.in_all ? "the kernel" : "a thread",
                     promised(limit.what), claim.counted, claim.counted == 1 ? "" : "s", bound,
                     f.detail.empty() ? "" : fmt::format(" ({})", f.detail));
}

// "over all cases, 3 elements of 'output' were never written, the first being output[1]"; bytes
// where the elements' size is not known.
std::string unwritten_headline(const Finding& f) {
  const bool has_size = f.element_bytes > 0 && f.count % f.element_bytes == 0;
  const uint64_t count = has_size ? f.count / f.element_bytes : f.count;
  return fmt::format("over all cases, {} {}{} of '{}' {} never written, {} {}", count,
                     has_size ? "element" : "byte", count == 1 ? "" : "s", f.array,
                     count == 1 ? "was" : "were", count == 1 ? "namely" : "the first being",
                     f.element);
}

// Seen without a thread that runs.
bool is_of_source(FindingKind kind) { return rule_of(kind).number == 0; }

// "a read and a write of", of a race's two sides.
const char* racing_accesses_of(const Finding& f) {
  const auto is = [&](Access access) {
    return std::ranges::count(f.sides, access, &FindingSide::access) != 0;
  };
  if (is_of_scope(f)) return "two atomic operations on";
  if (is(Access::atomic))
    return is(Access::read) ? "a read and an atomic operation on"
                            : "a write and an atomic operation on";
  return is(Access::read) ? "a read and a write of" : "two writes of";
}

const char* copies_of(const Finding& f) {
  const bool both = f.sides.size() == 2 && f.sides[0].copy && f.sides[1].copy;
  return both ? "by two copies" : "by a copy and a kernel";
}

const char* host_and_other_of(const Finding& f) {
  if (f.detail == "hosts") return "by the host and a function that a stream calls";
  const FindingSide& other = f.sides[is_by_host_code(f, 0) ? 1 : 0];
  return other.copy ? "by the host and a copy" : "by the host and a kernel";
}

std::string what(const Finding& f) {
  switch (f.kind) {
    case FindingKind::out_of_bounds:
      if (const auto& bounds = f.get<BoundsPart>(); !bounds.type.empty())
        return fmt::format("{}, {} '{}'", access_of(f),
                           bounds.index < 0 ? "in front of" : "past the end of", bounds.type);
      return fmt::format("{}, {} {}", access_of(f), f.first < 0 ? "in front of" : "past the end of",
                         extent(f));
    case FindingKind::outside_shape:
    case FindingKind::warp:
    case FindingKind::warp_dropped:
      return f.detail;
    case FindingKind::use_after_free:
      if (is_of_free(f)) return "a kernel frees memory that was freed already";
      return fmt::format("{}, which was freed before the launch", access_of(f));
    case FindingKind::misaligned:
      return fmt::format("{} at an address that is no multiple of {} bytes", access_of(f), f.bytes);
    case FindingKind::race:
    case FindingKind::race_same_value:
    case FindingKind::race_benign:
      if (is_of_copy(f))
        return fmt::format("{} that an asynchronous copy still writes", access_of(f));
      if (is_of_barrier(f))
        return fmt::format("the barrier '{}' is initialised while another thread may use it",
                           f.array);
      return fmt::format("{} {}, {}", racing_accesses_of(f),
                         f.element.empty() ? memory_of(f) : f.element,
                         is_between_launches(f)             ? "by two launches"
                         : is_of_host_copy(f)               ? copies_of(f)
                         : is_of_pool(f)                    ? "one of them an allocation or a free"
                         : is_of_host_code(f)               ? host_and_other_of(f)
                         : f.get<RacePart>().between_blocks ? "by two blocks"
                                                            : "by two threads of a block");
    case FindingKind::too_early:
    case FindingKind::wait_states:
      return f.detail;
    case FindingKind::host_data:
      return fmt::format("the kernel uses '{}', a variable of the host", f.detail);
    case FindingKind::host_table:
      return fmt::format("the kernel uses '{}', a constant array of the host", f.detail);
    case FindingKind::constant_write:
      return fmt::format("the kernel writes to '{}', which is __constant__", f.detail);
    case FindingKind::host_function:
      return fmt::format("the kernel calls '{}', a function of the host", f.detail);
    case FindingKind::exception:
      return fmt::format("a `{}` in a kernel", f.detail);
    case FindingKind::static_shared:
      return fmt::format("the kernel declares {} bytes of shared memory, {} are allowed",
                         f.get<LimitPart>().counted, f.get<LimitPart>().limit.most);
    case FindingKind::api_error:
      return fmt::format("{}, and nobody looks{}", f.detail,
                         f.get<CallPart>().is_used
                             ? "; the program then copies from an array that the kernel was given"
                             : "");
    case FindingKind::host_access:
      return fmt::format("{} by the host, which only kernels and copies reach", access_of(f));
    case FindingKind::no_peer_access:
      return fmt::format("{}, {}", access_of(f), f.detail);
    case FindingKind::uninitialised:
      if (is_of_local(f))
        return fmt::format("{} with a local variable that nobody has given a value", access_of(f));
      if (is_of_host_code(f))
        return fmt::format("{} by the host, from a copy of memory that nobody has written",
                           access_of(f));
      if (!f.detail.empty()) return f.detail;
      return fmt::format("{}, which nobody has written", access_of(f));
    case FindingKind::unwritten:
      if (f.count == 0) return fmt::format("not all of '{}' was written", f.array);
      return unwritten_headline(f);
    case FindingKind::barrier:
      return barrier_headline(f);
    case FindingKind::claim:
      return claim_headline(f);
    case FindingKind::wild_pointer:
      if (is_of_free(f)) return "a kernel frees memory that no kernel allocated";
      if (is_of_host_variable(f)) return fmt::format("{}, a variable of the host", access_of(f));
      if (is_of_host_address(f))
        return fmt::format("{} by the address that the variable has on the host", access_of(f));
      if (is_of_virtual_table(f))
        return fmt::format("{}, an object of the host's with virtual functions", access_of(f));
      if (!f.detail.empty()) return fmt::format("{}, which {}", access_of(f), f.detail);
      return fmt::format("{} at 0x{:x}{}", access_of(f), f.address,
                         f.address < 4096 ? ", a null pointer" : "");
    case FindingKind::runaway:
      return f.detail.empty() ? rule_of(f.kind).title : f.detail;
    default:
      return rule_of(f.kind).title;
  }
}

}  // namespace

std::string headline(const Finding& finding) {
  return fmt::format("{}: {}", word_of(finding.kind), what(finding));
}

std::string describe_side(const Finding& finding, size_t index) {
  const FindingSide& side = finding.sides[index];
  if (is_of_source(finding.kind)) return "here";
  if (finding.kind == FindingKind::api_error) return "by the host";
  if (finding.kind == FindingKind::host_access || is_by_host_code(finding, index))
    return fmt::format("{} by the host", name_of(side.access));
  if (side.copy && is_of_pool(finding)) return "allocation, free or copy in a stream";
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

}  // namespace hippuzzle
