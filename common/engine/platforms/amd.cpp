// AMD's GPUs, by ROCm or emulated.
#include <fmt/format.h>

#include "engine/platforms/all_platforms.hpp"
#include "engine/platforms/amd_targets.hpp"
#include "engine/platforms/amd_topology.hpp"
#include "support/process/external_tool.hpp"

namespace hippuzzle {
namespace {

std::optional<std::string> missing_gpu_of_amd() {
  std::error_code ignored;
  if (!std::filesystem::exists("/dev/kfd", ignored)) {
    return "no AMD GPU is visible (/dev/kfd does not exist); needs a GPU and the amdgpu driver";
  }
  // A GPU that this user may not open has no readable node, so only a topology that names
  // processors alone shows that there is none.
  const auto targets = amd_targets();
  if (!targets || !targets->empty()) return std::nullopt;
  return fmt::format(
      "no AMD GPU that the driver computes on is here ({} names processors only); needs one",
      amd_topology_folder);
}

std::vector<std::string> architectures_here() {
  return amd_targets().value_or(std::vector<std::string>{});
}

// A wavefront's, as HIP compiles for them: gfx10 and later run wave32.
uint32_t warp_lanes(std::string_view architecture) {
  return architecture.starts_with("gfx9") ? 64 : 32;
}

}  // namespace

Platform make_amd() {
  return {.name = "amd",
          .compiler = "hipcc",
          .checked_by = CheckedBy::emulator,
          .missing_hardware = missing_gpu_of_amd,
          .architectures_here = architectures_here,
          .architectures_in = amd_targets_in,
          .architecture_prefix = "gfx",
          .architectures_option = "HIPPUZZLE_AMD_TARGETS",
          .warp_lanes = warp_lanes,
          .emulator = "libhippuzzle_amd_emulator.so",
          .libraries = {"rocBLAS", "hipBLASLt"},
          .profilers = {{"rocprofv3", find_rocm_tool}, {"rocprof", find_rocm_tool}},
          .missing_profiler =
              "rocprofv3 is neither on PATH nor in /opt/rocm/bin, and nor is rocprof; install it "
              "(rocprofiler-sdk of ROCm)",
          .profilers_are_untried = true};
}

Disassembler disassembler_of_amd() {
  return {
      "llvm-objdump",
      [] {
        return find_program("llvm-objdump", {"/opt/rocm/llvm/bin", "/usr/lib/llvm-15/bin"});
      },
      {"-d", "--demangle", "--no-show-raw-insn"},
      "llvm-objdump is neither on PATH nor in /opt/rocm/llvm/bin; install it (the package llvm, "
      "or ROCm's rocm-llvm)"};
}

}  // namespace hippuzzle
