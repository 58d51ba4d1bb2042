// The message of `auto` about a GPU that it passes over, on machines whose kernel's topology was
// recorded: the test shows it through a mount namespace of its own.
#include <filesystem>

#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace auto_backend_test {

namespace fs = std::filesystem;

// This machine with the device node of the amdgpu driver and another machine's topology.
class OnAMachineOf : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(shipped() / "cpu" / "p16.so")) GTEST_SKIP() << "the CPU platform is not built";
    if (fs::exists("/dev/kfd")) GTEST_SKIP() << "the AMD driver of this machine has the say";
    if (fs::exists("/dev/nvidiactl")) GTEST_SKIP() << "an NVIDIA GPU is used first";
    if (const CommandResult r = within("gfx1100", {"/bin/true"}); r.code != 0)
      GTEST_SKIP() << "bubblewrap (bwrap) makes no namespace here: " << r.err;
  }

  static CommandResult within(const std::string& machine, std::vector<std::string> command) {
    const fs::path topology = fs::path(HIPPUZZLE_SOURCE_DIR) / "tests/amd/topology" / machine;
    std::vector<std::string> all = {"/usr/bin/env",
                                    "bwrap",
                                    "--dev-bind",
                                    "/",
                                    "/",
                                    "--dev",
                                    "/dev",
                                    "--dev-bind",
                                    "/dev/null",
                                    "/dev/kfd",
                                    "--tmpfs",
                                    "/sys",
                                    "--ro-bind",
                                    topology.string(),
                                    "/sys/class/kfd/kfd/topology"};
    all.insert(all.end(), command.begin(), command.end());
    return run(all, {{"HIPPUZZLE_PLUGIN_PATH", ""}, {"NO_COLOR", "1"}});
  }

  static CommandResult hippuzzle(const std::string& machine, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), binary().string());
    return within(machine, arguments);
  }
};

TEST_F(OnAMachineOf, AutoWarnsOfTheGpuThatItPassesOver) {
  if (fs::exists(shipped() / "libhippuzzle_device_amd.so"))
    GTEST_SKIP() << "kernels for AMD are built here";
  const std::pair<const char*, const char*> machines[] = {
      {"two_gfx90a", "amd (gfx90a): "},
      {"gfx942", "amd (gfx942): "},
      {"gfx1100", "amd (gfx1100): "},
      {"gfx1201", "amd (gfx1201): "},
      {"gfx1036_beside_gfx1100", "amd (gfx1036, gfx1100): "}};
  for (const auto& [machine, told] : machines) {
    const CommandResult r = hippuzzle(machine, {"p16", "--tiled"});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.err.find("warning"), std::string::npos) << r.err;
    EXPECT_NE(r.err.find("running on cpu, and not on the GPU that is here: " + std::string(told) +
                         "this hippuzzle was built without the platform 'amd'"),
              std::string::npos)
        << r.err;
    EXPECT_NE(r.err.find("--backend cpu asks for this"), std::string::npos) << r.err;
  }
}

TEST_F(OnAMachineOf, NobodyIsWarnedWhoAskedForTheCpu) {
  const CommandResult r = hippuzzle("gfx1100", {"p16", "--tiled", "--backend", "cpu"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.err.find("warning"), std::string::npos) << r.err;
}

TEST_F(OnAMachineOf, ProcessorsAloneAreNoGpu) {
  const CommandResult r = hippuzzle("processor_only", {"p16", "--tiled"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.err.find("warning"), std::string::npos) << r.err;
  const CommandResult asked = hippuzzle("processor_only", {"p16", "--tiled", "--backend", "amd"});
  EXPECT_EQ(asked.code, 77) << asked.err;
  EXPECT_NE((asked.out + asked.err).find("names processors only"), std::string::npos)
      << asked.out << asked.err;
}

}  // namespace auto_backend_test
}  // namespace hippuzzle::testing
