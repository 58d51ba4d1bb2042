// Copies to shared memory by all threads of a group, as CUDA's cooperative groups have them: each
// thread copies a part, and the group waits before it reads any.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <cuda_runtime.h>
#include <hip/hip_cooperative_groups.h>
#include <hip_cpu/sync.hpp>

#include <cstring>

namespace cooperative_groups {

template <class Group>
void memcpy_async(const Group& group, void* to, const void* from, std::size_t bytes) {
  constexpr std::size_t part = 16;
  for (std::size_t at = group.thread_rank() * part; at < bytes; at += group.size() * part) {
    const std::size_t count = at + part < bytes ? part : bytes - at;
    memcpy(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, count);
    hip_cpu_begin_copy(static_cast<char*>(to) + at, count);
  }
  hip_cpu_end_copy_group();
}

// The same by numbers of elements: as many as fit.
template <class Group, class To, class From>
void memcpy_async(const Group& group, To* to, std::size_t to_count, const From* from,
                  std::size_t from_count) {
  const std::size_t there = to_count * sizeof(To), here = from_count * sizeof(From);
  memcpy_async(group, to, from, there < here ? there : here);
}

template <class Group>
void wait(const Group& group) {
  hip_cpu_wait_for_all_copies();
  group.sync();
}

// All copies but the last `pending` ones.
template <unsigned pending, class Group>
void wait_prior(const Group& group) {
  hip_cpu_wait_for_copies(pending);
  group.sync();
}

}  // namespace cooperative_groups

#include <hip_cpu/restore_macros.hpp>
