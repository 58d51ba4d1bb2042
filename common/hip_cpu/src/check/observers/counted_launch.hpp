// The counts of a launch, their sums over several launches of a kernel, and a claim's accesses by
// array.
#pragma once

#include <hip_cpu/check.h>

#include <deque>
#include <string>
#include <vector>

namespace hip_cpu::check {

// `counts` points into the other members, so a launch does not move once it is counted.
struct CountedLaunch {
  hip_cpu_launch_counts counts{};
  std::string kernel;
  std::deque<std::string> arrays;  // names, that do not move
  std::vector<hip_cpu_instruction> instructions;
};

// The index of accesses of a kind; their bytes are `bytes_behind` further on.
unsigned counted(hip_cpu_access access, bool shared);
constexpr unsigned bytes_behind = HIP_CPU_GLOBAL_READ_BYTES - HIP_CPU_GLOBAL_READS;

// Whether both are launches of one kernel with the same grid and block.
bool is_of_same_kernel(const CountedLaunch& one, const CountedLaunch& other);

// Adds the counts of a launch of the same kernel.
void join(CountedLaunch& to, const CountedLaunch& more);

// "a 8192, bias 3072": the counts of all launches, by array in the order of their first access.
std::string by_array(const std::deque<CountedLaunch>& launches, unsigned what);

}  // namespace hip_cpu::check
