// Promises about the code objects that AMD modules carry: all targets, no spills, no scratch.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "engine/occupancy/kernel_resources.hpp"

namespace hippuzzle {
namespace code_object_test {

std::set<std::string> built_targets() {
  std::set<std::string> targets;
  std::istringstream list(TARGETS);
  for (std::string target; list >> target;) targets.insert(target);
  return targets;
}

std::vector<std::filesystem::path> modules() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(MODULES))
    if (entry.path().extension() == ".so") paths.push_back(entry.path());
  return paths;
}

// Whether it keeps in accumulators the values that found no place in vector registers. The
// instructions that move them there and back show this, because no counter counts them as a spill.
bool overflows(const KernelResources& kernel) {
  constexpr unsigned most = 256;  // vector registers that are not accumulators
  return kernel.accumulators > 0 &&
         (!kernel.has_matrix_instructions || kernel.registers - kernel.accumulators >= most);
}

class AmdCodeObjects : public testing::Test {
 protected:
  void SetUp() override {
    if (*NOT_BUILT) GTEST_SKIP() << NOT_BUILT;
  }
};

TEST_F(AmdCodeObjects, HoldEveryTargetThatIsBuilt) {
  ASSERT_FALSE(modules().empty()) << "no module in " << MODULES;
  for (const auto& module : modules()) {
    std::set<std::string> targets;
    for (const KernelResources& kernel : read_kernel_resources(module))
      targets.insert(kernel.target);
    EXPECT_EQ(targets, built_targets()) << module;
  }
}

TEST_F(AmdCodeObjects, NeitherSpillRegistersNorUseScratch) {
  ASSERT_FALSE(modules().empty()) << "no module in " << MODULES;
  for (const auto& module : modules()) {
    const auto kernels = read_kernel_resources(module);
    ASSERT_FALSE(kernels.empty()) << module << " holds no kernel";
    for (const KernelResources& kernel : kernels) {
      const std::string where = module.string() + ", " + kernel.name + " for " + kernel.target;
      EXPECT_EQ(kernel.vgpr_spills, 0u) << where;
      EXPECT_EQ(kernel.sgpr_spills, 0u) << where;
      EXPECT_FALSE(overflows(kernel)) << where << ": " << kernel.accumulators << " accumulators";
      // The arguments of printf are kept in scratch memory.
      EXPECT_TRUE(kernel.scratch_bytes == 0 || kernel.prints) << where;
      EXPECT_FALSE(kernel.dynamic_stack) << where;
    }
  }
}

TEST_F(AmdCodeObjects, ReaderFindsSpillsAndScratchWhereThereAreSome) {
  const auto kernels = read_kernel_resources(SPILLING_MODULE);
  ASSERT_EQ(kernels.size(), 3 * built_targets().size());
  for (const KernelResources& kernel : kernels) {
    if (kernel.name.find("keeps_many") != std::string::npos) {
      const bool has_accumulators = kernel.target == "gfx90a" || kernel.target.starts_with("gfx94");
      EXPECT_EQ(overflows(kernel), has_accumulators) << kernel.target;
      EXPECT_EQ(kernel.vgpr_spills == 0, has_accumulators) << kernel.target;
      continue;
    }
    EXPECT_GT(kernel.scratch_bytes, 0u) << kernel.name << " for " << kernel.target;
    if (kernel.name.find("spills") != std::string::npos) {
      EXPECT_GT(kernel.vgpr_spills, 0u) << kernel.target;
    }
  }
}

TEST_F(AmdCodeObjects, ReaderRefusesWhatIsNotAModule) {
  EXPECT_THROW(read_kernel_resources(__FILE__), std::runtime_error);
  EXPECT_THROW(read_kernel_resources("/proc/self/exe"), std::runtime_error);
}

}  // namespace code_object_test
}  // namespace hippuzzle
