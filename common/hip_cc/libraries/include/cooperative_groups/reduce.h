// Reductions of tiles and coalesced groups, as CUDA's cooperative groups have them: every thread
// gets the result, combined in the order of the ranks.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_cooperative_groups.h>

namespace cooperative_groups {

#define HIP_LIBRARIES_OPERATOR(name, ...)                              \
  template <typename T>                                                \
  struct name {                                                        \
    T operator()(const T& a, const T& b) const { return __VA_ARGS__; } \
  };
HIP_LIBRARIES_OPERATOR(plus, a + b)
HIP_LIBRARIES_OPERATOR(less, b < a ? b : a)
HIP_LIBRARIES_OPERATOR(greater, a < b ? b : a)
HIP_LIBRARIES_OPERATOR(bit_and, a& b)
HIP_LIBRARIES_OPERATOR(bit_or, a | b)
HIP_LIBRARIES_OPERATOR(bit_xor, a ^ b)
#undef HIP_LIBRARIES_OPERATOR

template <typename Group, typename T, typename Op>
T reduce(const Group& group, T value, Op op) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank)
    result = op(result, group.shfl(value, static_cast<int>(rank)));
  return result;
}

}  // namespace cooperative_groups

#include <hip_cpu/restore_macros.hpp>
