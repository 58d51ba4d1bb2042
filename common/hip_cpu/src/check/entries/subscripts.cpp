// Functions that g++ -fsanitize=bounds-strict calls before a subscript whose index leaves the
// declared type of its array.
//
// If the process itself runs under UBSan, its run-time library has a function of that name too;
// kernels are then linked so that they call the one with the prefix (ld's --wrap).
#include <cstdint>

#include "hip_cpu/check/detectors/indices.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"

extern "C" void __ubsan_handle_out_of_bounds(const void* subscript, std::uintptr_t index) {
  using namespace hip_cpu::check;
  if (!active) return;
  const auto& data = *static_cast<const SubscriptData*>(subscript);
  Machine& machine = *active;
  if (check_index(machine, data, index, __builtin_return_address(0))) machine.stop_thread();
}

extern "C" [[gnu::alias("__ubsan_handle_out_of_bounds")]] void __wrap___ubsan_handle_out_of_bounds(
    const void* subscript, std::uintptr_t index);
