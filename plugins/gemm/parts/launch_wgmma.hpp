// Launching the wgmma rungs: in clusters, fed by the tensor copy engine.
#pragma once

#include "parts/aligned_inputs.hpp"
#include "parts/problem.hpp"
#include "parts/split_k.hpp"
#include "parts/way.hpp"

namespace launchers {

// Whether the platform has a tensor copy engine at all.
constexpr bool by_engine = HIPPUZZLE_PLATFORM_NVIDIA;

// Of the device whose model chooses a rung's way. The CPU platform takes an H200's, so that what
// runs there is run and checked here.
inline unsigned modelled_multiprocessors() {
  return HIPPUZZLE_PLATFORM_CPU ? 132 : multiprocessors();
}

// k in one piece, or in slices that the kernel adds in C. maps: A's, B's and what else it takes.
template <class Gemm, unsigned Cluster, class Kernel, class P, class... Maps>
int32_t launch_wgmma(Kernel kernel, const P& p, unsigned clusters, unsigned slices,
                     const Maps&... maps) {
  if (!has_warpgroup_code(kernel)) return code(hipErrorNoBinaryForGpu);
  if (const hipError_t error = clear_for(slices, p); error != hipSuccess) return code(error);
  const unsigned blocks = even_blocks(clusters * slices, multiprocessors() / Cluster) * Cluster;
  return code(launch_in_clusters(kernel, dim3(blocks), dim3(Gemm::threads), Gemm::shared_bytes,
                                 p.stream, Cluster, p.c, p.m, p.n, p.k, slices, maps...));
}

}  // namespace launchers
