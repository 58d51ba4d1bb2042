#include "engine/performance/profile/profiler.hpp"

#include <fmt/format.h>

#include "support/outcome.hpp"
#include "support/process/external_tool.hpp"

namespace hippuzzle {

std::unique_ptr<Profiler> find_profiler(const std::string& platform,
                                        const std::string& architecture) {
  if (platform == "nvidia") {
    if (const auto ncu = find_cuda_tool("ncu")) return make_ncu(*ncu);
    throw Error(Outcome::unsupported,
                "ncu is neither on PATH nor in /usr/local/cuda/bin; install it (Nsight Compute "
                "comes with the CUDA toolkit)",
                Advice{Advice::leave_out_counters});
  }
  if (platform == "amd") {
    if (const auto v3 = find_rocm_tool("rocprofv3")) return make_rocprofv3(*v3, architecture);
    if (const auto v1 = find_rocm_tool("rocprof")) return make_rocprof(*v1, architecture);
    throw Error(Outcome::unsupported,
                "rocprofv3 is neither on PATH nor in /opt/rocm/bin, and nor is rocprof; install it "
                "(rocprofiler-sdk of ROCm)",
                Advice{Advice::leave_out_counters});
  }
  throw Error(Outcome::unsupported,
              fmt::format("'{}' has no counters that are read here: counting needs ncu on an "
                          "NVIDIA GPU or rocprofv3 on an AMD GPU",
                          platform),
              Advice{Advice::leave_out_counters});
}

}  // namespace hippuzzle
