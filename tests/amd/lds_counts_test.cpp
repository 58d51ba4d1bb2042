// Bank conflicts of the local data share in the FP32 rungs of gemm, by computation: the checked
// module's launches are counted in warps of 64, whose tiles are AMD's. Nothing runs on a GPU.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "engine/judge/judge.hpp"
#include "engine/modules/abi_types.hpp"
#include "engine/runner/runner.hpp"
#include "tests/support/build_tree.hpp"

namespace hippuzzle {
namespace lds_counts_test {

// Launchers get this number on any machine, because the sizes of cases follow from it.
constexpr unsigned multiprocessors = 2;

// One case of random values.
std::vector<LaunchCounts> counted(const JudgeModule& gemm, const hippuzzle_variant& variant,
                                  const hippuzzle_extents& extents) {
  uint64_t end = 0;
  Case one = plan_random_case(variant, extents, end);
  const SharedMemory memory(end);
  fill_random_case(variant, one, memory, 1);
  const RunOptions options{
      .timeout = std::chrono::minutes(10),
      .mode = Checked{.count_accesses = true, .multiprocessors = multiprocessors}};
  const Candidate candidate{.platform = "cpu",
                            .module = testing::shipped() / "cpu" / "gemm.check.so",
                            .runtime = testing::shipped() / "libhippuzzle_device_cpu.so"};
  VariantResult result = judge_cases(gemm, variant, candidate, options,
                                     CaseView{std::span(&one, 1), memory}, run_in_this_process);
  EXPECT_EQ(result.outcome, Outcome::passed) << variant.name << ": " << result.reason;
  return result.counts;
}

TEST(LocalDataShare, Fp32RungsHaveNoBankConflicts) {
  const JudgeModule gemm(testing::shipped() / "judge" / "gemm.so", "gemm");
  // For enough tiles the launchers take large ones, and for few they do not; rows begin at
  // multiples of 16 bytes, or elsewhere.
  constexpr uint64_t wide = multiprocessors * 128, k = 36;
  constexpr std::array<hippuzzle_extents, 4> sizes = {
      {{{128, wide, k}}, {{127, wide - 1, k - 1}}, {{64, 128, k}}, {{63, 127, 35}}}};
  unsigned rungs = 0;
  for (const hippuzzle_variant& variant : gemm.variants()) {
    // Skips variants that AMD's GPUs lack; fp32-best is async there, and the sharded rungs use the
    // kernels of others.
    const std::string_view name = variant.name;
    if (*required_capabilities(variant) != '\0' || name == "fp32-best" ||
        name.starts_with("sharded-"))
      continue;
    bool is_shared = false;
    for (const hippuzzle_extents& size : sizes) {
      for (const LaunchCounts& launch : counted(gemm, variant, size)) {
        EXPECT_EQ(launch.warp_size, 64u);
        for (const InstructionCounts& i : launch.instructions) {
          is_shared = is_shared || i.shared;
          EXPECT_EQ(i.conflicts, 0u)
              << launch.kernel << " at " << i.place.file << ":" << i.place.line << ", " << i.bytes
              << " bytes a lane: " << i.wavefronts << " turns";
        }
      }
    }
    if (is_shared) ++rungs;
  }
  EXPECT_EQ(rungs, 8u) << "tiled to async keep tiles in shared memory";
}

}  // namespace lds_counts_test
}  // namespace hippuzzle
