// Occupancy by the vendors' own worked figures, and the kernels' resources in code objects.
// code_objects/compiled.sh makes the files that are read here.
#include "engine/occupancy/occupancy_model.hpp"

#include <gtest/gtest.h>

#include "engine/occupancy/bound_kernels.hpp"
#include "engine/occupancy/launched_kernel.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/support/whole_file.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle::testing {
namespace occupancy_test {

// The files are read in the source tree, because a test's binary is in no bin folder.
Multiprocessor device(const std::string& architecture) {
  return read_multiprocessor(std::filesystem::path(MULTIPROCESSORS) / (architecture + ".toml"));
}

KernelResources kernel(unsigned registers, unsigned shared_bytes = 0) {
  return {.target = "", .name = "", .registers = registers, .shared_bytes = shared_bytes};
}

unsigned blocks(const std::string& architecture, unsigned registers, unsigned threads,
                unsigned shared_bytes = 0) {
  return occupancy_of(kernel(registers, shared_bytes), threads, 0, device(architecture)).blocks;
}

// CUDA C++ Best Practices Guide, "Calculating occupancy", of a multiprocessor with 65,536
// registers and 64 warps.
TEST(Occupancy, IsThatOfTheBestPracticesGuide) {
  const auto of = [](unsigned registers, unsigned threads) {
    return occupancy_of(kernel(registers), threads, 0, device("sm_80"));
  };
  EXPECT_EQ(of(32, 1024).fraction(), 1.0);
  EXPECT_EQ(of(37, 128).blocks, 12u);
  EXPECT_EQ(of(37, 128).fraction(), 0.75);
  EXPECT_EQ(of(37, 320).blocks, 4u);
  EXPECT_EQ(of(37, 320).fraction(), 0.625);
}

// CUDA C++ Programming Guide, "Multiprocessor level": 64 registers, 512 threads, and one more.
TEST(Occupancy, IsThatOfTheProgrammingGuide) {
  EXPECT_EQ(blocks("sm_80", 64, 512), 2u);
  EXPECT_EQ(blocks("sm_80", 65, 512), 1u);
}

// AMD lab notes, "Register pressure in AMD CDNA2 GPUs": wavefronts a SIMD by vector registers.
TEST(Occupancy, IsThatOfTheLabNotesOnCdna2) {
  const std::pair<unsigned, unsigned> table[] = {{64, 8},  {72, 7},  {80, 6},  {96, 5},
                                                 {128, 4}, {168, 3}, {256, 2}, {512, 1}};
  for (const auto& [registers, waves] : table) {
    EXPECT_EQ(blocks("gfx90a", registers, 64), 4 * waves) << registers;
    if (registers < 512) {
      EXPECT_LT(blocks("gfx90a", registers + 1, 64), 4 * waves) << registers;
    }
  }
}

TEST(Occupancy, NamesWhatLimits) {
  const Occupancy o = occupancy_of(kernel(32, 72), 9, 0, device("sm_90"));
  EXPECT_EQ(o.blocks, 32u);
  EXPECT_EQ(o.warps_per_block, 1u);
  EXPECT_EQ(o.fraction(), 0.5);
  EXPECT_EQ(o.shared_bytes, 1152u) << "72 and 1024 reserved, in pieces of 128";
  for (const LimitedBlocks& limit : o.limits)
    EXPECT_EQ(o.limits_most(limit), limit.by == OccupancyLimit::blocks);

  const Occupancy shared = occupancy_of(kernel(32, 40000), 256, 8000, device("sm_90"));
  EXPECT_EQ(shared.blocks, 4u) << "233472 / 49024";
  EXPECT_TRUE(shared.limits_most(shared.limits.back()));
  EXPECT_EQ(shared.limits.back().by, OccupancyLimit::shared_memory);
}

TEST(Occupancy, SaysWhyNoBlockFits) {
  const auto impossible = [](const KernelResources& k, unsigned threads, unsigned dynamic) {
    const Occupancy o = occupancy_of(k, threads, dynamic, device("sm_90"));
    EXPECT_EQ(o.blocks, 0u);
    return o.impossible;
  };
  EXPECT_EQ(impossible(kernel(32), 2048, 0),
            "a block of 2048 threads is more than the 1024 that it may have");
  EXPECT_EQ(impossible(kernel(32, 1024), 32, 232448),
            "233472 bytes of shared memory are more than the 232448 that a block may have");
  EXPECT_EQ(impossible(kernel(128), 1024, 0),
            "a block of 1024 threads with 128 registers each has no room");
  KernelResources bounded = kernel(32);
  bounded.most_threads = 128;
  EXPECT_EQ(impossible(bounded, 256, 0),
            "a block of 256 threads is more than the 128 that it was compiled for");
}

// LLVM's AMDGPUBaseInfo: of RDNA's 1024 vector registers of a SIMD a wavefront of 64 lanes counts
// each twice, in units of half as many.
TEST(Occupancy, IsThatOfTheWavefrontsThatAKernelWasCompiledFor) {
  const auto of = [](const char* architecture, unsigned lanes, unsigned registers) {
    KernelResources compiled = kernel(registers);
    compiled.warp_size = lanes;
    return occupancy_of(compiled, 256, 0, device(architecture));
  };
  EXPECT_EQ(of("gfx1030", 32, 32).warps_per_block, 8u);
  EXPECT_EQ(of("gfx1030", 32, 32).blocks, 8u) << "64 wavefronts";
  EXPECT_EQ(of("gfx1030", 64, 32).warps_per_block, 4u);
  EXPECT_EQ(of("gfx1030", 64, 32).blocks, 16u);
  EXPECT_EQ(of("gfx1030", 64, 64).active_warps, 4 * 8u);
  EXPECT_EQ(of("gfx1030", 64, 65).active_warps, 4 * 7u);
  EXPECT_EQ(of("gfx1100", 64, 96).active_warps, 4 * 8u);
  EXPECT_EQ(of("gfx1100", 64, 96).warp_size, 64u);
}

TEST(Occupancy, BlocksOfOneWavefrontTakeNoBarrier) {
  EXPECT_EQ(blocks("gfx90a", 32, 64), 32u);
  EXPECT_EQ(blocks("gfx90a", 32, 65), 16u);
}

TEST(Multiprocessors, RunCodeOfTheirOwnGenerationUpToTheirs) {
  EXPECT_TRUE(runs("sm_86", "sm_80"));
  EXPECT_FALSE(runs("sm_80", "sm_86"));
  EXPECT_FALSE(runs("sm_90", "sm_80"));
  EXPECT_FALSE(runs("sm_120", "sm_100"));
  EXPECT_TRUE(runs("gfx90a", "gfx90a"));
  EXPECT_FALSE(runs("gfx90a", "gfx908"));
}

std::string recorded(const std::string& name) {
  return contents(std::filesystem::path(CODE_OBJECTS) / name);
}

const KernelResources& find(const std::vector<KernelResources>& kernels, const std::string& target,
                            const std::string& name) {
  for (const KernelResources& k : kernels) {
    if (k.target == target && short_kernel_name(k.name) == name) return k;
  }
  throw std::runtime_error(target + " has no " + name);
}

// nvcc -Xptxas -v says the same.
TEST(CodeObjects, OfNvidiaSayWhatTheirKernelsNeed) {
  const auto kernels = kernels_of_nvidia(recorded("three_kernels.nv_fatbin"));
  EXPECT_EQ(kernels.size(), 6u);
  for (const char* target : {"sm_80", "sm_90"}) {
    EXPECT_EQ(find(kernels, target, "sharing").shared_bytes, 1200u) << target;
    EXPECT_EQ(find(kernels, target, "plain").shared_bytes, 0u) << target;
    EXPECT_EQ(find(kernels, target, "bounded").most_threads, 128u) << target;
    EXPECT_EQ(find(kernels, target, "plain").most_threads, 0u) << target;
    EXPECT_EQ(find(kernels, target, "plain").warp_size, 32u) << target;
  }
  EXPECT_EQ(find(kernels, "sm_80", "plain").registers, 8u);
  EXPECT_EQ(find(kernels, "sm_80", "sharing").registers, 10u);
  EXPECT_EQ(find(kernels, "sm_90", "plain").registers, 10u);
}

TEST(CodeObjects, OfAmdSayWhatTheirKernelsNeed) {
  const auto kernels = kernels_of_amd(recorded("three_kernels.hip_fatbin"));
  EXPECT_EQ(kernels.size(), 6u);
  for (const char* target : {"gfx90a", "gfx1030"}) {
    EXPECT_EQ(find(kernels, target, "sharing").shared_bytes, 1200u) << target;
    EXPECT_EQ(find(kernels, target, "plain").shared_bytes, 0u) << target;
    EXPECT_EQ(find(kernels, target, "bounded").most_threads, 128u) << target;
    EXPECT_GT(find(kernels, target, "sharing").registers, 0u) << target;
    EXPECT_GT(find(kernels, target, "sharing").scalar_registers, 0u) << target;
  }
  EXPECT_EQ(find(kernels, "gfx90a", "plain").warp_size, 64u);
  EXPECT_EQ(find(kernels, "gfx1030", "plain").warp_size, 32u);
}

// Whatever is cut off or changed, a reader says so and reads nothing outside.
TEST(CodeObjects, ThatAreCutOffOrChangedAreRefusedOrHaveFewerKernels) {
  for (const bool nvidia : {true, false}) {
    const std::string whole =
        recorded(nvidia ? "three_kernels.nv_fatbin" : "three_kernels.hip_fatbin");
    const auto is_read = [nvidia](const std::string& bytes) {
      try {
        EXPECT_LE((nvidia ? kernels_of_nvidia(bytes) : kernels_of_amd(bytes)).size(), 6u);
      } catch (const std::exception& error) {
        EXPECT_STRNE(error.what(), "");
      }
    };
    for (size_t size = 0; size < whole.size(); size += 97) is_read(whole.substr(0, size));
    for (const char byte : {'\0', '\xff'}) {
      for (size_t at = 0; at + 8 <= whole.size(); at += 8) {
        std::string changed = whole;
        changed.replace(at, 8, 8, byte);
        is_read(changed);
      }
    }
  }
}

TEST(CodeObjects, AreMissedInWhatIsNoModule) {
  expect_error([] { read_kernel_resources("/no/such/module.so"); }, Outcome::load_failed,
               {"cannot be read"});
  expect_error([] { read_kernel_resources(std::filesystem::path(CODE_OBJECTS) / "compiled.sh"); },
               Outcome::load_failed, {"it is no ELF file"});
  expect_error([] { read_kernel_resources("/proc/self/exe"); }, Outcome::load_failed,
               {".nv_fatbin or .hip_fatbin"});
}

// The CPU's modules bind and launch as the others do, and every machine has them.
TEST(BoundKernels, AreThoseThatTheVariantsLaunchFunctionRefersTo) {
#if defined(__x86_64__)
  const auto module = shipped() / "cpu" / "bank_conflicts.so";
  const std::vector<std::string> all = {"_Z21conflicting_transposePfPKfjj",
                                        "_Z16padded_transposePfPKfjj",
                                        "_Z18swizzled_transposePfPKfjj"};
  EXPECT_EQ(launched_kernels(module, "conflicting", all), std::vector<std::string>{all[0]});
  EXPECT_EQ(launched_kernels(module, "padded", all), std::vector<std::string>{all[1]});
  EXPECT_EQ(launched_kernels(module, "swizzled", all), std::vector<std::string>{all[2]});
  expect_error([&] { launched_kernels(module, "none", all); }, Outcome::load_failed,
               {"binds no variant 'none'"});

  // A function of the puzzle's own launches several, and one of them from a function that it calls.
  const std::vector<std::string> scans = {"_Z11scan_blocksPfPKfjj", "_Z18add_earlier_blocksPfjj",
                                          "_Z17simple_prefix_sumPfPKfj"};
  EXPECT_EQ(launched_kernels(shipped() / "cpu" / "p14.so", "complete", scans),
            (std::vector<std::string>{scans[0], scans[1]}));
#else
  GTEST_SKIP() << "code of this processor is not searched";
#endif
}

TEST(KernelNames, AreShownWithoutParametersAndTemplateArguments) {
  EXPECT_EQ(short_kernel_name("_Z12tiled_matmulPfPKfS1_j"), "tiled_matmul");
  EXPECT_EQ(short_kernel_name("_Z10tiled_gemmILj32EEvPfPKfS2_jjj"), "tiled_gemm");
  EXPECT_EQ(short_kernel_name("main"), "main");
}

}  // namespace occupancy_test
}  // namespace hippuzzle::testing
