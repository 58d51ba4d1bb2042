#include "hip_cpu/check/execution/private_memory.hpp"

#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {

bool is_private(const Machine& machine, Address address) {
  const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
  const auto begin = reinterpret_cast<Address>(machine.current->stack);
  if (address >= here - 256 && address < begin) return true;
  const auto within = [&](const auto& variable) {
    return address - reinterpret_cast<Address>(&variable) < sizeof variable;
  };
  if (within(threadIdx) || within(blockIdx) || within(blockDim) || within(gridDim) ||
      within(hip_cpu_warp_lanes))
    return true;
  // Arguments are where the launch was called or copied; the host's memory around them does not
  // count.
  const LaunchRequest& launched = *machine.launch.request;
  return address - reinterpret_cast<Address>(launched.call) < launched.call_bytes;
}

bool may_be_local(const Machine& machine, Address address) {
  constexpr Address near = 1 << 16;
  const auto call = reinterpret_cast<Address>(machine.launch.request);
  return is_private(machine, address) || address - call < near || call - address < near;
}

}  // namespace hip_cpu::check
