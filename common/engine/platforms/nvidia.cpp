// NVIDIA's GPUs, by CUDA.
#include "engine/platforms/all_platforms.hpp"
#include "support/process/external_tool.hpp"

namespace hippuzzle {
namespace {

std::optional<std::string> missing_gpu_of_nvidia() {
  std::error_code ignored;
  if (std::filesystem::exists("/dev/nvidiactl", ignored)) return std::nullopt;
  return "no NVIDIA GPU is visible (/dev/nvidiactl does not exist); needs a GPU and its driver";
}

}  // namespace

Platform make_nvidia() {
  return {.name = "nvidia",
          .compiler = "nvcc",
          .checked_by = CheckedBy::sanitizer,
          .missing_hardware = missing_gpu_of_nvidia,
          .architecture_prefix = "sm_",
          .architectures_option = "HIPPUZZLE_CUDA_ARCHITECTURES",
          .option_omits_prefix = true,
          .libraries = {"cuBLASLt"},
          .profilers = {{"ncu", find_cuda_tool}},
          .missing_profiler =
              "ncu is neither on PATH nor in /usr/local/cuda/bin; install it (Nsight Compute comes "
              "with the CUDA toolkit)"};
}

Disassembler disassembler_of_nvidia() {
  return {"nvdisasm",
          [] { return find_cuda_tool("nvdisasm"); },
          {"-c", "-gi"},
          "nvdisasm is neither on PATH nor in /usr/local/cuda/bin; install it (the package "
          "cuda-nvdisasm of the CUDA toolkit)"};
}

}  // namespace hippuzzle
