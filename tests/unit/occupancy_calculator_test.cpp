// Occupancy compared with NVIDIA's calculator, which CUDA's toolkit has as a header: thousands of
// launches on each architecture that both know.
#include <gtest/gtest.h>

#include "engine/occupancy/occupancy_model.hpp"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#endif

namespace hippuzzle::testing {
namespace occupancy_calculator_test {

#if __has_include(<cuda_occupancy.h>)
cudaOccDeviceProp properties_of(const Multiprocessor& device) {
  const int capability = std::stoi(device.architecture.substr(3));
  cudaOccDeviceProp p;
  p.computeMajor = capability / 10;
  p.computeMinor = capability % 10;
  p.maxThreadsPerBlock = static_cast<int>(device.block_threads);
  p.maxThreadsPerMultiprocessor = static_cast<int>(device.warps * device.warp_size);
  p.regsPerBlock = p.regsPerMultiprocessor = static_cast<int>(device.registers);
  p.warpSize = static_cast<int>(device.warp_size);
  p.sharedMemPerBlock = 48 * 1024;
  p.sharedMemPerMultiprocessor = device.shared_bytes;
  p.numSms = 1;
  p.sharedMemPerBlockOptin = device.block_shared_bytes;
  p.reservedSharedMemPerBlock = device.reserved_bytes;
  return p;
}

// Calculators before CUDA 13's know no barriers.
template <class Attributes>
constexpr bool knows_barriers = requires(Attributes attributes) {
  attributes.numBlockBarriers;
};

template <class Attributes>
void set_barriers(Attributes& attributes, unsigned barriers) {
  if constexpr (knows_barriers<Attributes>)
    attributes.numBlockBarriers = static_cast<int>(barriers);
}

// -1 where the calculator does not know.
int blocks_by_nvidia(const cudaOccDeviceProp& properties, const KernelResources& kernel,
                     unsigned threads, unsigned dynamic_bytes) {
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = properties.maxThreadsPerBlock;
  attributes.numRegs = static_cast<int>(kernel.registers);
  set_barriers(attributes, kernel.barriers);
  attributes.sharedSizeBytes = kernel.shared_bytes;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = properties.sharedMemPerBlockOptin - kernel.shared_bytes;
  const cudaOccDeviceState state;
  cudaOccResult result;
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &attributes, &state, static_cast<int>(threads), dynamic_bytes);
  return error == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : -1;
}
#endif

class OccupancyCalculator : public ::testing::TestWithParam<const char*> {};

TEST_P(OccupancyCalculator, LetsInAsManyBlocks) {
#if __has_include(<cuda_occupancy.h>)
  const Multiprocessor device = read_multiprocessor(std::filesystem::path(MULTIPROCESSORS) /
                                                    (std::string(GetParam()) + ".toml"));
  const cudaOccDeviceProp properties = properties_of(device);
  unsigned launches = 0;
  int compared = 0;
  for (unsigned threads :
       {1u, 9u, 32u, 33u, 64u, 96u, 128u, 160u, 256u, 320u, 384u, 512u, 768u, 1024u}) {
    for (unsigned registers = 1; registers <= 255; registers += 3) {
      for (unsigned shared : {0u, 72u, 1024u, 4224u, 13312u, 33792u, 48000u}) {
        for (unsigned dynamic : {0u, 100u, 16000u, 51000u}) {
          const unsigned barriers = launches % 5 == 0 ? 16 : launches % 5;
          const KernelResources kernel{.target = "",
                                       .name = "",
                                       .registers = registers,
                                       .shared_bytes = shared,
                                       .barriers = barriers};
          if (shared + dynamic > device.block_shared_bytes) continue;
          ++launches;
          if (barriers > 1 && !knows_barriers<cudaOccFuncAttributes>) continue;
          const int theirs = blocks_by_nvidia(properties, kernel, threads, dynamic);
          ASSERT_EQ(static_cast<int>(occupancy_of(kernel, threads, dynamic, device).blocks), theirs)
              << threads << " threads, " << registers << " registers, " << shared << " + "
              << dynamic << " bytes, " << barriers << " barriers";
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 10000);
#else
  GTEST_SKIP() << "CUDA's toolkit is not here";
#endif
}

INSTANTIATE_TEST_SUITE_P(Nvidia, OccupancyCalculator,
                         ::testing::Values("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100",
                                           "sm_120"));

}  // namespace occupancy_calculator_test
}  // namespace hippuzzle::testing
