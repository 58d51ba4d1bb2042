#include "engine/results/runtime_numbers.hpp"

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

constexpr Numbered<Access> access_kinds[] = {{HIP_CPU_NO_ACCESS, Access::none},
                                             {HIP_CPU_READ, Access::read},
                                             {HIP_CPU_WRITE, Access::write},
                                             {HIP_CPU_ATOMIC, Access::atomic}};

constexpr Numbered<Counted> counted_numbers[] = {
    {HIP_CPU_GLOBAL_READS, Counted::global_reads},
    {HIP_CPU_GLOBAL_WRITES, Counted::global_writes},
    {HIP_CPU_GLOBAL_ATOMICS, Counted::global_atomics},
    {HIP_CPU_SHARED_READS, Counted::shared_reads},
    {HIP_CPU_SHARED_WRITES, Counted::shared_writes},
    {HIP_CPU_SHARED_ATOMICS, Counted::shared_atomics},
    {HIP_CPU_GLOBAL_READ_BYTES, Counted::global_read_bytes},
    {HIP_CPU_GLOBAL_WRITE_BYTES, Counted::global_write_bytes},
    {HIP_CPU_GLOBAL_ATOMIC_BYTES, Counted::global_atomic_bytes},
    {HIP_CPU_SHARED_READ_BYTES, Counted::shared_read_bytes},
    {HIP_CPU_SHARED_WRITE_BYTES, Counted::shared_write_bytes},
    {HIP_CPU_SHARED_ATOMIC_BYTES, Counted::shared_atomic_bytes},
    {HIP_CPU_BARRIERS, Counted::barriers},
    {HIP_CPU_WARP_OPERATIONS, Counted::warp_operations},
    {HIP_CPU_ATOMICS, Counted::atomics},
    {HIP_CPU_ASYNC_COPY_BYTES, Counted::async_copy_bytes},
    {HIP_CPU_OPEN_GROUP_READS, Counted::open_group_reads},
    {HIP_CPU_BANK_CONFLICTS, Counted::bank_conflicts},
    {HIP_CPU_GLOBAL_SECTORS, Counted::global_sectors},
    {HIP_CPU_GLOBAL_REQUESTS, Counted::global_requests},
    {HIP_CPU_MATRIX_OPERATIONS, Counted::matrix_operations},
    {HIP_CPU_SHARED_BYTES, Counted::shared_bytes}};
static_assert(std::size(counted_numbers) == counted_kinds && counted_kinds == HIP_CPU_COUNTED);

template <class Kind, size_t count>
Kind named(const Numbered<Kind> (&all)[count], int number) {
  const auto* const found = std::ranges::find(all, number, &Numbered<Kind>::number);
  if (found == std::end(all)) {
    throw std::runtime_error("the checker reported a value that this hippuzzle does not know");
  }
  return found->kind;
}

}  // namespace

Access access_kind(int number) { return named(access_kinds, number); }
Counted counted_kind(int number) { return named(counted_numbers, number); }

int number_of(Counted what) {
  return std::ranges::find(counted_numbers, what, &Numbered<Counted>::kind)->number;
}

}  // namespace hippuzzle
