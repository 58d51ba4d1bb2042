#include "engine/occupancy/occupancy_model.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hippuzzle {
namespace {

constexpr unsigned rounded_up(unsigned value, unsigned unit) {
  return (value + unit - 1) / unit * unit;
}

// Warps that find room for their registers: each partition has its share of them.
unsigned warps_with(unsigned registers, unsigned partitions, unsigned of_a_warp) {
  return registers / partitions / of_a_warp * partitions;
}

// The reason why not even one block fits; "" when one does.
std::string why_none(const KernelResources& kernel, unsigned threads, unsigned shared,
                     const Multiprocessor& device) {
  if (threads > device.block_threads)
    return fmt::format("a block of {} threads is more than the {} that it may have", threads,
                       device.block_threads);
  if (kernel.most_threads != 0 && threads > kernel.most_threads)
    return fmt::format("a block of {} threads is more than the {} that it was compiled for",
                       threads, kernel.most_threads);
  if (shared > device.block_shared_bytes)
    return fmt::format("{} bytes of shared memory are more than the {} that a block may have",
                       shared, device.block_shared_bytes);
  if (kernel.registers > device.thread_registers)
    return fmt::format("{} registers are more than the {} that a thread may have", kernel.registers,
                       device.thread_registers);
  return "";
}

}  // namespace

Occupancy occupancy_of(const KernelResources& kernel, unsigned threads, unsigned dynamic_bytes,
                       const Multiprocessor& device) {
  const unsigned own_bytes = kernel.shared_bytes + dynamic_bytes;
  Occupancy found;
  found.threads_per_block = threads;
  // On RDNA a kernel may be compiled for wavefronts of twice the usual lanes.
  found.warp_size = kernel.warp_size != 0 ? kernel.warp_size : device.warp_size;
  found.warps = device.warps;
  found.warps_per_block = (threads + found.warp_size - 1) / found.warp_size;
  found.shared_bytes = rounded_up(own_bytes + device.reserved_bytes, device.shared_unit);
  found.impossible = why_none(kernel, threads, own_bytes, device);
  if (!found.impossible.empty()) return found;

  const auto limit = [&](OccupancyLimit by, unsigned blocks) {
    found.limits.push_back({by, blocks});
  };
  limit(OccupancyLimit::warps, device.warps / found.warps_per_block);
  limit(OccupancyLimit::blocks, found.warps_per_block == 1 && device.single_warp_blocks != 0
                                    ? device.single_warp_blocks
                                    : device.blocks);
  // A kernel that names barriers at run time has all 16; one barrier is there for each block.
  if (device.barriers != 0 && kernel.barriers > 1)
    limit(OccupancyLimit::barriers, device.barriers / kernel.barriers);
  const unsigned of_a_warp =
      rounded_up(std::max(kernel.registers, 1u) * found.warp_size, device.register_unit);
  // The hardware asks whether a block fits as if it took registers of all partitions at once.
  const unsigned asked = of_a_warp * rounded_up(found.warps_per_block, device.partitions);
  limit(OccupancyLimit::registers,
        asked > device.registers
            ? 0
            : warps_with(device.registers, device.partitions, of_a_warp) / found.warps_per_block);
  if (device.scalar_registers != 0 && kernel.scalar_registers != 0) {
    const unsigned scalars = rounded_up(kernel.scalar_registers, device.scalar_unit);
    limit(OccupancyLimit::scalar_registers,
          warps_with(device.scalar_registers, device.partitions, scalars) / found.warps_per_block);
  }
  if (found.shared_bytes > 0)
    limit(OccupancyLimit::shared_memory, device.shared_bytes / found.shared_bytes);

  found.blocks = std::ranges::min(found.limits, {}, &LimitedBlocks::blocks).blocks;
  if (found.blocks == 0)
    found.impossible = fmt::format("a block of {} threads with {} registers each has no room",
                                   threads, kernel.registers);
  found.active_warps = found.blocks * found.warps_per_block;
  return found;
}

}  // namespace hippuzzle
