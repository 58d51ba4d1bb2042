#include "engine/protocol/runtime_numbers.hpp"

#include <hip_cpu/check.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace hippuzzle {
namespace {

template <class Kind>
struct Numbered {
  int number;
  Kind kind;
};

constexpr Numbered<FindingKind> finding_kinds[] = {
    {HIP_CPU_OUT_OF_BOUNDS, FindingKind::out_of_bounds},
    {HIP_CPU_OUTSIDE_SHAPE, FindingKind::outside_shape},
    {HIP_CPU_USE_AFTER_FREE, FindingKind::use_after_free},
    {HIP_CPU_MISALIGNED, FindingKind::misaligned},
    {HIP_CPU_RACE, FindingKind::race},
    {HIP_CPU_RACE_SAME, FindingKind::race_same_value},
    {HIP_CPU_UNINITIALISED, FindingKind::uninitialised},
    {HIP_CPU_UNWRITTEN, FindingKind::unwritten},
    {HIP_CPU_BARRIER, FindingKind::barrier},
    {HIP_CPU_WARP, FindingKind::warp},
    {HIP_CPU_RUNAWAY, FindingKind::runaway},
    {HIP_CPU_STACK_OVERFLOW, FindingKind::stack_overflow},
    {HIP_CPU_WILD, FindingKind::wild_pointer},
    {HIP_CPU_DIVISION, FindingKind::division},
    {HIP_CPU_ABORTED, FindingKind::aborted},
    {HIP_CPU_LIMIT, FindingKind::claim},
    {HIP_CPU_TOO_EARLY, FindingKind::too_early},
    {HIP_CPU_WAIT_STATES, FindingKind::wait_states},
    {HIP_CPU_WARP_DROPPED, FindingKind::warp_dropped},
    {HIP_CPU_NO_PEER_ACCESS, FindingKind::no_peer_access}};

constexpr Numbered<Access> access_kinds[] = {{HIP_CPU_NO_ACCESS, Access::none},
                                             {HIP_CPU_READ, Access::read},
                                             {HIP_CPU_WRITE, Access::write},
                                             {HIP_CPU_ATOMIC, Access::atomic}};

template <class Kind, size_t count>
Kind named(const Numbered<Kind> (&all)[count], int number) {
  const auto* const found = std::ranges::find(all, number, &Numbered<Kind>::number);
  if (found == std::end(all)) {
    throw std::runtime_error("the checker reported a value that this hippuzzle does not know");
  }
  return found->kind;
}

}  // namespace

FindingKind finding_kind(int number) { return named(finding_kinds, number); }
Access access_kind(int number) { return named(access_kinds, number); }

}  // namespace hippuzzle
