// Compiling a learner's kernels, by compilers that misbehave.
#include "toolchain/kernel_build.hpp"

#include <gtest/gtest.h>

#include "support/outcome.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace kernel_build_test {

TEST(KernelBuild, ACompilerThatDoesNotEndIsEnded) {
  const TemporaryDirectory folder;
  const auto kernels = folder.write("kernel.hip", "");
  Toolchain toolchain;
  toolchain.compile = {"/bin/sh", "-c", "echo begun; sleep 600; echo late"};
  toolchain.patience = std::chrono::milliseconds(100);
  KernelBuild build(toolchain, {kernels, folder.path(), folder.path() / "build/p01.so"},
                    folder.path());
  try {
    build.finish();
    ADD_FAILURE() << "nothing was compiled";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::load_failed);
    EXPECT_EQ(std::string(error.what()).find("kernel.hip was still being compiled after 0.1 s"), 0u)
        << error.what();
  }
}

TEST(KernelBuild, ABindingThatHasItsNameOfAbi1IsToBeRenamed) {
  const TemporaryDirectory folder;
  const auto kernels = folder.write("kernel.hip", "");
  const auto binding = folder.write("p40_twice/kernels.hip", "");
  Toolchain toolchain;
  toolchain.compile = {"/bin/false"};
  try {
    KernelBuild(toolchain, {kernels, binding.parent_path(), folder.path() / "build/p40.so"},
                folder.path())
        .finish();
    ADD_FAILURE() << "it was compiled";
  } catch (const Error& error) {
    EXPECT_EQ(error.outcome(), Outcome::load_failed);
    EXPECT_EQ(error.what(), binding.string() +
                                " has the name that ABI 1 gave to a puzzle's binding; rename it "
                                "to bindings.hip");
  }
}

}  // namespace kernel_build_test
}  // namespace hippuzzle::testing
