// GPUs for which a module has no code.
#include "engine/runner/require_device_code.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "engine/platforms/amd_targets.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle {
namespace device_code_test {

// A module's bytes as far as they matter: entries of a code object bundle among others.
std::string module_for(const std::vector<std::string>& targets) {
  std::string bytes =
      "\x7f"
      "ELF" +
      std::string(40, '\0') + "__CLANG_OFFLOAD_BUNDLE__";
  bytes += "host-x86_64-unknown-linux--";
  for (const std::string& target : targets) {
    bytes += std::string(8, '\0') + "hipv4-amdgcn-amd-amdhsa--" + target + std::string(16, '\0');
  }
  return bytes;
}

class DeviceCode : public ::testing::Test {
 protected:
  static hippuzzle_device_info device(const char* name, const char* architecture) {
    hippuzzle_device_info info = {};
    std::snprintf(info.name, sizeof info.name, "%s", name);
    std::snprintf(info.architecture, sizeof info.architecture, "%s", architecture);
    return info;
  }

  Candidate candidate(const std::vector<std::string>& targets) const {
    Candidate c;
    c.platform = "amd";
    c.module = directory_.path() / "p16.so";
    std::ofstream(c.module, std::ios::binary) << module_for(targets);
    return c;
  }

  // The refusal of the module on the device; "" when it is accepted.
  std::string refusal(const std::vector<std::string>& targets, const char* architecture) const {
    try {
      require_device_code(candidate(targets), device("AMD Radeon RX 7900 XTX", architecture));
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::unsupported);
      return error.what();
    }
    return "";
  }

 private:
  testing::TemporaryDirectory directory_;
};

TEST_F(DeviceCode, TargetsAreReadFromTheBundle) {
  const std::string module = module_for({"gfx942", "gfx90a:xnack+", "gfx90a:xnack-", "gfx942"});
  EXPECT_EQ(amd_targets_in(module), (std::vector<std::string>{"gfx90a", "gfx942"}));
  EXPECT_TRUE(amd_targets_in("no bundle").empty());
}

TEST_F(DeviceCode, AModuleForAnotherGpuIsRefusedWithTheTargetToBuildFor) {
  EXPECT_EQ(refusal({"gfx90a"}, "gfx1100"),
            "p16.so holds no code for AMD Radeon RX 7900 XTX (gfx1100): it was built for gfx90a; "
            "configure the build with -D HIPPUZZLE_AMD_TARGETS=gfx1100, or native on this machine, "
            "and build again");
}

TEST_F(DeviceCode, FeaturesAndFamiliesAreNoOtherGpu) {
  EXPECT_EQ(refusal({"gfx90a"}, "gfx90a:sramecc+:xnack-"), "");
  EXPECT_EQ(refusal({"gfx90a", "gfx1100"}, "gfx1100"), "");
  EXPECT_EQ(refusal({"gfx11-generic"}, "gfx1102"), "");
  EXPECT_EQ(refusal({}, "gfx1201"), "") << "a compressed bundle names none";
}

TEST_F(DeviceCode, BothErrorsOfALaunchWithoutCodeNameTheTarget) {
  const Candidate amd = candidate({});
  for (const int code : {209, 98}) {
    const Error verdict = to_verdict(DeviceError("the launch failed: hipErrorX (x)", code), amd,
                                     device("AMD Instinct MI300X", "gfx942:sramecc+:xnack-"));
    EXPECT_EQ(verdict.outcome(), Outcome::unsupported) << code;
    EXPECT_NE(std::string(verdict.what()).find("HIPPUZZLE_AMD_TARGETS=gfx942,"), std::string::npos)
        << verdict.what();
  }
  const Error fault = to_verdict(DeviceError("the kernel failed: hipErrorIllegalAddress", 700), amd,
                                 device("AMD Instinct MI300X", "gfx942"));
  EXPECT_EQ(fault.outcome(), Outcome::crashed);
}

TEST_F(DeviceCode, DevicesThatCannotReachEachOtherAreNoCrash) {
  const Error verdict =
      to_verdict(DeviceError("the launch failed: hipErrorPeerAccessUnsupported (none)", 217),
                 candidate({}), device("AMD Instinct MI300X", "gfx942"));
  EXPECT_EQ(verdict.outcome(), Outcome::unsupported);
  EXPECT_NE(std::string(verdict.what()).find("hipErrorPeerAccessUnsupported"), std::string::npos);
}

TEST_F(DeviceCode, AnUnknownFunctionOnTheCpuIsAKernelsMistake) {
  Candidate cpu;
  cpu.platform = "cpu";
  const auto info = device("a processor", "x86-64");
  EXPECT_EQ(to_verdict(DeviceError("the launch failed", 98), cpu, info).outcome(),
            Outcome::crashed);
}

}  // namespace device_code_test
}  // namespace hippuzzle
