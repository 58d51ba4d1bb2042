#include "hip_cpu/simt/refusal.hpp"

#include <cstdint>
#include <cstdio>

#include <hip_cpu/config.h>
#include "hip_cpu/simt/settings.hpp"

namespace hip_cpu {
namespace {

struct Refusal {
  hipError_t error = hipSuccess;
  char sentence[200] = "";
};
thread_local Refusal last;

}  // namespace

hipError_t refuse_configuration(dim3 grid, dim3 block) {
  const auto threads = std::uint64_t{block.x} * block.y * block.z;
  last.error = hipErrorInvalidConfiguration;
  std::snprintf(
      last.sentence, sizeof last.sentence,
      "a grid of %u x %u x %u blocks of %u x %u x %u threads, %llu in all, is asked for; allowed "
      "are %u x %u x %u blocks and %u x %u x %u threads, %u in all, and none of them 0",
      grid.x, grid.y, grid.z, block.x, block.y, block.z, static_cast<unsigned long long>(threads),
      max_grid[0], max_grid[1], max_grid[2], max_block[0], max_block[1], max_block[2],
      max_threads_per_block);
  return last.error;
}

hipError_t refuse_shared_memory(std::size_t declared, std::size_t by_launch) {
  last.error = hipErrorInvalidValue;
  std::snprintf(
      last.sentence, sizeof last.sentence,
      "%zu bytes of shared memory are asked for, of which the kernel declares %zu and the "
      "launch adds %zu; a block may have %zu",
      declared + by_launch, declared, by_launch, shared_bytes_per_block);
  return last.error;
}

}  // namespace hip_cpu

const char* hip_cpu_refusal(int error) {
  const auto& last = hip_cpu::last;
  return last.error == error && error != hipSuccess ? last.sentence : "";
}
